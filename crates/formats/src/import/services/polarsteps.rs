//! The export of an account of Polarsteps: a folder for each trip, with `trip.json`, the recorded
//! route in `locations.json`, and the photos of each step in the step's folder.

use std::collections::HashMap;
use std::io::{Read, Seek};

use rust_decimal::prelude::ToPrimitive;
use serde::Deserialize;
use serde_json::Value;
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Date, Instant, Trip};

use super::archive::{Album, Archive};
use super::{all_of, check_count, date_in, day_number, finish, point, zone_name};
use crate::geojson::read::words::Words;
use crate::import::draft::{Draft, DraftItem, DraftPlace, DraftTrack};
use crate::import::lines::{Line, MAX_FILE_POINTS};
use crate::import::list::List;
use crate::import::{ImportError, ImportFormat, ImportedTrip};

/// The document of a trip, and that of its route.
const TRIP: &str = "trip.json";
const ROUTE: &str = "locations.json";
/// The folder of the photos of a step, in the folder of the step.
const PHOTOS: &str = "photos";

#[derive(Default, Deserialize)]
#[serde(default)]
struct TripFile {
    name: Words,
    summary: Words,
    start_date: Words,
    end_date: Words,
    timezone_id: Words,
    cover_photo_path: Words,
    all_steps: List<Step, { Trip::MAX_ITEMS }>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Step {
    id: Words,
    name: Words,
    display_name: Words,
    description: Words,
    start_time: Words,
    end_time: Words,
    timezone_id: Words,
    location: Option<Location>,
    is_deleted: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Location {
    name: Words,
    detail: Words,
    lat: Words,
    lon: Words,
}

#[derive(Deserialize)]
struct Route {
    locations: List<Fix, MAX_FILE_POINTS>,
}

/// A recorded position; its time in seconds of the epoch.
#[derive(Deserialize)]
struct Fix {
    lat: f64,
    lon: f64,
    time: f64,
}

/// The photos of each step, by its trip's folder with its number.
type Photos = HashMap<String, Vec<String>>;

/// Whether a file is the document of a trip.
pub(super) fn is_trip(name: &str) -> bool {
    name.rsplit('/').next() == Some(TRIP)
}

/// Reads an export.
pub(super) fn read<R: Read + Seek>(
    archive: &mut Archive<R>,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let (mut documents, mut photos) = (Vec::new(), Photos::new());
    for name in archive.names() {
        if is_trip(name) {
            documents.push(name.clone());
        } else if let Some(step) = step_of(name) {
            photos.entry(step).or_default().push(name.clone());
        }
    }
    check_count(documents.len())?;
    let mut files: Vec<(String, TripFile)> = Vec::new();
    for name in documents {
        let file = archive.document(&name)?;
        let folder = name.strip_suffix(TRIP).unwrap_or_default().to_owned();
        files.push((folder, file));
    }
    files.sort_by_key(|(_, file)| epoch(&file.start_date));
    let mut trips = Vec::new();
    for (folder, file) in files {
        let mut trip = draft.another();
        let route = format!("{folder}{ROUTE}");
        if archive.has(&route) {
            match archive.document(&route) {
                Ok(route) => add_route(route, &mut trip),
                Err(ImportError::Malformed(_)) => trip.warn("a line can't be read and is left out"),
                Err(error) => return Err(error),
            }
        }
        trips.push(read_trip(file, &folder, &mut photos, trip)?);
    }
    all_of(trips, draft.into_warnings())
}

/// The step of a photo: the folder of its trip, and its number, which ends the name of its folder.
fn step_of(name: &str) -> Option<String> {
    let (folder, _) = name.rsplit_once('/')?;
    let step = folder.strip_suffix(PHOTOS)?.strip_suffix('/')?;
    let (name, number) = step.rsplit_once('_')?;
    let trip = name
        .rfind('/')
        .map_or("", |slash| name.get(..=slash).unwrap_or_default());
    Some(format!("{trip}{number}"))
}

fn read_trip(
    file: TripFile,
    folder: &str,
    photos: &mut Photos,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let zone = zone_name(&file.timezone_id.0);
    let date = |words: &Words| epoch(words).map(|at| date_in(zone.as_ref(), at));
    let (first, last) = (date(&file.start_date), date(&file.end_date));
    draft.name = file.name.0;
    draft.description = file.summary.0;
    draft.time_zone.clone_from(&zone);
    draft.start = first.map(Date::midnight);
    draft.end = last.map(Date::midnight);
    let (mut album, mut day) = (Album::default(), 1);
    let List(steps) = file.all_steps;
    let mut steps: Vec<Step> = steps
        .into_iter()
        .filter(|it| it.is_deleted != true)
        .collect();
    steps.sort_by_key(|step| epoch(&step.start_time));
    // Without a stated start, that of the first step.
    let first = first.or_else(|| steps.iter().find_map(|step| step.date(zone.as_ref())));
    for step in steps {
        day = step
            .date(zone.as_ref())
            .map_or(day, |date| day_number(first, date));
        let number = step.id.0.clone();
        let item = step.into_item(zone.as_ref(), &mut draft);
        let files = photos
            .remove(&format!("{folder}{number}"))
            .unwrap_or_default();
        for (place, path) in files.into_iter().enumerate() {
            album.add(place, path, &item.place.name);
        }
        draft.add_item(day, item)?;
    }
    let cover = file.cover_photo_path.0;
    album.choose_main(cover.rsplit('/').next().unwrap_or_default());
    let mut trip = finish(draft, ImportFormat::Polarsteps, "Polarsteps")?;
    album.put_into(&mut trip);
    Ok(trip)
}

impl Step {
    fn zone(&self, of_trip: Option<&ZoneName>) -> Option<ZoneName> {
        zone_name(&self.timezone_id.0).or_else(|| of_trip.cloned())
    }

    fn date(&self, of_trip: Option<&ZoneName>) -> Option<Date> {
        let at = epoch(&self.start_time)?;
        Some(date_in(self.zone(of_trip).as_ref(), at))
    }

    fn into_item(self, of_trip: Option<&ZoneName>, draft: &mut Draft<'_>) -> DraftItem {
        let time_zone = self.zone(of_trip);
        let Location {
            name,
            detail,
            lat,
            lon,
        } = self.location.unwrap_or_default();
        let parts = [&name.0, &detail.0].map(|text| text.trim());
        let location: Vec<&str> = parts.into_iter().filter(|text| !text.is_empty()).collect();
        let names = [self.display_name.0, self.name.0, name.0.clone()];
        let title = names.into_iter().find(|name| !name.trim().is_empty());
        let start = epoch(&self.start_time);
        DraftItem::at(DraftPlace {
            name: title.unwrap_or_default(),
            location: location.join(", "),
            description: self.description.0,
            coordinates: point(draft, &lat, &lon),
            time_zone: time_zone.filter(|_| start.is_some()),
            start,
            end: epoch(&self.end_time),
            ..DraftPlace::default()
        })
    }
}

/// Adds the recorded route, in the order of its times.
fn add_route(route: Route, draft: &mut Draft<'_>) {
    let List(mut fixes) = route.locations;
    if fixes.len() < 2 {
        return;
    }
    fixes.sort_by(|a, b| a.time.total_cmp(&b.time));
    let mut line = Line::default();
    for fix in fixes {
        line.push(fix.lon, fix.lat);
    }
    draft.add_track(DraftTrack {
        line,
        ..DraftTrack::default()
    });
}

/// The instant of seconds of the epoch.
fn epoch(seconds: &Words) -> Option<Instant> {
    let seconds: f64 = seconds.0.trim().parse().ok()?;
    Instant::from_millis((seconds * 1_000.0).round().to_i64()?).ok()
}
