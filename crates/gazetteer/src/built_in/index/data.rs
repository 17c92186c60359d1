//! The data file: GeoNames' places in the order of prominence, and an index of their names.
//!
//! The file is `WAYPLACE`, then three numbers (version of the layout, length and CRC-32 of the
//! body), then the body, compressed by zlib, which `build.rs` unpacks. Numbers have four bytes,
//! little-endian. The body is a sequence of sections, each after its length: lists of text (country
//! codes, regions as country number and name, place names), then columns with one entry for each
//! place (latitude and longitude in 1e-5 degrees, inhabitants, country number, region number from
//! 1, kind, prominence in twentieths), then the areas of regions and countries, then three sections
//! of names (see [`Names`]).

use thiserror::Error;

use super::column::{PlaceId, entry};
use super::names::Names;
use crate::{Bounds, Coordinates};

/// Why the data is unusable.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("the file of places is damaged: {0}")]
pub(crate) struct DataError(&'static str);

/// The kind of a place, in the order of size: an area contains places of lesser kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Airport,
    City,
    Region,
    Country,
}

/// The data of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) name: &'a str,
    pub(crate) coordinates: Coordinates,
    pub(crate) population: u32,
    /// Number of its country.
    pub(crate) country: u8,
    /// Number of its region, or its own number if it is a region; 0 for no region.
    pub(crate) region: u16,
    pub(crate) kind: Kind,
    pub(crate) capital: bool,
    /// Whether it is a settlement below 15,000 inhabitants, which needs more evidence.
    pub(crate) small: bool,
    /// The decimal logarithm of its population, adjusted for fame: about 5 for a town, 8 for the
    /// largest cities.
    pub(crate) prominence: f64,
}

impl Row<'_> {
    /// Returns whether this country or region contains the smaller place.
    pub(crate) fn contains(&self, small: &Self) -> bool {
        small.kind < self.kind
            && small.country == self.country
            && (self.kind == Kind::Country || small.region == self.region)
    }
}

/// The area of a region or country.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Area {
    pub(crate) bounds: Bounds,
    /// Where its capital or largest city lies.
    pub(crate) seat: Coordinates,
}

/// The body of the file.
#[derive(Debug)]
pub(crate) struct Data {
    body: &'static [u8],
    countries: Vec<Span>,
    regions: Vec<Span>,
    /// Where the name of each place starts, and one after the last ends.
    place_names: Vec<u32>,
    columns: [Span; 7],
    areas: Span,
    names: [Span; 3],
    /// The place of each country.
    country_places: Vec<Option<PlaceId>>,
}

/// A range of the body.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Data {
    /// Checks the body of the file.
    pub(crate) fn read(body: &'static [u8]) -> Result<Self, DataError> {
        let sections: [Span; 14] = sections(body).ok_or(DataError("its sections do not add up"))?;
        let [countries, regions, names, rest @ ..] = sections;
        let [columns @ .., areas, text, places, starts] = rest;
        let mut data = Self {
            countries: lines(body, countries)?,
            regions: lines(body, regions)?,
            place_names: line_starts(&lines(body, names)?),
            columns,
            areas,
            names: [text, places, starts],
            country_places: Vec::new(),
            body,
        };
        let widths = [4, 4, 4, 1, 2, 1, 1];
        if data.columns.iter().zip(widths).any(|(column, width)| {
            data.bytes(*column).len() != usize::try_from(data.len()).unwrap_or(0) * width
        }) {
            return Err(DataError("its columns differ in length"));
        }
        data.country_places = data
            .find_countries()
            .ok_or(DataError("a place is incomplete"))?;
        Ok(data)
    }

    fn find_countries(&self) -> Option<Vec<Option<PlaceId>>> {
        let mut places = vec![None; self.countries.len()];
        for id in 0..self.len() {
            let row = self.row(id)?;
            let own = places.get_mut(usize::from(row.country))?;
            if row.kind == Kind::Country {
                *own = Some(id);
            }
        }
        Some(places)
    }

    /// Returns the number of places.
    pub(crate) fn len(&self) -> PlaceId {
        PlaceId::try_from(self.place_names.len().saturating_sub(1)).unwrap_or(0)
    }

    pub(crate) fn names(&self) -> Names<'_> {
        let [text, places, starts] = self.names.map(|span| self.bytes(span));
        Names {
            text,
            places,
            starts,
        }
    }

    pub(crate) fn row(&self, id: PlaceId) -> Option<Row<'_>> {
        let [_, _, population, country, region, kind, prominence] =
            self.columns.map(|span| self.bytes(span));
        let index = usize::try_from(id).ok()?;
        let kind = *kind.get(index)?;
        Some(Row {
            name: self.place_name(index)?,
            coordinates: self.coordinates(id)?,
            population: u32::from_le_bytes(entry(population, index)?),
            country: *country.get(index)?,
            region: u16::from_le_bytes(entry(region, index)?),
            kind: match kind & 3 {
                0 => Kind::City,
                1 => Kind::Region,
                2 => Kind::Country,
                _ => Kind::Airport,
            },
            capital: kind & 4 != 0,
            small: kind & 8 != 0,
            prominence: f64::from(*prominence.get(index)?) / 20.0,
        })
    }

    /// Returns the centre of a place.
    pub(crate) fn coordinates(&self, id: PlaceId) -> Option<Coordinates> {
        let [latitude, longitude, ..] = self.columns;
        let index = usize::try_from(id).ok()?;
        let at = |column| degrees(self.bytes(column), index);
        Some(Coordinates {
            latitude: at(latitude)?,
            longitude: at(longitude)?,
        })
    }

    /// Returns the ISO 3166-1 alpha-2 code of a country.
    pub(crate) fn country_code(&self, country: u8) -> &str {
        self.line(&self.countries, usize::from(country))
            .unwrap_or_default()
    }

    /// Returns the place of a country.
    pub(crate) fn country_place(&self, country: u8) -> Option<PlaceId> {
        self.country_places
            .get(usize::from(country))
            .copied()
            .flatten()
    }

    /// Returns the name of a region.
    pub(crate) fn region_name(&self, region: u16) -> &str {
        let line = usize::from(region)
            .checked_sub(1)
            .and_then(|index| self.line(&self.regions, index))
            .unwrap_or_default();
        line.split_once('\t').map_or("", |(_, name)| name)
    }

    /// Returns the area of a region or country.
    pub(crate) fn area(&self, id: PlaceId) -> Option<Area> {
        const NUMBERS: usize = 7;
        let areas = self.bytes(self.areas);
        let count = areas.len() / (4 * NUMBERS);
        // The areas are in the order of their places.
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            let here = u32::from_le_bytes(entry(areas, middle * NUMBERS)?);
            if here == id {
                let at = |offset| degrees(areas, middle * NUMBERS + offset);
                return Some(Area {
                    bounds: Bounds {
                        min_latitude: at(1)?,
                        min_longitude: at(2)?,
                        max_latitude: at(3)?,
                        max_longitude: at(4)?,
                    },
                    seat: Coordinates {
                        latitude: at(5)?,
                        longitude: at(6)?,
                    },
                });
            }
            if here < id {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        None
    }

    fn place_name(&self, index: usize) -> Option<&str> {
        let [start, next] = *self.place_names.get(index..)?.first_chunk()?;
        let span = Span {
            start,
            end: next - 1,
        };
        std::str::from_utf8(self.bytes(span)).ok()
    }

    fn bytes(&self, span: Span) -> &[u8] {
        slice(self.body, span)
    }

    fn line(&self, lines: &[Span], index: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(*lines.get(index)?)).ok()
    }
}

fn sections<const COUNT: usize>(body: &[u8]) -> Option<[Span; COUNT]> {
    let mut spans = [Span::default(); COUNT];
    let mut at: usize = 0;
    for span in &mut spans {
        let start = at.checked_add(4)?;
        let length = u32::from_le_bytes(body.get(at..start)?.try_into().ok()?);
        at = start.checked_add(usize::try_from(length).ok()?)?;
        *span = Span {
            start: u32::try_from(start).ok()?,
            end: u32::try_from(at).ok()?,
        };
    }
    (at == body.len()).then_some(spans)
}

fn lines(body: &[u8], span: Span) -> Result<Vec<Span>, DataError> {
    let text =
        std::str::from_utf8(slice(body, span)).map_err(|_| DataError("a list is no text"))?;
    let mut start = span.start;
    text.split('\n')
        .map(|line| {
            let length = u32::try_from(line.len()).map_err(|_| DataError("a line is too long"))?;
            let line = Span {
                start,
                end: start + length,
            };
            start = line.end + 1;
            Ok(line)
        })
        .collect()
}

/// Returns where each line starts, and where one after the last would.
fn line_starts(lines: &[Span]) -> Vec<u32> {
    let starts = lines.iter().map(|line| line.start);
    let after = lines.last().map(|line| line.end + 1);
    starts.chain(after).collect()
}

fn slice(body: &[u8], span: Span) -> &[u8] {
    let (Ok(start), Ok(end)) = (usize::try_from(span.start), usize::try_from(span.end)) else {
        return &[];
    };
    body.get(start..end).unwrap_or_default()
}

fn degrees(column: &[u8], index: usize) -> Option<f64> {
    Some(f64::from(i32::from_le_bytes(entry(column, index)?)) / 100_000.0)
}

#[cfg(test)]
mod tests;
