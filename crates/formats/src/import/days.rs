//! The days of a file that are folders, as the names of those tell.

use jiff::fmt::strtime::BrokenDownTime;
use wayfare_domain::{Date, Instant, Trip};

use crate::import::ImportError;
use crate::import::draft::{DraftDay, DraftItem, too_many_folders};

/// The word for a day in the languages of the pages, before its number.
const DAY: [&str; 6] = ["day", "tag", "jour", "día", "dia", "giorno"];
/// The word for a day in Japanese, after its number.
const DAY_AFTER: &str = "日目";
/// The weekdays in the languages of the pages, each week from its Monday; at the end one that is
/// not whole, as the rest is in Spanish.
const WEEKDAYS: &str = "\
    monday tuesday wednesday thursday friday saturday sunday \
    montag dienstag mittwoch donnerstag freitag samstag sonntag \
    lundi mardi mercredi jeudi vendredi samedi dimanche \
    lunes martes miércoles jueves viernes sábado domingo \
    lunedì martedì mercoledì giovedì venerdì sabato domenica \
    月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 \
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira";
/// How dates are written.
const DATES: [&str; 7] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d.%m.%Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%B %d %Y",
    "%Y年%m月%d日",
];

/// What the name of a folder tells about its day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    /// Its number.
    Number(u32),
    /// Its date.
    Date(Date),
    /// Its day of the week: 0 is Monday.
    Weekday(u32),
}

impl Name {
    /// What a name tells; `None` if it is not that of a day.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        if let Some(date) = date(&name) {
            return Some(Self::Date(date));
        }
        let mut weekdays = (0..).zip(WEEKDAYS.split(' '));
        if let Some((day, rest)) =
            weekdays.find_map(|(at, day)| Some((at, name.strip_prefix(day)?)))
            && !rest.starts_with(|it: char| it.is_ascii_alphabetic())
        {
            let rest = rest.trim_matches(|it: char| !it.is_alphanumeric());
            return match date(rest) {
                Some(date) => Some(Self::Date(date)),
                None => is_short_date(rest).then_some(Self::Weekday(day % 7)),
            };
        }
        let after = DAY.iter().find_map(|word| name.strip_prefix(word));
        let (number, rest) = split_number(after.unwrap_or(&name).trim_start_matches([' ', '第']))?;
        let is_day = after.is_some() || rest.trim_start().starts_with(DAY_AFTER);
        (is_day && !rest.starts_with(|it: char| it.is_ascii_alphanumeric()))
            .then_some(Self::Number(number))
    }
}

/// A number and what follows it.
fn split_number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|it: char| !it.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    Some((number.parse().ok()?, rest))
}

/// Whether a text may be a date that is not read: nothing, or one with a number.
fn is_short_date(text: &str) -> bool {
    text.is_empty() || text.contains(|it: char| it.is_ascii_digit())
}

/// The date at the beginning of a text, which ends there or goes on with another word.
fn date(text: &str) -> Option<Date> {
    DATES.iter().find_map(|format| {
        let (date, length) = BrokenDownTime::parse_prefix(format, text).ok()?;
        let rest = text.get(length..)?;
        let date = date.to_date().ok().filter(|date| date.year() >= 1_000)?;
        let is_whole = !rest.starts_with(|it: char| it.is_ascii_alphanumeric());
        Date::parse(&date.to_string()).ok().filter(|_| is_whole)
    })
}

/// The days of a file, in its order.
#[derive(Debug, Default)]
pub(crate) struct Days(Vec<(Name, DraftDay)>);

impl Days {
    /// Adds a day, unless one of its number or date is there; returns its place.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn add(&mut self, name: Name) -> Result<usize, ImportError> {
        let same = |(known, _): &(Name, _)| *known == name && !matches!(name, Name::Weekday(_));
        if let Some(place) = self.0.iter().position(same) {
            return Ok(place);
        }
        if self.0.len() > Trip::MAX_ITEMS {
            return Err(too_many_folders());
        }
        self.0.push((name, DraftDay::default()));
        Ok(self.0.len() - 1)
    }

    /// Adds an item to the day at a place.
    pub(crate) fn push(&mut self, place: usize, item: DraftItem) {
        if let Some((_, day)) = self.0.get_mut(place) {
            day.items.push(item);
        }
    }

    /// All items.
    pub(crate) fn items(&self) -> impl Iterator<Item = &DraftItem> {
        self.0.iter().flat_map(|(_, day)| &day.items)
    }

    /// Numbers the days: by their numbers; by their dates, from that of `start` or the first one
    /// on; others follow the one before them, where dates are known on their weekday. Returns the
    /// date of day 1, if dates tell it.
    pub(crate) fn count_dates(&mut self, start: Option<Instant>) -> Option<Date> {
        let dates = self.0.iter().filter_map(|(name, _)| match name {
            Name::Date(date) => Some(*date),
            _ => None,
        });
        let has_numbers = self
            .0
            .iter()
            .any(|(name, _)| matches!(name, Name::Number(_)));
        let first = match start.map(Date::from) {
            Some(start) => dates.min().map(|first| first.min(start)),
            None => dates
                .min()
                .filter(|_| !has_numbers)
                .map(|first| first.min(self.first_by_weekdays(first))),
        };
        let mut before: u32 = 0;
        for (name, day) in &mut self.0 {
            let number = match (*name, first) {
                (Name::Number(number), _) => number,
                (Name::Date(date), Some(first)) => {
                    let days = (date.midnight().millis() - first.midnight().millis()) / 86_400_000;
                    u32::try_from(days + 1).unwrap_or_default()
                }
                (Name::Weekday(weekday), Some(first)) => {
                    let next = first.midnight().plus_days(i64::from(before));
                    let later = (i64::from(weekday) - weekday_of(next)).rem_euclid(7);
                    before.saturating_add(1 + u32::try_from(later).unwrap_or_default())
                }
                _ => before.saturating_add(1),
            };
            day.number = Some(number);
            before = number;
        }
        first
    }

    /// The date of the first day, if days of the week come before the first one with a date.
    fn first_by_weekdays(&self, first: Date) -> Date {
        let names = self.0.iter().map(|(name, _)| *name);
        let dated = names.clone().position(|name| matches!(name, Name::Date(_)));
        let before = names.take(dated.unwrap_or_default());
        let weekdays: Vec<_> = before
            .map_while(|name| match name {
                Name::Weekday(weekday) => Some(i64::from(weekday)),
                _ => None,
            })
            .collect();
        let Some(Name::Date(date)) = dated.and_then(|place| Some(self.0.get(place)?.0)) else {
            return first;
        };
        let earlier = weekdays
            .iter()
            .rev()
            .fold(date.midnight(), |next, weekday| {
                next.plus_days(-1 - (weekday_of(next) - 1 - weekday).rem_euclid(7))
            });
        earlier.into()
    }

    /// The days, numbered.
    pub(crate) fn into_days(self) -> Vec<DraftDay> {
        self.0.into_iter().map(|(_, day)| day).collect()
    }
}

/// The day of the week of a midnight, counted from Monday.
fn weekday_of(midnight: Instant) -> i64 {
    // The epoch was a Thursday.
    (midnight.millis().div_euclid(86_400_000) + 3).rem_euclid(7)
}

#[cfg(test)]
mod tests {
    use super::{Date, Days, Name};

    #[test]
    fn names_of_days_are_known() {
        let date = Name::Date(Date::parse("2027-05-06").unwrap());
        for (name, expected) in [
            ("Day 2", Name::Number(2)),
            ("day 12: Rome", Name::Number(12)),
            ("Tag 3 – Wien", Name::Number(3)),
            ("JOUR 4", Name::Number(4)),
            ("Día 5", Name::Number(5)),
            ("Dia 6", Name::Number(6)),
            ("Giorno 7", Name::Number(7)),
            ("2日目", Name::Number(2)),
            ("第3日目 京都", Name::Number(3)),
            ("2027-05-06", date),
            ("2027-05-06 Rome", date),
            ("6.5.2027", date),
            ("6 May 2027", date),
            ("May 6, 2027", date),
            ("2027年5月6日木曜日", date),
            ("Thursday 2027-05-06", date),
            ("Donnerstag, 06.05.2027", date),
            ("Thursday, May 6, 2027", date),
            ("Thursday", Name::Weekday(3)),
            ("SÁBADO", Name::Weekday(5)),
            ("木曜日", Name::Weekday(3)),
            ("Lundi 10 mai", Name::Weekday(0)),
            ("Terça-feira", Name::Weekday(1)),
        ] {
            assert_eq!(Name::of(name), Some(expected), "{name}");
        }
        for name in [
            "Restaurants",
            "Day trips",
            "Daytona 500",
            "Tagliatelle",
            "2",
            "",
            "Day",
            "Day 2x",
            "Friday night bars",
            "Fridays 2",
            "2027",
            "12345-05-06",
            "1.2.3 Route",
        ] {
            assert_eq!(Name::of(name), None, "{name}");
        }
    }
    #[test]
    fn weekdays_lead_to_dates_before_and_after_them() {
        let mut days = Days::default();
        for name in ["Thursday", "Friday", "2027-05-08 Saturday", "Monday"] {
            days.add(Name::of(name).unwrap()).unwrap();
        }
        let first = days.count_dates(None);
        assert_eq!(first, Some(Date::parse("2027-05-06").unwrap()));
        let days = days.into_days();
        let numbers: Vec<_> = days.into_iter().filter_map(|day| day.number).collect();
        assert_eq!(numbers, [1, 2, 3, 5]);
    }
}
