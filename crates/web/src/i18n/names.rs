//! The names of countries and cities in the languages of pages.
//!
//! `data/names.tsv` has the names of CLDR for countries and the cities of time zones; `cargo xtask
//! places` writes it. `data/cities.tsv` is a list by hand of others that travellers meet. Each row
//! is a zone (none for a country), the English name as the gazetteer has it, and that of each other
//! language in the order of [`Language`], empty where it is the same.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::tz::TimeZoneDatabase;
use wayfare_domain::trip::Destination;
use wayfare_domain::{Language, ShortText};

use super::locale::Locale;

const NAMES: &str = include_str!("../../data/names.tsv");
const CITIES: &str = include_str!("../../data/cities.tsv");

/// The name of a country or city by language, English first.
type Row = Vec<&'static str>;

/// The rows by their zone and English name.
static ROWS: LazyLock<HashMap<(&str, &str), Row>> =
    LazyLock::new(|| rows(NAMES).chain(rows(CITIES)).collect());

/// The English names of the cities in the names of zones, by the zone.
static CITIES_OF_ZONES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| rows(NAMES).map(|(key, _)| key).collect());

/// The names of time zones that forms suggest.
pub(crate) static ZONE_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let database = TimeZoneDatabase::bundled();
    let names = database.available().map(|name| name.to_string());
    let is_of_place = |name: &String| name.contains('/') && !name.starts_with("Etc/");
    names.filter(is_of_place).collect()
});

fn rows(table: &'static str) -> impl Iterator<Item = ((&'static str, &'static str), Row)> {
    table.lines().filter_map(|line| {
        let (zone, names) = line.split_once('\t')?;
        let row: Row = names.split('\t').collect();
        Some(((zone, *row.first()?), row))
    })
}

/// The name in the language of the page.
fn local(row: &Row) -> Option<&'static str> {
    let language = Locale::current().language;
    let mut names = Language::ALL.into_iter().zip(row);
    let name = names.find(|(other, _)| *other == language);
    let name = name.map(|(_, name)| *name);
    name.filter(|name| !name.is_empty())
        .or(row.first().copied())
}

/// The city in the name of a time zone, such as "New York"; in the open sea, the offset.
pub(crate) fn city(zone: &str) -> Cow<'_, str> {
    // The names of these zones count hours to the west.
    if let Some(west) = zone.strip_prefix("Etc/GMT+") {
        return Cow::Owned(format!("UTC−{west}"));
    }
    if let Some(east) = zone.strip_prefix("Etc/GMT-") {
        return Cow::Owned(format!("UTC+{east}"));
    }
    let row = CITIES_OF_ZONES
        .get(zone)
        .and_then(|city| ROWS.get(&(zone, *city)));
    match row.and_then(local) {
        Some(city) => Cow::Borrowed(city),
        None => {
            let city = zone.rsplit_once('/').map_or(zone, |(_, city)| city);
            Cow::Owned(city.replace('_', " "))
        }
    }
}

/// The time zone of a city, by its name in English or the language of the page.
pub(crate) fn zone(city: &str) -> Option<&'static str> {
    let city = city.trim().to_lowercase();
    ZONE_NAMES.iter().map(String::as_str).find(|zone| {
        let english = zone.rsplit_once('/').map_or(*zone, |(_, city)| city);
        self::city(zone).to_lowercase() == city || english.replace('_', " ").to_lowercase() == city
    })
}

/// A name of the gazetteer, in the language of the page if it is known there.
pub(crate) fn name<'a>(name: &'a str, zone: &str) -> &'a str {
    ROWS.get(&(zone, name)).and_then(local).unwrap_or(name)
}

/// A location that the gazetteer wrote, such as "Lisbon, Portugal", in the language of the page.
pub(crate) fn location<'a>(text: &'a str, zone: &str) -> Cow<'a, str> {
    if Locale::current().language == Language::English {
        return Cow::Borrowed(text);
    }
    let mut parts: Vec<&str> = text.split(", ").collect();
    if let Some(country) = parts.last_mut() {
        *country = name(country, "");
    }
    if let Some(city) = parts.first_mut() {
        *city = name(city, zone);
    }
    Cow::Owned(parts.join(", "))
}

/// The location of a place as the page shows it: as it was typed, or in the language of the page if
/// the gazetteer filled it in.
pub(crate) fn shown_location(place: &Destination) -> Cow<'_, str> {
    if place.has_found_location {
        let zone = place.time_zone.as_ref().map_or("", |zone| zone.as_str());
        location(&place.location, zone)
    } else {
        Cow::Borrowed(&place.location)
    }
}

/// The location that a form sent for a place: the stored one if it was left as it was shown.
pub(crate) fn read_location(place: Option<&Destination>, sent: ShortText) -> ShortText {
    match place {
        Some(place) if shown_location(place) == sent.as_str() => place.location.clone(),
        _ => sent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cities_of_zones_in_each_language() {
        let cities = |language| {
            let read = || ["Europe/Vienna", "Asia/Kolkata", "America/New_York"].map(city);
            Locale::new(language, None).enter(read)
        };
        assert_eq!(cities(Language::English), ["Vienna", "Kolkata", "New York"]);
        assert_eq!(cities(Language::German), ["Wien", "Kalkutta", "New York"]);
        assert_eq!(
            cities(Language::Japanese),
            ["ウィーン", "コルカタ", "ニューヨーク"]
        );
        Locale::new(Language::Italian, None).enter(|| {
            assert_eq!(zone("lisbona"), Some("Europe/Lisbon"));
            assert_eq!(zone(" Lisbon "), Some("Europe/Lisbon"));
            assert_eq!(zone("Lissabon"), None);
        });
        assert_eq!(city("Etc/GMT+3"), "UTC−3");
        assert_eq!(city("Etc/GMT-12"), "UTC+12");
        assert_eq!(city("UTC"), "UTC");
    }

    #[test]
    fn translates_places_of_the_country_alone() {
        Locale::new(Language::German, None).enter(|| {
            assert_eq!(
                location("Munich, Germany", "Europe/Berlin"),
                "München, Deutschland"
            );
            assert_eq!(
                location("Rome, United States", "America/New_York"),
                "Rome, Vereinigte Staaten"
            );
            assert_eq!(location("Portugal", "Europe/Lisbon"), "Portugal");
            assert_eq!(
                location("Évora, Portugal", "Europe/Lisbon"),
                "Évora, Portugal"
            );
            assert_eq!(location("Greece", "Europe/Athens"), "Griechenland");
        });
        assert_eq!(
            location("Munich, Germany", "Europe/Berlin"),
            "Munich, Germany"
        );
    }

    #[test]
    fn tables_have_a_name_for_each_language() {
        for ((zone, name), row) in rows(NAMES).chain(rows(CITIES)) {
            let others = row.iter().skip(1).filter(|name| !name.is_empty());
            assert!(row.len() <= 7 && !name.is_empty(), "{zone} {name}");
            assert!(
                others.clone().all(|other| *other != name),
                "{zone} {name} is listed twice"
            );
            assert!(
                zone.is_empty() || wayfare_service::TimeZone::parse_name(zone).is_ok(),
                "{zone}"
            );
        }
    }
}
