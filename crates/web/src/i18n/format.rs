//! Dates, times and amounts as pages show and forms take them.

use std::borrow::Cow;
use std::fmt::Display;

use jiff::civil::{Date as CivilDate, DateTime, Time};
use rust_decimal::Decimal;
use wayfare_domain::trip::place::{Coordinates, Point, Precision, ZoneName};
use wayfare_domain::trip::{Destination, ItemZones, ItineraryItem, Trip};
use wayfare_domain::{Amount, Currency, Dates, Instant, Language, Reason, SignedAmount, money};
use wayfare_service::TimeZone;

use super::locale::{Locale, Misread, narrow, readable};
use super::names;
use super::texts as t;

/// Signs of one currency each. `$` and `kr` are of several.
const SIGNS: [(&str, &str); 13] = [
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("￥", "JPY"),
    ("円", "JPY"),
    ("R$", "BRL"),
    ("zł", "PLN"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("฿", "THB"),
    ("₫", "VND"),
    ("₴", "UAH"),
];
/// The most characters of a name in the label of a button.
const MAX_LABEL: usize = 60;

/// A time zone, whose times are written for people and forms.
#[derive(Debug, Clone)]
pub(crate) struct Zone(TimeZone);

impl Zone {
    /// UTC.
    pub(crate) fn utc() -> Self {
        Self(TimeZone::utc())
    }

    /// That of a trip; UTC without one.
    pub(crate) fn of_trip(trip: &Trip) -> Self {
        Self::of(trip.time_zone())
    }

    /// A zone by its name; UTC without one.
    fn of(name: Option<&ZoneName>) -> Self {
        let zone = name.and_then(TimeZone::find);
        zone.map_or_else(Self::utc, Self)
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// The city in its name, such as "New York".
    pub(crate) fn city(&self) -> Cow<'_, str> {
        names::city(self.name())
    }

    /// The time of day of an instant.
    pub(crate) fn time(&self, at: Instant) -> String {
        Locale::current().conventions.time(self.civil(at).time())
    }

    /// The time of day of an instant as an address has it.
    pub(crate) fn clock(&self, at: Instant) -> String {
        self.civil(at).strftime("%H:%M").to_string()
    }

    /// The day of an instant.
    pub(crate) fn date(&self, at: Instant) -> CivilDate {
        self.civil(at).date()
    }

    /// An instant as the value of an input of type `datetime-local`.
    pub(crate) fn input(&self, at: Option<Instant>) -> String {
        let Some(at) = at else { return String::new() };
        let civil = self.civil(at);
        let format = if at.millis().rem_euclid(60_000) == 0 {
            "%Y-%m-%dT%H:%M"
        } else {
            "%Y-%m-%dT%H:%M:%S%.3f"
        };
        civil.strftime(format).to_string()
    }

    /// The instant at which its clocks show this.
    pub(crate) fn instant(&self, civil: DateTime) -> Result<Instant, Reason> {
        let instant = self.0.instant(civil);
        instant.ok_or_else(|| Reason::new(t::REFUSED_TIME.phrase()))
    }

    pub(crate) fn civil(&self, at: Instant) -> DateTime {
        self.0.local(at).unwrap_or_default()
    }

    /// What its clocks show, as an instant of UTC. A day whose midnight its clocks leave out begins
    /// with midnight all the same.
    pub(crate) fn clock_instant(&self, at: Instant) -> Instant {
        let civil = self.civil(at);
        let before = Instant::from_millis(at.millis() - 1).map(|before| self.date(before));
        let civil = match before {
            Ok(before) if before < civil.date() => civil.date().into(),
            _ => civil,
        };
        Self::utc().instant(civil).unwrap_or(at)
    }
}

/// The zones of the two ends of an item.
#[derive(Debug, Clone)]
pub(crate) struct Zones {
    pub(crate) start: Zone,
    pub(crate) end: Zone,
}

impl Zones {
    fn of(zones: ItemZones<'_>) -> Self {
        Self {
            start: Zone::of(zones.start),
            end: Zone::of(zones.end),
        }
    }

    /// Those of each item of a trip.
    pub(crate) fn of_trip(trip: &Trip) -> Vec<Self> {
        trip.item_zones().into_iter().map(Self::of).collect()
    }

    /// Those of each item of a shared trip, whose items have both.
    pub(crate) fn of_shared(items: &[ItineraryItem]) -> Vec<Self> {
        let zones = items.iter().map(ItemZones::own);
        zones.map(Self::of).collect()
    }

    /// Those of an item of a trip; UTC for a new one.
    pub(crate) fn of_item(trip: &Trip, item: Option<&ItineraryItem>) -> Self {
        let place = item.and_then(|item| trip.item(&item.id));
        let zones = place.and_then(|(place, _)| trip.item_zones().get(place).copied());
        Self::of(zones.unwrap_or_default())
    }
}

/// How far what is known so exactly may lie from its coordinates, in km.
const ACCURACY: [(Precision, f64, &str); 3] = [
    (Precision::Street, 0.2, " ± 200 m"),
    (Precision::Town, 5.0, " ± 5 km"),
    (Precision::Region, 100.0, " ± 100 km"),
];

/// Coordinates as people write them, such as "38.6916, -9.216", or "38.72, -9.14 ± 5 km" of a town.
pub(crate) fn point(at: &Coordinates, precision: Option<Precision>) -> String {
    let mut accuracy = ACCURACY.iter();
    let accuracy = accuracy.find(|(known, ..)| Some(*known) == precision);
    let accuracy = accuracy.map_or("", |(.., text)| text);
    format!("{}, {}{accuracy}", at.latitude(), at.longitude())
}

/// The description of a place; none that the gazetteer wrote, in English, for another language.
pub(crate) fn description(place: &Destination) -> &str {
    const WRITTEN: [&str; 6] = [
        "Capital of",
        "City in",
        "Town in",
        "Region of",
        "Airport in",
        "Country",
    ];
    let is_written = || {
        WRITTEN
            .iter()
            .any(|start| place.description.starts_with(start))
    };
    match Locale::current().language {
        Language::English => &place.description,
        _ if place.is_filled && is_written() => "",
        _ => &place.description,
    }
}

/// Reads coordinates as [`point`] writes them; an empty text is none.
pub(crate) fn parse_point(text: &str) -> Result<Option<Point>, Reason> {
    if text.is_empty() {
        return Ok(None);
    }
    let refuse = || Reason::new(t::REFUSED_POINT.phrase());
    let (text, accuracy) = text.split_once('±').unwrap_or((text, "0 m"));
    let precision = parse_accuracy(accuracy).ok_or_else(refuse)?;
    let numbers = text.split(|c: char| c == ',' || c == ';' || c.is_whitespace());
    let numbers = numbers.filter(|number| !number.is_empty());
    let numbers: Result<Vec<Decimal>, _> = numbers.map(money::parse_decimal).collect();
    let point = match numbers.as_deref() {
        Ok([latitude, longitude]) => Some((*latitude, *longitude)),
        _ => parse_degrees(text),
    };
    let (latitude, longitude) = point.ok_or_else(refuse)?;
    Ok(Some(Point {
        coordinates: Coordinates::new(latitude, longitude)?,
        precision,
    }))
}

/// How exactly a place is known that lies within a length, such as `5 km`, of its coordinates.
fn parse_accuracy(text: &str) -> Option<Precision> {
    let text = text.trim();
    let length = |unit: &str| text.strip_suffix(unit)?.trim().parse::<f64>().ok();
    let length = length("km").or_else(|| Some(length("m")? / 1_000.0))?;
    let mut within = ACCURACY.iter().rev();
    let within = within.find(|(_, least, _)| length >= *least);
    (length >= 0.0).then(|| within.map_or(Precision::Exact, |(precision, ..)| *precision))
}

/// Reads coordinates as maps show them, such as `55°41'34.5"N 12°35'57.1"E`.
fn parse_degrees(text: &str) -> Option<(Decimal, Decimal)> {
    let (latitude, longitude) = text.trim().split_once(['N', 'S'])?;
    let is_south = text.contains('S');
    let is_west = longitude.ends_with('W');
    let longitude = longitude.strip_suffix(['E', 'W'])?;
    let degrees = |text: &str, is_negative: bool| {
        let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.');
        let parts = parts.filter(|part| !part.is_empty());
        let parts: Vec<Decimal> = parts
            .map(money::parse_decimal)
            .collect::<Result<_, _>>()
            .ok()?;
        let minute = Decimal::from(60);
        let sum = match parts.as_slice() {
            [degrees] => *degrees,
            [degrees, minutes] => degrees + minutes / minute,
            [degrees, minutes, seconds] => degrees + (minutes + seconds / minute) / minute,
            _ => return None,
        };
        let sum = sum.round_dp(6);
        Some(if is_negative { -sum } else { sum })
    };
    Some((degrees(latitude, is_south)?, degrees(longitude, is_west)?))
}

/// Reads a time zone by its name or that of its city; an empty text is none.
pub(crate) fn parse_zone(text: &str) -> Result<Option<ZoneName>, Reason> {
    if text.is_empty() {
        return Ok(None);
    }
    let named = || TimeZone::parse_name(names::zone(text)?).ok();
    match TimeZone::parse_name(text) {
        Err(reason) => named().map(Some).ok_or(reason),
        zone => zone.map(Some),
    }
}

/// The beginning of a text, for a label.
pub(crate) fn short(text: &str) -> String {
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(MAX_LABEL).collect();
    if letters.next().is_some() {
        format!("{short}…")
    } else {
        short
    }
}

/// The time from one instant to another, such as "2 h 35 min"; `None` if it is no minute.
pub(crate) fn duration(start: Instant, end: Instant) -> Option<String> {
    let minutes = (end.millis() - start.millis()) / 60_000;
    (minutes > 0).then(|| t::duration(minutes / 60, minutes % 60))
}

/// A length in km, such as "1.2 km", or "0.7 mi" in regions of miles; `None` below 100 m.
pub(crate) fn distance(length: f64) -> Option<String> {
    /// Km of a mile.
    const MILE: f64 = 1.609_344;
    let (length, unit, least) = match Locale::current().has_miles {
        true => (length / MILE, "mi", 0.1 / MILE),
        false => (length, "km", 0.1),
    };
    let places = usize::from(length < 10.0);
    let numbers = &Locale::current().conventions.numbers;
    (length >= least).then(|| {
        format!(
            "{}\u{a0}{unit}",
            numbers.write(&format!("{length:.places$}"))
        )
    })
}

/// How far clocks are ahead of others, such as "+1 h" or "−4 h 30 min".
pub(crate) fn clock_change(minutes: i64) -> String {
    let length = t::duration(minutes.abs() / 60, minutes.abs() % 60);
    format!("{}{length}", if minutes < 0 { "−" } else { "+" })
}

/// A day such as "Friday, 1 May 2026".
pub(crate) fn long_date(date: CivilDate) -> String {
    Locale::current().conventions.long_date(date)
}

/// A day such as "1 May 2026".
pub(crate) fn short_date(date: CivilDate) -> String {
    Locale::current().conventions.short_date(date)
}

/// The day of an instant in UTC.
pub(crate) fn utc_date(at: Instant) -> CivilDate {
    Zone::utc().date(at)
}

/// The last day of what ends at this instant.
pub(crate) fn last_day(end: Instant) -> CivilDate {
    let last = Instant::from_millis(end.millis() - 1);
    utc_date(last.unwrap_or(end))
}

/// A time of day, from its form in an address; `None` of another text.
pub(crate) fn time_of_day(text: &str) -> Option<String> {
    let time: Time = text.parse().ok()?;
    Some(Locale::current().conventions.time(time))
}

/// The value of an input of type `date` or `datetime-local` as people read it.
pub(crate) fn shown_input(value: &str) -> Option<String> {
    if let Ok(date) = value.parse::<CivilDate>()
        && !value.contains('T')
    {
        return Some(short_date(date));
    }
    let at: DateTime = value.parse().ok()?;
    let time = Locale::current().conventions.time(at.time());
    Some(format!("{}, {time}", short_date(at.date())))
}

/// An instant in UTC as the value of an input of type `date`.
pub(crate) fn date_input(at: Option<Instant>) -> String {
    at.map(|at| utc_date(at).to_string()).unwrap_or_default()
}

/// The dates of a trip; `None` if it has none.
pub(crate) fn dates(dates: &Dates) -> Option<String> {
    let start = dates.start.or(dates.end)?;
    let end = dates.end.or(dates.start)?;
    Some(range(utc_date(start.at), utc_date(end.at)))
}

/// From one day to another, such as "1 – 8 May 2026".
pub(crate) fn range(start: CivilDate, end: CivilDate) -> String {
    Locale::current().conventions.range(start, end)
}

/// An amount such as "CAD 1,240.20".
pub(crate) fn money(value: Decimal, currency: Currency) -> String {
    let numbers = &Locale::current().conventions.numbers;
    numbers.money(&number(value, currency), currency)
}

/// An amount without its currency, with the places of the minor unit.
pub(crate) fn number(value: Decimal, currency: Currency) -> String {
    let places = usize::try_from(currency.minor_places()).unwrap_or(2);
    let rounded = currency.round(value.abs());
    let numbers = &Locale::current().conventions.numbers;
    let number = numbers.write(&format!("{rounded:.places$}"));
    if value.is_sign_negative() && !value.is_zero() {
        format!("−{number}")
    } else {
        number
    }
}

/// An exchange rate, to six significant digits.
pub(crate) fn rate(value: Decimal) -> String {
    ungrouped(value.round_sf(6).unwrap_or(value).normalize())
}

/// A number without groups, such as the value of an input.
pub(crate) fn ungrouped(number: impl Display) -> String {
    let numbers = &Locale::current().conventions.numbers;
    numbers.write_plain(&number.to_string())
}

/// An amount with the places of the minor unit, as the value of an input.
pub(crate) fn money_input(amount: Decimal, currency: Currency) -> String {
    ungrouped(readable(currency.with_minor_places(amount), Some(currency)))
}

/// The first 8 bytes of a hash, as hexadecimal digits.
pub(crate) fn short_hex(hash: &[u8]) -> String {
    let bytes = hash.iter().take(8);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// Reads an amount of a currency, or a number of anything; an empty text is none.
pub(crate) fn parse_amount(
    text: &str,
    currency: Option<Currency>,
) -> Result<Option<Amount>, Reason> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let numbers = &Locale::current().conventions.numbers;
    Amount::new(numbers.parse(text, currency).map_err(reason_of)?).map(Some)
}

/// As [`parse_amount`], with a minus before the amount or without.
pub(crate) fn parse_signed_amount(
    text: &str,
    currency: Option<Currency>,
) -> Result<Option<SignedAmount>, Reason> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let numbers = &Locale::current().conventions.numbers;
    SignedAmount::new(numbers.parse(text, currency).map_err(reason_of)?).map(Some)
}

/// Why a text is not read as a number.
pub(crate) fn reason_of(misread: Misread) -> Reason {
    match misread {
        Misread::NoNumber(reason) => reason,
        Misread::Either(one, other) => Reason::new(t::two_amounts(&one, &other)),
    }
}

/// Reads a currency's code, in any case, or its sign.
pub(crate) fn parse_currency(text: &str) -> Result<Currency, Reason> {
    let sign = SIGNS.iter().find(|(sign, _)| *sign == text);
    let code = || text.chars().map(narrow).collect::<String>().to_uppercase();
    Currency::new(&sign.map_or_else(code, |(_, code)| (*code).to_owned()))
}

/// The number and the currency of an amount that has one before or after it, such as `15 €`.
pub(crate) fn split_currency(text: &str) -> Option<(&str, Currency)> {
    let is_of_number = |c: char| narrow(c).is_ascii_digit() || ['-', '−', '.', ','].contains(&c);
    let (start, end) = (text.find(is_of_number)?, text.rfind(is_of_number)?);
    let end = end + text.get(end..)?.chars().next()?.len_utf8();
    let around = (text.get(..start)?.trim(), text.get(end..)?.trim());
    let ((sign, "") | ("", sign)) = around else {
        return None;
    };
    Some((text.get(start..end)?, parse_currency(sign).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_coordinates_as_maps_show_them() {
        let read = |text| {
            let at = parse_point(text).ok().flatten()?;
            Some(point(&at.coordinates, Some(at.precision)))
        };
        for (text, expected) in [
            ("38.6916, -9.2160", "38.6916, -9.216"),
            (
                "55\u{b0}41'34.5\"N 12\u{b0}35'57.1\"E",
                "55.692917, 12.599194",
            ),
            (
                "33\u{b0} 51\u{2032} 25\u{2033} S, 151\u{b0} 12\u{2032} 55\u{2033} E",
                "-33.856944, 151.215278",
            ),
            ("40.6892\u{b0} N, 74.0445\u{b0} W", "40.6892, -74.0445"),
            ("38.72, -9.14 \u{b1} 5 km", "38.72, -9.14 \u{b1} 5 km"),
            ("38.72, -9.14\u{b1}400m", "38.72, -9.14 \u{b1} 200 m"),
            ("39.5, -8 \u{b1} 100 km", "39.5, -8 \u{b1} 100 km"),
            ("38.72, -9.14 \u{b1} 10 m", "38.72, -9.14"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "1, 2 \u{b1} far",
            "Nice",
            "12 N",
            "1 2 3 4 N 5 E",
            "95N 5E",
            "5N 5",
            "N E",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
