//! JSON with exact numbers, and the fractions that the model calculates with.
//!
//! The model writes a number as a string that begins with `=`: `0.1` is `"=0.1"`. So no number
//! passes through binary floating point, and two documents are equal only if their digits are.

use std::cmp::Ordering;
use std::ops::Add;

use serde_json::Value;

/// Reads a body; each number becomes a string of its digits.
pub(crate) fn read(body: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(body).map_err(|error| error.to_string())?;
    let mut marked = String::with_capacity(text.len() * 2);
    let (mut in_string, mut escaped, mut in_number) = (false, false, false);
    for character in text.chars() {
        let numeric = !in_string
            && (character.is_ascii_digit()
                || character == '-'
                || in_number && matches!(character, '.' | 'e' | 'E' | '+'));
        if numeric != in_number {
            marked.push_str(if numeric { "\"=" } else { "\"" });
            in_number = numeric;
        }
        if character == '"' && !escaped {
            in_string = !in_string;
        }
        escaped = in_string && character == '\\' && !escaped;
        marked.push(character);
    }
    serde_json::from_str(&marked).map_err(|error| format!("{error} in {text}"))
}

/// Writes a body; the opposite of [`read`].
pub(crate) fn write(value: &Value) -> String {
    let text = value.to_string();
    let mut parts = text.split("\"=");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str(&part.replacen('"', "", 1));
    }
    written
}

/// A number, exactly: a numerator over a denominator above zero, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fraction(i128, i128);

impl Fraction {
    pub(crate) const ZERO: Self = Self(0, 1);
    pub(crate) const ONE: Self = Self(1, 1);

    fn new(numerator: i128, denominator: i128) -> Self {
        let (mut divisor, mut rest) = (numerator.abs(), denominator);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self(numerator / divisor, denominator / divisor)
    }

    /// The number that `"=12.5"` writes; zero if there is none.
    pub(crate) fn of(number: &Value) -> Self {
        let text = number.as_str().and_then(|text| text.strip_prefix('='));
        let text = text.unwrap_or("0");
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{decimals}").parse().unwrap();
        Self::new(digits, 10_i128.pow(u32::try_from(decimals.len()).unwrap()))
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let (left, right) = (Self::new(self.0, other.1), Self::new(other.0, self.1));
        Self::new(left.0 * right.0, left.1 * right.1)
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Its inverse; `None` for zero.
    pub(crate) fn inverse(self) -> Option<Self> {
        (self.0 != 0).then_some(Self(self.1 * self.0.signum(), self.0.abs()))
    }

    /// Rounds half to even.
    pub(crate) fn rounded(self, places: u32) -> Self {
        let unit = 10_i128.pow(places);
        let scaled = self.times(Self(unit, 1));
        let size = scaled.0.abs();
        let (whole, rest) = (size / scaled.1, size % scaled.1);
        let up = match (2 * rest).cmp(&scaled.1) {
            Ordering::Less => 0,
            Ordering::Equal => whole % 2,
            Ordering::Greater => 1,
        };
        Self::new((whole + up) * scaled.0.signum(), unit)
    }

    /// A number with an end, as `"=12.5"`.
    pub(crate) fn show(self) -> Value {
        let mut decimals = String::new();
        let mut rest = self.0.abs() % self.1;
        while rest != 0 {
            assert!(decimals.len() < 30, "{self:?} has no end");
            decimals.push_str(&(rest * 10 / self.1).to_string());
            rest = rest * 10 % self.1;
        }
        let point = if decimals.is_empty() { "" } else { "." };
        let sign = if self.is_negative() { "-" } else { "" };
        let whole = self.0.abs() / self.1;
        Value::String(format!("={sign}{whole}{point}{decimals}"))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.0 * other.1).partial_cmp(&(other.0 * self.1))
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let common = Self::new(self.1, other.1);
        Self::new(self.0 * common.1 + other.0 * common.0, self.1 * common.1)
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keeps_every_digit() {
        let text = r#"{"a":[0.10,-1e+5],"b":"1 \" 2 = 3"}"#;
        let value = read(text.as_bytes()).unwrap();
        assert_eq!(value, json!({"a": ["=0.10", "=-1e+5"], "b": "1 \" 2 = 3"}));
        assert_eq!(write(&value), text);
    }

    #[test]
    fn adds_and_rounds_without_error() {
        let of = |text: &str| Fraction::of(&json!(text));
        let third = of("=3").inverse().unwrap();
        assert_eq!(
            (of("=0.333333333333333") + of("=100")).show(),
            "=100.333333333333333"
        );
        let sum = [of("=0.1"), of("=0.1"), of("=0.205")].map(|part| part.times(third));
        assert_eq!(sum.into_iter().sum::<Fraction>().rounded(2).show(), "=0.14");
        assert_eq!(of("=0.125").rounded(2).show(), "=0.12");
        assert_eq!(of("=1.5").rounded(0).show(), "=2");
        assert_eq!((of("=-1.5") + of("=1")).rounded(0).show(), "=0");
        assert_eq!(of("=-0.125").rounded(2).show(), "=-0.12");
    }
}
