//! Numbers as a region writes and reads them.

use rust_decimal::Decimal;
use wayfare_domain::{Currency, Reason, money};

/// What all apostrophes and spaces are read as: they group digits everywhere.
const BLANK: char = ' ';

/// Why a text is not read as a number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Misread {
    /// It is none, or one with too many digits.
    NoNumber(Reason),
    /// It could mean either of these.
    Either(String, String),
}

impl From<Reason> for Misread {
    fn from(reason: Reason) -> Self {
        Self::NoNumber(reason)
    }
}

/// The marks of numbers, and where the code of a currency stands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// What stands before the fraction.
    pub(crate) decimal: char,
    /// What groups the digits before it.
    pub(crate) group: char,
    /// The digits of the last group, of each other one, and of the first one at least.
    sizes: [usize; 3],
    /// `¤` stands for the code of a currency, `#` for its amount.
    money: &'static str,
}

impl Numbers {
    /// From the values of a row of the data; `None` if it is malformed.
    pub(crate) fn read(values: &[&'static str]) -> Option<Self> {
        let [decimal, group, sizes @ .., money] = values else {
            return None;
        };
        let sizes: Result<Vec<usize>, _> = sizes.iter().map(|size| size.parse()).collect();
        Some(Self {
            decimal: decimal.parse().ok()?,
            group: group.parse().ok()?,
            sizes: sizes.ok()?.try_into().ok()?,
            money,
        })
    }

    /// Writes a number of digits with an optional fraction after a point.
    pub(crate) fn write(&self, number: &str) -> String {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = whole.trim_start_matches('-').len();
        let [last, other, first] = self.sizes;
        let is_grouped = digits >= last + first;
        let mut written = String::new();
        for (place, digit) in whole.chars().enumerate() {
            let left = whole.len() - place;
            let begins = left >= last && (left - last).is_multiple_of(other);
            if is_grouped && begins && left < digits {
                written.push(self.group);
            }
            written.push(digit);
        }
        if !fraction.is_empty() {
            written.push(self.decimal);
            written.push_str(fraction);
        }
        written
    }

    /// Writes the amount of a currency, which is a number as this region writes it.
    pub(crate) fn money(&self, amount: &str, currency: Currency) -> String {
        self.money
            .replace('#', amount)
            .replace('¤', currency.code())
    }

    /// Writes a number of digits with an optional fraction after a point, without groups.
    pub(crate) fn write_plain(&self, number: &str) -> String {
        number.replace('.', self.decimal.encode_utf8(&mut [0; 4]))
    }

    /// Reads a number, of a currency or of anything. Either mark may be the decimal one, and groups
    /// may be those of any region, wherever that leaves one meaning. `1.500` has two, of which this
    /// region's holds, unless it has more decimals than the currency.
    ///
    /// # Errors
    /// Not a number, or one that could mean two.
    pub(crate) fn parse(&self, text: &str, currency: Option<Currency>) -> Result<Decimal, Misread> {
        let plain: String = text.trim().chars().map(plain).collect();
        let (sign, digits) = match plain.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", &*plain),
        };
        let read = |number: &str| Ok(money::parse_decimal(&format!("{sign}{number}"))?);
        let mut fractions = [',', '.'].into_iter();
        let fraction = fractions.find_map(|mark| Some((mark, fraction(digits, mark)?)));
        match (whole(digits), fraction) {
            (None, None) => Err(Reason::new("must be a number").into()),
            (Some(number), None) | (None, Some((_, number))) => read(&number),
            (Some(whole), Some((mark, fraction))) => {
                match (mark == self.decimal, is_finer(currency)) {
                    _ if mark == self.group => read(&whole),
                    (true, false) => read(&fraction),
                    (false, true) => read(&whole),
                    _ => {
                        let numbers = [read(&whole)?, read(&fraction)?];
                        let [one, other] = numbers.map(|number| {
                            self.write_plain(&readable(number.normalize(), currency).to_string())
                        });
                        Err(Misread::Either(one, other))
                    }
                }
            }
        }
    }
}

/// A number that is read back as it is written without groups: a zero follows three decimals,
/// which would look like a group, unless the currency has so many.
pub(crate) fn readable(mut number: Decimal, currency: Option<Currency>) -> Decimal {
    if number.scale() == 3 && is_finer(currency) {
        number.rescale(4);
    }
    number
}

/// Whether three decimals are more than a currency has.
fn is_finer(currency: Option<Currency>) -> bool {
    currency.is_some_and(|currency| currency.minor_places() < 3)
}

/// A character of Japanese keyboards in its narrow form: `１：３０` is `1:30`.
pub(crate) fn narrow(wide: char) -> char {
    let ascii = u32::from(wide).checked_sub(0xfee0).and_then(char::from_u32);
    ascii.filter(char::is_ascii_graphic).unwrap_or(wide)
}

/// A character of a number, whatever keyboard it comes from.
fn plain(typed: char) -> char {
    match narrow(typed) {
        '\'' | '’' => BLANK,
        '−' => '-',
        space if space.is_whitespace() => BLANK,
        other => other,
    }
}

/// The digits of a whole number, in groups of one mark or none.
fn whole(text: &str) -> Option<String> {
    let mark = text.chars().find(|c| !c.is_ascii_digit());
    let groups: Vec<&str> = match mark {
        Some(mark) => [',', '.', BLANK]
            .contains(&mark)
            .then(|| text.split(mark).collect())?,
        None => vec![text],
    };
    let are_digits = |group: &&str| !group.is_empty() && group.bytes().all(|c| c.is_ascii_digit());
    let is_number = match &*groups {
        [_] => true,
        [first, others @ .., last] => {
            let size = others.first().map_or(3, |group| group.len());
            !first.starts_with('0')
                && first.len() <= size
                && last.len() == 3
                && [2, 3].contains(&size)
                && others.iter().all(|group| group.len() == size)
        }
        [] => false,
    };
    (is_number && groups.iter().all(are_digits)).then(|| groups.concat())
}

/// The number, with a point, of a text whose decimal mark is this one.
fn fraction(text: &str, mark: char) -> Option<String> {
    let (number, fraction) = text.split_once(mark)?;
    let is_fraction = fraction.bytes().all(|c| c.is_ascii_digit());
    let digits = whole(number).filter(|_| is_fraction)?;
    Some(format!("{digits}.{fraction}"))
}

#[cfg(test)]
mod tests;
