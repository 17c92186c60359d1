//! How the regions of the pages' languages write clocks and dates, by the data of CLDR.
//!
//! `cargo xtask locales` writes `data/locales.tsv`. A row has a kind, its values, and the tags of
//! the regions that share them. Patterns are those of UTS 35.
//!
//! - `numbers`: the decimal mark; the group mark; how many digits the last group has, each other
//!   one, and the first one at least; where the code of a currency stands.
//! - `clock`: the pattern of a time of day; the names of the two halves of a day.
//! - `dates`: the patterns of a long date, of a short one, and of two short ones within a month,
//!   within a year, and others.
//! - `names`: of months, their short ones, and of days from Monday.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::{Date, DateTime, Time};

use super::numbers::Numbers;

static CONVENTIONS: LazyLock<HashMap<&'static str, Conventions>> = LazyLock::new(|| {
    let mut all: HashMap<&str, Conventions> = HashMap::new();
    // The first line names the source.
    for row in include_str!("../../../data/locales.tsv").lines().skip(1) {
        let mut values = row.split('\t');
        let (kind, tags) = (values.next(), values.next_back());
        let values: Vec<&str> = values.collect();
        for tag in tags.unwrap_or_default().split(' ') {
            let conventions = all.entry(tag).or_default();
            conventions.tag = tag;
            // A test finds rows that are malformed.
            let _ = conventions.read(kind.unwrap_or_default(), &values);
        }
    }
    all
});

/// What CLDR says about a region of a language.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Conventions {
    /// Its tag (RFC 5646).
    pub(crate) tag: &'static str,
    /// How it writes numbers.
    pub(crate) numbers: Numbers,
    clock: &'static str,
    halves: [&'static str; 2],
    long_date: &'static str,
    short_date: &'static str,
    ranges: [&'static str; 3],
    months: Vec<&'static str>,
    short_months: Vec<&'static str>,
    weekdays: Vec<&'static str>,
}

impl Conventions {
    /// Those of the first of these tags that CLDR has.
    pub(crate) fn find(tags: &[&str]) -> &'static Self {
        static NONE: LazyLock<Conventions> = LazyLock::new(Conventions::default);
        let mut tags = tags.iter();
        tags.find_map(|tag| CONVENTIONS.get(*tag)).unwrap_or(&NONE)
    }

    /// Takes the values of a row; `None` if it is malformed.
    fn read(&mut self, kind: &str, values: &[&'static str]) -> Option<()> {
        let list = |text: &'static str| text.split('|').collect::<Vec<_>>();
        match (kind, values) {
            ("numbers", _) => self.numbers = Numbers::read(values)?,
            ("clock", [pattern, am, pm]) => {
                (self.clock, self.halves) = (*pattern, [*am, *pm]);
            }
            ("dates", [long, short, ranges @ ..]) => {
                (self.long_date, self.short_date) = (*long, *short);
                self.ranges = ranges.try_into().ok()?;
            }
            ("names", [months, short_months, weekdays]) => {
                (self.months, self.short_months) = (list(months), list(short_months));
                self.weekdays = list(weekdays);
            }
            _ => return None,
        }
        Some(())
    }

    /// A time of day.
    pub(crate) fn time(&self, time: Time) -> String {
        self.write(self.clock, [Date::ZERO.to_datetime(time); 2])
    }

    /// A day with its weekday.
    pub(crate) fn long_date(&self, date: Date) -> String {
        self.write(self.long_date, [date.into(); 2])
    }

    /// A day.
    pub(crate) fn short_date(&self, date: Date) -> String {
        self.write(self.short_date, [date.into(); 2])
    }

    /// From one day to another.
    pub(crate) fn range(&self, start: Date, end: Date) -> String {
        let [within_month, within_year, others] = self.ranges;
        let pattern = if start == end {
            self.short_date
        } else if start.year() != end.year() {
            others
        } else if start.month() != end.month() {
            within_year
        } else {
            within_month
        };
        self.write(pattern, [start.into(), end.into()])
    }

    /// Writes two times by a pattern: from the first field on that comes again, the second one.
    fn write(&self, pattern: &str, [first, second]: [DateTime; 2]) -> String {
        let (mut written, mut at, mut fields) = (String::new(), first, String::new());
        let mut rest = pattern;
        while let Some(letter) = rest.chars().next() {
            let length = if letter == '\'' {
                let text = rest.get(1..).and_then(|text| text.split('\'').next());
                let text = text.unwrap_or_default();
                written.push_str(text);
                text.len() + 2
            } else if letter.is_ascii_alphabetic() {
                if fields.contains(letter) {
                    (at, fields) = (second, String::new());
                }
                fields.push(letter);
                let length = rest.len() - rest.trim_start_matches(letter).len();
                written.push_str(&self.field(letter, length, at));
                length
            } else {
                written.push(letter);
                letter.len_utf8()
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        written
    }

    /// A field of a pattern: a letter, so many times.
    fn field(&self, letter: char, length: usize, at: DateTime) -> String {
        let nth = |names: &[&'static str], number: i8| {
            let place = usize::try_from(number - 1).unwrap_or_default();
            names.get(place).copied().unwrap_or_default().to_owned()
        };
        let number = |number: i8| format!("{number:0length$}");
        match (letter, length) {
            ('y', _) => at.year().to_string(),
            ('M', 4) => nth(&self.months, at.month()),
            ('M', 3) => nth(&self.short_months, at.month()),
            ('M', _) => number(at.month()),
            ('d', _) => number(at.day()),
            ('E', _) => nth(&self.weekdays, at.weekday().to_monday_one_offset()),
            ('H', _) => number(at.hour()),
            ('h', _) => number((at.hour() + 11) % 12 + 1),
            ('m', _) => number(at.minute()),
            ('a', _) => nth(&self.halves, at.hour() / 12 + 1),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests;
