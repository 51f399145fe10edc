//! The word an author probably meant.

/// The nearest candidate, if one is near enough to be a slip of the pen.
///
/// Case is no difference. Three letters allow one slip, six two, nine three (a swap of neighbours is one);
/// Chinese words of two characters allow one. Ties go to the one nearer in case, then in alphabet.
#[must_use]
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    // Longer words are sentences, and the search is quadratic in their length.
    const LONGEST: usize = 64;
    let wanted = word.trim().to_lowercase();
    let length = wanted.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let mut best: Option<(usize, usize, &str)> = None;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        let other = lower.chars().count();
        if other > LONGEST || candidate == word {
            continue;
        }
        let limit = slips(length.min(other), !wanted.is_ascii() && !lower.is_ascii());
        if length.abs_diff(other) > limit {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&wanted, &lower);
        if distance > limit || distance >= length.max(other) {
            continue;
        }
        let found = (distance, strsim::damerau_levenshtein(word.trim(), candidate), candidate);
        if best.is_none_or(|b| found < b) {
            best = Some(found);
        }
    }
    best.map(|(_, _, candidate)| candidate.to_owned())
}

/// How many slips a word of this length forgives.
fn slips(length: usize, dense: bool) -> usize {
    match length {
        0 | 1 => 0,
        2 => usize::from(dense),
        n => (n / 3).min(3),
    }
}
