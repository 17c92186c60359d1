//! Reads coordinates that a person typed: "38.6916, -9.2160", "38°41'30\"N 9°12'58\"W".

use crate::Coordinates;

/// A longer text is not a pair of coordinates, in bytes.
const MAX_TEXT: usize = 60;

/// Reads a pair of coordinates, latitude first unless letters say otherwise.
pub(crate) fn read(text: &str) -> Option<Coordinates> {
    let text = text.trim();
    let text = text.strip_prefix("geo:").unwrap_or(text);
    if text.len() > MAX_TEXT {
        return None;
    }
    let mut spaced = String::new();
    for char in text.chars() {
        match char {
            'N' | 'S' | 'E' | 'W' => spaced.extend([' ', char, ' ']),
            _ if char.is_whitespace() || ",;°º'′’\"″”".contains(char) => spaced.push(' '),
            _ => spaced.push(char),
        }
    }
    let is_letter = |word: &&str| matches!(*word, "N" | "S" | "E" | "W");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let letters: Vec<&str> = words.iter().copied().filter(is_letter).collect();
    let (latitude, longitude) = match *letters.as_slice() {
        // Whole numbers are as well those of a house.
        [] => match *words.as_slice() {
            [one, other] if one.contains('.') && other.contains('.') => {
                (one.parse().ok()?, other.parse().ok()?)
            }
            _ => return None,
        },
        [one, other] => {
            let leads = words.first().is_some_and(is_letter);
            let mut numbers = words.split(is_letter).filter(|part| !part.is_empty());
            let (first, second) = (degrees(numbers.next()?)?, degrees(numbers.next()?)?);
            if numbers.next().is_some() || leads == words.last().is_some_and(is_letter) {
                return None;
            }
            let signed = |letter, value: f64| {
                if matches!(letter, "S" | "W") {
                    -value
                } else {
                    value
                }
            };
            let (first, second) = (signed(one, first), signed(other, second));
            match (one, other) {
                ("N" | "S", "E" | "W") => (first, second),
                ("E" | "W", "N" | "S") => (second, first),
                _ => return None,
            }
        }
        _ => return None,
    };
    let range = |most: f64, value: &f64| value.abs() <= most;
    (range(90.0, &latitude) && range(180.0, &longitude)).then_some(Coordinates {
        latitude,
        longitude,
    })
}

/// Reads degrees, minutes and seconds.
fn degrees(parts: &[&str]) -> Option<f64> {
    let mut sum = 0.0;
    for (part, unit) in parts.iter().zip([1.0, 60.0, 3600.0]) {
        let value: f64 = part.parse().ok()?;
        sum += (value >= 0.0).then_some(value)? / unit;
    }
    (parts.len() <= 3).then_some(sum)
}

#[cfg(test)]
mod tests;
