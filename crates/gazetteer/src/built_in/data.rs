//! The data file: GeoNames' places in the order of their prominence, and the names by which they
//! are found.
//!
//! The file is `WAYPLACE`, then three numbers (version of the layout, length and CRC-32 of the
//! body), then the body, compressed by zlib. Numbers have four bytes, the least first. The body is
//! a row of sections, each after its length: lists of text (time zones, countries' codes, regions
//! as number of the country and name, names of the places), then columns with one entry for each
//! place (latitude and longitude in 1e-5 degrees, inhabitants, number of the country, number of the
//! region from 1, number of the time zone, kind, prominence in twentieths), then the extents of
//! those that have one, then three sections of names (see [`Names`]).

use std::io::Read;

use flate2::Crc;
use flate2::read::ZlibDecoder;
use thiserror::Error;

use super::names::Names;
use crate::{Bounds, Coordinates};

const MAGIC: &[u8] = b"WAYPLACE";
const VERSION: u32 = 1;
const HEAD: usize = 20;
/// No file is larger unpacked; what claims to be is none of ours.
const LARGEST: usize = 64 << 20;

/// Why a data file can't be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum DataError {
    /// It does not begin as such a file does.
    #[error("this is no file of places")]
    NotPlaces,
    /// It is laid out in another way.
    #[error("the file of places has layout {found}, and this program reads {VERSION}")]
    Version {
        /// The layout that it names.
        found: u32,
    },
    /// What it holds is not what was written.
    #[error("the file of places is damaged: {0}")]
    Damaged(&'static str),
}

/// The number of a place; smaller ones are more prominent.
pub(crate) type PlaceId = u32;

/// What kind of place it is, from the smallest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    City,
    Region,
    Country,
}

/// What the file says of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) name: &'a str,
    pub(crate) coordinates: Coordinates,
    pub(crate) population: u32,
    /// Number of its country.
    pub(crate) country: u8,
    /// Number of its region, or of itself where it is one; 0 for none.
    pub(crate) region: u16,
    pub(crate) zone: u16,
    pub(crate) kind: Kind,
    pub(crate) capital: bool,
    /// The order of its population, with something for fame: about 5 for a town, 8 for the largest
    /// cities.
    pub(crate) prominence: f64,
}

/// The unpacked file.
#[derive(Debug)]
pub(crate) struct Data {
    body: Vec<u8>,
    zones: Vec<Span>,
    countries: Vec<Span>,
    regions: Vec<Span>,
    place_names: Vec<Span>,
    columns: [Span; 8],
    extents: Span,
    names: [Span; 3],
    /// For each country, the place that it is.
    country_places: Vec<Option<PlaceId>>,
}

/// A part of the body.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Data {
    /// Unpacks the file and checks it.
    pub(crate) fn read(file: &[u8]) -> Result<Self, DataError> {
        let body = unpack(file)?;
        let sections = sections(&body).ok_or(DataError::Damaged("its sections do not add up"))?;
        let [
            zones,
            countries,
            regions,
            names,
            c0,
            c1,
            c2,
            c3,
            c4,
            c5,
            c6,
            c7,
            extents,
            n0,
            n1,
            n2,
        ] = sections;
        let mut data = Self {
            zones: lines(&body, zones)?,
            countries: lines(&body, countries)?,
            regions: lines(&body, regions)?,
            place_names: lines(&body, names)?,
            columns: [c0, c1, c2, c3, c4, c5, c6, c7],
            extents,
            names: [n0, n1, n2],
            country_places: Vec::new(),
            body,
        };
        let widths = [4, 4, 4, 1, 2, 2, 1, 1];
        if data
            .columns
            .iter()
            .zip(widths)
            .any(|(column, width)| data.bytes(*column).len() != data.place_names.len() * width)
        {
            return Err(DataError::Damaged("its columns differ in length"));
        }
        data.country_places = data
            .find_countries()
            .ok_or(DataError::Damaged("a place is incomplete"))?;
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

    /// How many places there are.
    pub(crate) fn len(&self) -> PlaceId {
        PlaceId::try_from(self.place_names.len()).unwrap_or(0)
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
        let [_, _, population, country, region, zone, kind, prominence] =
            self.columns.map(|span| self.bytes(span));
        let index = usize::try_from(id).ok()?;
        let kind = *kind.get(index)?;
        Some(Row {
            name: self.line(&self.place_names, index)?,
            coordinates: self.coordinates(id)?,
            population: u32::from_le_bytes(entry(population, index)?),
            country: *country.get(index)?,
            region: u16::from_le_bytes(entry(region, index)?),
            zone: u16::from_le_bytes(entry(zone, index)?),
            kind: match kind & 3 {
                0 => Kind::City,
                1 => Kind::Region,
                _ => Kind::Country,
            },
            capital: kind & 4 != 0,
            prominence: f64::from(*prominence.get(index)?) / 20.0,
        })
    }

    /// The middle of a place.
    pub(crate) fn coordinates(&self, id: PlaceId) -> Option<Coordinates> {
        let [latitude, longitude, ..] = self.columns;
        let index = usize::try_from(id).ok()?;
        let at = |column| degrees(self.bytes(column), index);
        Some(Coordinates {
            latitude: at(latitude)?,
            longitude: at(longitude)?,
        })
    }

    /// ISO 3166-1 alpha-2 code of the country with that number.
    pub(crate) fn country_code(&self, country: u8) -> &str {
        self.line(&self.countries, usize::from(country))
            .unwrap_or_default()
    }

    /// The place that is the country with that number.
    pub(crate) fn country_place(&self, country: u8) -> Option<PlaceId> {
        self.country_places
            .get(usize::from(country))
            .copied()
            .flatten()
    }

    /// Name of the region with that number.
    pub(crate) fn region_name(&self, region: u16) -> &str {
        let line = usize::from(region)
            .checked_sub(1)
            .and_then(|index| self.line(&self.regions, index))
            .unwrap_or_default();
        line.split_once('\t').map_or("", |(_, name)| name)
    }

    /// IANA name of the time zone with that number.
    pub(crate) fn zone_name(&self, zone: u16) -> &str {
        self.line(&self.zones, usize::from(zone))
            .unwrap_or_default()
    }

    /// How far a region or country reaches.
    pub(crate) fn extent(&self, id: PlaceId) -> Option<Bounds> {
        const NUMBERS: usize = 5;
        let extents = self.bytes(self.extents);
        let count = extents.len() / (4 * NUMBERS);
        // They are in the order of their places.
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            let here = u32::from_le_bytes(entry(extents, middle * NUMBERS)?);
            if here == id {
                let at = |offset| degrees(extents, middle * NUMBERS + offset);
                return Some(Bounds {
                    min_latitude: at(1)?,
                    min_longitude: at(2)?,
                    max_latitude: at(3)?,
                    max_longitude: at(4)?,
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

    fn bytes(&self, span: Span) -> &[u8] {
        slice(&self.body, span)
    }

    fn line(&self, lines: &[Span], index: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(*lines.get(index)?)).ok()
    }
}

fn unpack(file: &[u8]) -> Result<Vec<u8>, DataError> {
    if !file.starts_with(MAGIC) {
        return Err(DataError::NotPlaces);
    }
    let number = |index: usize| {
        file.get(MAGIC.len()..)
            .and_then(|rest| entry(rest, index))
            .map(u32::from_le_bytes)
    };
    let (Some(found), Some(length), Some(check)) = (number(0), number(1), number(2)) else {
        return Err(DataError::NotPlaces);
    };
    if found != VERSION {
        return Err(DataError::Version { found });
    }
    let length = usize::try_from(length)
        .ok()
        .filter(|length| *length <= LARGEST)
        .ok_or(DataError::Damaged("it is too large"))?;
    let mut body = Vec::with_capacity(length);
    let packed = file.get(HEAD..).unwrap_or_default();
    let most = u64::try_from(length).unwrap_or(u64::MAX).saturating_add(1);
    ZlibDecoder::new(packed)
        .take(most)
        .read_to_end(&mut body)
        .map_err(|_| DataError::Damaged("it can't be unpacked"))?;
    let mut crc = Crc::new();
    crc.update(&body);
    if body.len() != length || crc.sum() != check {
        return Err(DataError::Damaged("its check sum differs"));
    }
    Ok(body)
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
    let text = std::str::from_utf8(slice(body, span))
        .map_err(|_| DataError::Damaged("a list is no text"))?;
    let mut start = span.start;
    text.split('\n')
        .map(|line| {
            let length =
                u32::try_from(line.len()).map_err(|_| DataError::Damaged("a line is too long"))?;
            let line = Span {
                start,
                end: start + length,
            };
            start = line.end + 1;
            Ok(line)
        })
        .collect()
}

fn slice(body: &[u8], span: Span) -> &[u8] {
    let (Ok(start), Ok(end)) = (usize::try_from(span.start), usize::try_from(span.end)) else {
        return &[];
    };
    body.get(start..end).unwrap_or_default()
}

/// The entry of a column of numbers.
pub(super) fn entry<const WIDTH: usize>(column: &[u8], index: usize) -> Option<[u8; WIDTH]> {
    let start = index.checked_mul(WIDTH)?;
    column
        .get(start..start.checked_add(WIDTH)?)?
        .try_into()
        .ok()
}

fn degrees(column: &[u8], index: usize) -> Option<f64> {
    Some(f64::from(i32::from_le_bytes(entry(column, index)?)) / 100_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] = include_bytes!("../../data/places.bin");

    #[test]
    fn what_is_no_file_of_places_is_refused() {
        for file in [&b""[..], b"WAYPLACE", b"%PDF-1.7 and so on", &FILE[..15]] {
            assert_eq!(Data::read(file).unwrap_err(), DataError::NotPlaces);
        }
    }

    #[test]
    fn another_layout_is_refused() {
        let mut file = FILE.to_vec();
        file[8] = 9;
        let error = Data::read(&file).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the file of places has layout 9, and this program reads 1"
        );
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let cut = &FILE[..FILE.len() / 2];
        assert!(matches!(Data::read(cut), Err(DataError::Damaged(_))));
        for at in [12, 16, 19, HEAD + 10, FILE.len() / 2, FILE.len() - 1] {
            let mut file = FILE.to_vec();
            file[at] ^= 0x55;
            assert!(
                matches!(Data::read(&file), Err(DataError::Damaged(_))),
                "{at}"
            );
        }
    }
}
