//! Describes a place of the data file.

use super::column::PlaceId;
use super::data::{Data, Kind, Row};
use crate::built_in::Loaded;
use crate::built_in::language::fold::fold;
use crate::{Bounds, Coordinates, Place, PlaceKind};

/// The minimum population of a city.
const CITY: u32 = 50_000;
const KILOMETRES_PER_DEGREE: f64 = 111.2;

/// Returns the complete place.
pub(crate) fn describe(loaded: &Loaded, id: PlaceId) -> Option<Place> {
    let data = &loaded.data;
    let row = data.row(id)?;
    let area = data.area(id);
    Some(Place {
        name: row.name.to_owned(),
        display_name: display_name(data, id, &row),
        description: description(data, &row),
        kind: match row.kind {
            Kind::City => PlaceKind::City,
            Kind::Region => PlaceKind::Region,
            Kind::Country => PlaceKind::Country,
            Kind::Airport => PlaceKind::Airport,
        },
        coordinates: row.coordinates,
        bounds: area.map_or_else(
            || around(row.coordinates, row.population),
            |area| area.bounds,
        ),
        time_zone: loaded
            .zone_of(area.map_or(row.coordinates, |area| area.seat))
            .to_owned(),
        country_code: data.country_code(row.country).to_owned(),
        osm: None,
        wikidata: None,
        wikipedia: None,
    })
}

/// Returns "Lisbon, Portugal"; with the region if the country has another city of that name.
fn display_name(data: &Data, id: PlaceId, row: &Row<'_>) -> String {
    let country = country_name(data, row);
    if row.kind == Kind::Country || country == row.name {
        return row.name.to_owned();
    }
    let region = data.region_name(row.region);
    if row.kind == Kind::City
        && !region.is_empty()
        && region != row.name
        && has_namesake(data, id, row)
    {
        return format!("{}, {region}, {country}", row.name);
    }
    format!("{}, {country}", row.name)
}

fn has_namesake(data: &Data, id: PlaceId, row: &Row<'_>) -> bool {
    let named = data.names().seek(&fold(row.name)).found;
    named
        .iter()
        .filter(|named| named.main && named.place != id)
        .filter_map(|named| data.row(named.place))
        .any(|other| {
            other.kind == Kind::City && other.country == row.country && (row.small || !other.small)
        })
}

fn description(data: &Data, row: &Row<'_>) -> String {
    let country = with_article(country_name(data, row));
    let inhabitants = thousands(row.population);
    let region = data.region_name(row.region);
    match row.kind {
        Kind::Country if row.population == 0 => "Country".to_owned(),
        Kind::Country => format!("Country of {inhabitants} inhabitants"),
        Kind::Region => format!("Region of {country}"),
        Kind::Airport => format!("Airport in {country}"),
        Kind::City => {
            let what = match row {
                _ if row.capital => format!("Capital of {country}"),
                _ if region.is_empty() || region == row.name => {
                    format!("{} in {country}", size(row.population))
                }
                _ => format!(
                    "{} in {region}, {}",
                    size(row.population),
                    country_name(data, row)
                ),
            };
            if row.population == 0 {
                what
            } else {
                format!("{what}, {inhabitants} inhabitants")
            }
        }
    }
}

fn size(population: u32) -> &'static str {
    if population >= CITY { "City" } else { "Town" }
}

fn country_name<'a>(data: &'a Data, row: &Row<'a>) -> &'a str {
    let place = data.country_place(row.country).and_then(|id| data.row(id));
    place.map_or_else(|| data.country_code(row.country), |place| place.name)
}

/// Returns "the Netherlands", but "Portugal".
fn with_article(country: &str) -> String {
    const WITH: [&str; 8] = [
        "Bahamas",
        "Comoros",
        "Maldives",
        "Netherlands",
        "Philippines",
        "Seychelles",
        "Gambia",
        "Vatican",
    ];
    let with = WITH.contains(&country)
        || country.starts_with("United ")
        || country.ends_with(" Islands")
        || country.contains("Republic");
    if with {
        format!("the {country}")
    } else {
        country.to_owned()
    }
}

/// Formats a number as "517,802".
fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a box around a settlement. Its area is proportional to the population: 8 km to each side
/// for half a million.
pub(crate) fn around(middle: Coordinates, population: u32) -> Bounds {
    let kilometres = (0.011 * f64::from(population).sqrt()).clamp(1.5, 40.0);
    let north = kilometres / KILOMETRES_PER_DEGREE;
    let east = north / middle.latitude.to_radians().cos().max(0.05);
    Bounds {
        min_latitude: rounded((middle.latitude - north).max(-90.0)),
        min_longitude: rounded(wrapped(middle.longitude - east)),
        max_latitude: rounded((middle.latitude + north).min(90.0)),
        max_longitude: rounded(wrapped(middle.longitude + east)),
    }
}

fn wrapped(longitude: f64) -> f64 {
    (longitude + 180.0).rem_euclid(360.0) - 180.0
}

/// Rounds to the precision of the centre, about a metre.
fn rounded(degrees: f64) -> f64 {
    (degrees * 100_000.0).round() / 100_000.0
}

#[cfg(test)]
mod tests;
