//! Reading GeoJSON: features with a point, or with none, are places, whose `visits` are items;
//! those with a line are lines of the map.

pub(crate) mod map_link;
mod shapes;
pub(crate) mod words;

use std::io::BufRead;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use wayfare_domain::Trip;
use wayfare_domain::trip::place::Precision;

use super::reference_system::is_wgs_84;
use crate::EXTENSION_NAMESPACE;
use crate::import::ImportError;
use crate::import::details::Details;
use crate::import::draft::{Draft, DraftItem, DraftPlace, DraftTrack, coordinates, instant};
use crate::import::json::BoundedJson;
use crate::import::list::List;
use crate::import::point::is_nowhere;
use crate::places::{Source, TRACK};

use map_link::LinkedPlace;
use shapes::{Geometry, Parts, Positions, Shapes};
use words::{Location, Words};

/// The most features of a file.
const MAX_FEATURES: usize = 5_000;

/// A collection, or one feature, or one geometry.
#[derive(Deserialize)]
struct Document {
    #[serde(rename = "type")]
    kind: Words,
    #[serde(default)]
    generator: Words,
    #[serde(default)]
    name: Words,
    #[serde(default)]
    description: Words,
    #[serde(default)]
    start: Words,
    #[serde(default)]
    end: Words,
    #[serde(default)]
    crs: Option<Value>,
    #[serde(default, deserialize_with = "features")]
    features: Option<List<Feature, MAX_FEATURES>>,
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Properties>,
    #[serde(default)]
    coordinates: Positions,
    #[serde(default)]
    geometries: Parts,
}

#[derive(Deserialize)]
struct Feature {
    #[serde(rename = "type")]
    kind: Words,
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Properties>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Properties {
    name: Words,
    title: Words,
    #[serde(rename = "Name")]
    capital_name: Words,
    #[serde(rename = "Title")]
    capital_title: Words,
    location: Location,
    #[serde(rename = "Location")]
    capital_location: Location,
    address: Words,
    addr: Words,
    #[serde(rename = "Address")]
    capital_address: Words,
    description: Words,
    desc: Words,
    cmt: Words,
    comment: Words,
    #[serde(rename = "Comment")]
    capital_comment: Words,
    note: Words,
    notes: Words,
    r#type: Words,
    sym: Words,
    phone: Words,
    url: Words,
    link: Words,
    website: Words,
    google_maps_url: Words,
    #[serde(rename = "Google Maps URL")]
    capital_google_maps_url: Words,
    time: Words,
    source: Words,
    precision: Words,
    start: Words,
    end: Words,
    visits: List<VisitFile, { Trip::MAX_ITEMS }>,
    day: Words,
}

#[derive(Deserialize)]
struct VisitFile {
    #[serde(default)]
    index: u32,
    #[serde(default)]
    day: u32,
    #[serde(default, rename = "type")]
    kind: Words,
    #[serde(default)]
    start: Words,
    #[serde(default)]
    end: Words,
    #[serde(default, rename = "endDestination")]
    end_place: Option<EndPlace>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct EndPlace {
    name: Words,
    location: Words,
    description: Words,
    coordinates: Positions,
    precision: Words,
}

/// Reads a document.
pub(crate) fn read<'m>(
    document: impl BufRead,
    mut draft: Draft<'m>,
) -> Result<Draft<'m>, ImportError> {
    let document: Document = serde_json::from_reader(BoundedJson::buffered(SkipMark::new(
        document,
    )?))
    .map_err(|error| {
        if error.is_io() {
            ImportError::unreadable(&error.into())
        } else {
            ImportError::malformed(format!("the document is malformed: {error}"))
        }
    })?;
    if document
        .crs
        .as_ref()
        .is_some_and(|system| !is_wgs_84(system))
    {
        return Err(ImportError::malformed(
            "must be in WGS 84: degrees of longitude and latitude",
        ));
    }
    let features = match document.kind.0.as_str() {
        "FeatureCollection" => match document.features {
            Some(List(features)) => features,
            None => return Err(ImportError::malformed("must have features")),
        },
        "Feature" => vec![Feature {
            kind: document.kind,
            geometry: document.geometry,
            properties: document.properties,
        }],
        "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "GeometryCollection" => {
            vec![Feature {
                kind: Words("Feature".to_owned()),
                geometry: Some(Geometry {
                    kind: document.kind,
                    coordinates: document.coordinates,
                    geometries: document.geometries,
                }),
                properties: None,
            }]
        }
        _ => {
            return Err(ImportError::malformed(
                "must be a GeoJSON FeatureCollection",
            ));
        }
    };
    draft.is_own = document.generator.0 == EXTENSION_NAMESPACE;
    draft.name = document.name.0;
    draft.description = document.description.0;
    draft.start = instant(&document.start.0);
    draft.end = instant(&document.end.0);
    let mut keys = Vec::new();
    for feature in features {
        add(&mut draft, feature, &mut keys)?;
    }
    draft.sort_items_by_key(&keys);
    Ok(draft)
}

fn add(draft: &mut Draft<'_>, feature: Feature, keys: &mut Vec<u32>) -> Result<(), ImportError> {
    if feature.kind.0 != "Feature" {
        return Err(ImportError::malformed("must have nothing but features"));
    }
    let mut properties = feature.properties.unwrap_or_default();
    let has_geometry = feature.geometry.is_some();
    let shapes = feature.geometry.map(Geometry::into_shapes);
    let Shapes {
        points,
        lines,
        others,
    } = shapes.unwrap_or_default();
    draft.warn_times("a feature that is no point and no line is left out", others);
    let place = properties.place(draft.is_own);
    if !properties.is_day(&place.name) {
        for line in lines {
            draft.add_track(DraftTrack {
                name: place.name.clone(),
                description: if points.is_empty() {
                    &*place.description
                } else {
                    ""
                }
                .to_owned(),
                line,
                names_trip: false,
            });
        }
    }
    let mut points = points.into_iter();
    let Some(first) = points.next() else {
        return match has_geometry {
            true => Ok(()),
            false => properties.add(draft, &place, keys),
        };
    };
    let mut first_place = place.clone();
    properties.locate(draft, &mut first_place, first);
    properties.add(draft, &first_place, keys)?;
    for point in points {
        let [east, north] = point.unwrap_or_default();
        if let Some(at) = draft.point(&north, &east) {
            draft.add_place(place.another(at))?;
        }
    }
    Ok(())
}

/// The first of some texts that is not empty.
fn first_of<const N: usize>(words: [&Words; N]) -> String {
    let text = words.into_iter().find(|words| !words.0.is_empty());
    text.map(|words| words.0.clone()).unwrap_or_default()
}

impl EndPlace {
    fn into_place(self) -> DraftPlace {
        let point = self.coordinates.point;
        DraftPlace {
            precision: Precision::parse(&self.precision.0).ok(),
            name: self.name.0,
            location: self.location.0,
            description: self.description.0,
            coordinates: point.and_then(|[east, north]| coordinates(&north, &east)),
            ..DraftPlace::default()
        }
    }
}

impl Properties {
    /// The place that they describe, but for where it is.
    fn place(&self, is_own: bool) -> DraftPlace {
        let locations = [&self.location, &self.capital_location];
        let [location, capital_location] = locations;
        let description = first_of([&self.description, &self.desc]);
        DraftPlace {
            name: first_of([
                &self.name,
                &self.title,
                &self.capital_name,
                &self.capital_title,
                &location.name,
                &capital_location.name,
            ]),
            location: first_of([
                &location.address,
                &capital_location.address,
                &self.address,
                &self.addr,
                &self.capital_address,
            ]),
            description: match is_own {
                true => description,
                false => self.details().after(&description),
            },
            precision: Precision::parse(&self.precision.0).ok().filter(|_| is_own),
            ..DraftPlace::default()
        }
    }

    /// What files of others say beside a description.
    fn details(&self) -> Details {
        let mut details = Details::default();
        for Words(text) in [
            &self.desc,
            &self.cmt,
            &self.comment,
            &self.capital_comment,
            &self.note,
            &self.notes,
            &self.r#type,
            &self.sym,
            &self.phone,
            &self.url,
            &self.link,
            &self.website,
            &self.google_maps_url,
            &self.capital_google_maps_url,
        ] {
            details.add("", text);
        }
        details
    }

    /// Locates a place by its point, else by what else the file says. One that has no name is
    /// called by its point.
    fn locate(&self, draft: &mut Draft<'_>, place: &mut DraftPlace, point: Option<[String; 2]>) {
        let of_point = point.map(|[east, north]| [north, east]);
        let of_location = [&self.location, &self.capital_location]
            .map(|it| Some([it.latitude.0.clone(), it.longitude.0.clone()]));
        let link = first_of([&self.google_maps_url, &self.capital_google_maps_url]);
        let link = LinkedPlace::of(&link);
        let [one, other] = of_location;
        let points = [of_point, one, other, link.point].into_iter().flatten();
        let is_own = draft.is_own;
        let mut known = points.filter_map(|[latitude, longitude]| {
            let at = coordinates(&latitude, &longitude)?;
            (is_own || !is_nowhere(at)).then(|| (at, format!("{latitude}, {longitude}")))
        });
        let Some((at, position)) = known.next() else {
            draft.warn("a point has no valid coordinates");
            if place.name.is_empty() {
                place.name = link.text;
            } else if place.location.is_empty() && link.text != place.name {
                place.location = link.text;
            }
            return;
        };
        place.coordinates = Some(at);
        if place.name.is_empty() && !is_own {
            place.name = position;
        }
    }

    /// Adds a place, and the items that visit it.
    fn add(
        &mut self,
        draft: &mut Draft<'_>,
        place: &DraftPlace,
        keys: &mut Vec<u32>,
    ) -> Result<(), ImportError> {
        if !draft.is_own && place.is_empty() {
            draft.warn("a feature that is no point and no line is left out");
            return Ok(());
        }
        let source = Source::parse(&self.source.0);
        let [start, end] = [&self.start, &self.end].map(|it| instant(&it.0));
        let times = first_of([&self.start, &self.end, &self.time]);
        if source.is_none() && !times.is_empty() {
            draft.warn("the dates of a place are left out");
        }
        draft.add_place(DraftPlace {
            source,
            start: start.filter(|_| source.is_some()),
            end: end.filter(|_| source.is_some()),
            ..place.clone()
        })?;
        for visit in std::mem::take(&mut self.visits.0) {
            let item = DraftItem {
                kind: visit.kind.0,
                place: DraftPlace {
                    start: instant(&visit.start.0),
                    end: instant(&visit.end.0),
                    ..place.clone()
                },
                end: visit.end_place.map(EndPlace::into_place),
                ..DraftItem::default()
            };
            draft.add_item(visit.day, item)?;
            keys.push(visit.index);
        }
        Ok(())
    }

    /// Whether they are those of the line of a day, which follows from the items.
    fn is_day(&self, name: &str) -> bool {
        let Words(day) = &self.day;
        self.source.0 != TRACK && !day.is_empty() && name == format!("Day {day}")
    }
}

/// Reads features, which have as many visits together as a trip may have items.
fn features<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<List<Feature, MAX_FEATURES>>, D::Error> {
    let visits = |feature: &Feature| {
        let properties = feature.properties.as_ref();
        properties.map_or(0, |properties| properties.visits.len())
    };
    List::bounded(deserializer, visits, Trip::MAX_ITEMS).map(Some)
}

/// A document without the byte order mark that it may begin with.
struct SkipMark<R>(R);

impl<R: BufRead> SkipMark<R> {
    fn new(mut document: R) -> Result<Self, ImportError> {
        let begin = document.fill_buf();
        let begin = begin.map_err(|error| ImportError::unreadable(&error))?;
        if begin.starts_with(b"\xef\xbb\xbf") {
            document.consume(3);
        }
        Ok(Self(document))
    }
}

impl<R: BufRead> std::io::Read for SkipMark<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(into)
    }
}
