//! Lengths as text: `3.5"` and back, without fractions in the machine.

use super::shape::{LIMIT, Length};
use std::fmt;

/// A length in inches, as many decimals as it needs: 3500 is `3.5"`.
#[must_use]
pub fn format_length(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    let (whole, part) = (length.unsigned_abs() / 1000, length.unsigned_abs() % 1000);
    if part == 0 {
        return format!("{sign}{whole}\"");
    }
    let decimals = format!("{part:03}");
    format!("{sign}{whole}.{}\"", decimals.trim_end_matches('0'))
}

/// Why a text is no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthError {
    /// The text does not end in `"`, `″`, `in`, `mm` or `cm`.
    NoUnit,
    /// What stands before the unit is not a decimal number.
    NotANumber,
    /// Inches with more than three decimals, which the unit cannot hold.
    TooFine,
    /// Beyond [`LIMIT`].
    TooLong,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoUnit => "a length ends in \" (inches), mm or cm",
            Self::NotANumber => "a length begins with a number such as 3 or 3.5",
            Self::TooFine => "a length in inches has at most three decimals",
            Self::TooLong => "a length is at most 10000\"",
        })
    }
}

impl std::error::Error for LengthError {}

/// Reads `3"`, `3.5"`, `3.5″`, `3 in`, `30mm` or `3 cm`.
///
/// Millimetres are rounded to the nearest thousandth of an inch, halves up: 30 mm is 1181. Inches are never rounded.
///
/// # Errors
///
/// When the unit or the number cannot be read, inches have more than three decimals, or the length is beyond [`LIMIT`].
pub fn parse_length(text: &str) -> Result<Length, LengthError> {
    let text = text.trim();
    // How many hundredths of a millimetre one unit has: an inch has 2540.
    let units = [("\"", 2540), ("″", 2540), ("in", 2540), ("mm", 100), ("cm", 1000)];
    let (number, unit) = units
        .into_iter()
        .find_map(|(name, size)| Some((text.strip_suffix(name)?.trim_end(), size)))
        .ok_or(LengthError::NoUnit)?;
    let (negative, number) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) || number.ends_with('.') {
        return Err(LengthError::NotANumber);
    }
    let part = part.trim_end_matches('0');
    if unit == 2540 && part.len() > 3 {
        return Err(LengthError::TooFine);
    }
    if whole.len() > 9 || part.len() > 9 {
        return Err(LengthError::TooLong);
    }
    let scale = 10_i128.pow(part.len() as u32);
    let value = |text: &str| if text.is_empty() { 0 } else { text.parse::<i128>().unwrap_or(0) };
    let scaled = (value(whole) * scale + value(part)) * unit * 1000;
    let length = super::fixed::nearest(scaled, scale * 2540) as Length;
    if length > LIMIT {
        return Err(LengthError::TooLong);
    }
    Ok(if negative { -length } else { length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_read_and_write() {
        for (text, length) in [("3\"", 3000), ("3.5\"", 3500), ("0.005\"", 5), ("-1.25\"", -1250), ("0\"", 0)] {
            assert_eq!(parse_length(text), Ok(length));
            assert_eq!(format_length(length), text);
        }
        assert_eq!(parse_length("30mm"), Ok(1181));
        assert_eq!(parse_length("40 mm"), Ok(1575));
        assert_eq!(parse_length("50mm"), Ok(1969));
        assert_eq!(parse_length("2.54 cm"), Ok(1000));
        assert_eq!(parse_length(" 4″ "), Ok(4000));
        assert_eq!(parse_length(".5 in"), Ok(500));
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        assert_eq!(parse_length("3"), Err(LengthError::NoUnit));
        assert_eq!(parse_length("x\""), Err(LengthError::NotANumber));
        assert_eq!(parse_length("\""), Err(LengthError::NotANumber));
        assert_eq!(parse_length("1.2345\""), Err(LengthError::TooFine));
        assert_eq!(parse_length("99999999\""), Err(LengthError::TooLong));
    }
}
