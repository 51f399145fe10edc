//! The nearest of several names to one that is unknown.

/// The nearest name, if one is near enough to be meant.
pub(crate) fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter_map(|name| distance(wanted, name).map(|distance| (distance, name)))
        .min_by_key(|(distance, name)| (*distance, *name))
        .map(|(_, name)| name)
}

/// How far two names are apart; `None` if too far for one to be meant by the other.
///
/// One letter in three may differ, and in short names one. Letters that differ in case alone count for little.
pub(crate) fn distance(wanted: &str, name: &str) -> Option<usize> {
    if wanted == name {
        return Some(0);
    }
    let (wanted, name) = (wanted.to_lowercase(), name.to_lowercase());
    if wanted == name {
        return Some(1);
    }
    let length = wanted.chars().count().max(name.chars().count());
    // Two Chinese characters of which one is right are near; two Latin letters are not.
    let least = if wanted.is_ascii() || name.is_ascii() { 3 } else { 2 };
    if length < least {
        return None;
    }
    let most = if length < 5 { 1 } else { (length / 3).clamp(2, 4) };
    let distance = strsim::damerau_levenshtein(&wanted, &name);
    (distance <= most && distance < length).then_some(1 + distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("sufers", ["moves", "suffers"]), Some("suffers"));
        assert_eq!(nearest("impact", ["Impact", "Import"]), Some("Impact"));
        assert_eq!(nearest("受道", ["移動", "受到"]), Some("受到"));
        assert_eq!(nearest("dragon", ["moves", "suffers"]), None);
    }
}
