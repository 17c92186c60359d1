//! The backup of an account of TRIP: `data.json` with places and trips of days, pictures in
//! `images/`; in earlier versions a JSON document with the pictures in it.

use std::collections::HashSet;
use std::io::{BufRead, Read, Seek};

use serde::Deserialize;
use serde_json::Value;
use wayfare_domain::trip::{ItemClass, LocalTime, TodoEntry, TodoList, TypedHours};
use wayfare_domain::{Currency, Date, Instant, Name, ShortText, Trip};

use super::archive::{Album, Archive, picture};
use super::{DATA, MAX_TRIPS, all_of, day_number, finish, point, price};
use crate::geojson::read::words::Words;
use crate::import::costs::currency;
use crate::import::costs::outline::Outline;
use crate::import::details::Details;
use crate::import::draft::{Draft, DraftItem, DraftPlace};
use crate::import::json::BoundedJson;
use crate::import::list::List;
use crate::import::{ImportError, ImportFormat, ImportedTrip};

/// The most places of a backup.
const MAX_PLACES: usize = 5_000;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Backup {
    places: List<Place, MAX_PLACES>,
    trips: List<TripFile, MAX_TRIPS>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TripFile {
    name: Words,
    currency: Words,
    notes: Words,
    archival_review: Words,
    image: Words,
    days: List<Day, { Trip::MAX_ITEMS }>,
    places: List<Place, { Trip::MAX_ITEMS }>,
    packing_items: List<Task, { Trip::MAX_TODO }>,
    checklist_items: List<Task, { Trip::MAX_TODO }>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Place {
    id: Words,
    name: Words,
    lat: Words,
    lng: Words,
    place: Words,
    category: Option<Category>,
    description: Words,
    links: List<Words, 100>,
    image: Words,
    gpx: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Category {
    name: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Day {
    label: Words,
    dt: Words,
    notes: Words,
    items: List<Item, { Trip::MAX_ITEMS }>,
    bookings: List<Booking, { Trip::MAX_ITEMS }>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Item {
    time: Words,
    text: Words,
    comment: Words,
    lat: Words,
    lng: Words,
    price: Words,
    place: Option<Place>,
    image: Words,
    links: List<Words, 100>,
    paid_by: Words,
    gpx: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Booking {
    r#type: Words,
    label: Words,
    reference: Words,
    notes: Words,
}

/// An entry of the packing list or the checklist.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Task {
    text: Words,
    qt: Words,
    packed: Value,
    checked: Value,
}

/// Whether a document of these keys is a backup.
pub(super) fn is_backup(outline: &Outline) -> bool {
    let keys = ["trips", "places", "categories"];
    keys.iter().all(|key| outline.has(key))
}

/// Reads a backup.
pub(super) fn read<R: Read + Seek>(
    archive: &mut Archive<R>,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let backup = archive.document(DATA)?;
    read_trips(backup, draft, &|draft, image| {
        picture(archive, draft, image)
    })
}

/// Reads a backup without an archive, and none of its pictures.
pub(super) fn read_json(
    document: impl BufRead,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let backup = serde_json::from_reader(BoundedJson::buffered(document)).map_err(|error| {
        match error.is_io() {
            true => ImportError::unreadable(&error.into()),
            false => ImportError::malformed(format!("the document is malformed: {error}")),
        }
    })?;
    read_trips(backup, draft, &|draft, _| {
        draft.warn("a picture is missing");
        None
    })
}

/// Finds the picture of an address, and warns if it is not there.
type FindPicture<'f> = &'f dyn Fn(&mut Draft<'_>, &str) -> Option<String>;

fn read_trips(
    backup: Backup,
    mut draft: Draft<'_>,
    find: FindPicture<'_>,
) -> Result<ImportedTrip, ImportError> {
    let Backup {
        places: List(mut places),
        trips: List(mut files),
    } = backup;
    let of_trips: HashSet<&str> = files.iter().flat_map(TripFile::all_places).collect();
    places.retain(|place| !of_trips.contains(place.id.0.as_str()));
    if !places.is_empty() || files.is_empty() {
        // What is of no trip.
        files.push(TripFile {
            places: List(places),
            ..TripFile::default()
        });
    }
    let mut trips = Vec::new();
    for file in files {
        let mut reader = Reader {
            draft: draft.another(),
            album: Album::default(),
            currency: currency(&file.currency.0),
            find,
        };
        reader.add_trip(&file)?;
        trips.push(reader.finish(&file)?);
    }
    all_of(trips, draft.into_warnings())
}

impl TripFile {
    fn items(&self) -> impl Iterator<Item = &Item> {
        self.days.iter().flat_map(|day| day.items.iter())
    }

    /// The ids of its places, and of those of its items.
    fn all_places(&self) -> impl Iterator<Item = &str> {
        let of_items = self.items().filter_map(|item| item.place.as_ref());
        of_items
            .chain(self.places.iter())
            .map(|place| place.id.0.as_str())
    }
}

/// Reads a trip.
struct Reader<'r, 'm> {
    draft: Draft<'m>,
    album: Album,
    currency: Option<Currency>,
    find: FindPicture<'r>,
}

impl<'m> Reader<'_, 'm> {
    fn add_trip(&mut self, trip: &TripFile) -> Result<(), ImportError> {
        let draft = &mut self.draft;
        draft.name.clone_from(&trip.name.0);
        draft.description.clone_from(&trip.notes.0);
        draft.note("", &trip.archival_review.0);
        if !trip.image.0.is_empty()
            && let Some(path) = (self.find)(draft, &trip.image.0)
        {
            self.album.set_main(path);
        }
        let days = || trip.days.iter();
        let first = days().filter_map(Day::date).min();
        draft.start = first.map(Date::midnight);
        draft.end = days().filter_map(Day::date).max().map(Date::midnight);
        let mut number = 0;
        for day in days() {
            number = day
                .date()
                .map_or(number + 1, |date| day_number(first, date));
            self.draft.note(&day.label.0, &day.notes.0);
            for booking in day.bookings.iter() {
                self.draft.add_item(number, booking.item())?;
            }
            for item in day.items.iter() {
                self.add_item(number, day.date(), item)?;
            }
        }
        let visited = trip.items().filter_map(|item| item.place.as_ref());
        let visited: HashSet<&str> = visited.map(|place| place.id.0.as_str()).collect();
        for place in trip.places.iter() {
            if !visited.contains(place.id.0.as_str()) {
                let place = self.place(place);
                self.draft.add_place(place)?;
            }
        }
        Ok(())
    }

    fn finish(self, trip: &TripFile) -> Result<ImportedTrip, ImportError> {
        let Self {
            mut draft, album, ..
        } = self;
        let lists = [
            ("Packing list", &trip.packing_items),
            ("Checklist", &trip.checklist_items),
        ];
        let lists = lists.into_iter().filter_map(|(name, tasks)| {
            let name = Name::new(name).ok().filter(|_| !tasks.is_empty())?;
            Some(TodoList {
                id: draft.minted(),
                name,
                entries: tasks.iter().map(|task| task.entry(&mut draft)).collect(),
            })
        });
        let lists: Vec<TodoList> = lists.collect();
        let mut read = finish(draft, ImportFormat::Trip, "TRIP")?;
        read.content.plan.lists = lists.into();
        read.content.base_currency = self.currency;
        album.put_into(&mut read);
        Ok(read)
    }

    fn place(&mut self, place: &Place) -> DraftPlace {
        let mut details = Details::default();
        details.add("", place.category.as_ref().map_or("", |it| &it.name.0));
        add_links(&mut details, &place.links);
        self.add_image(&place.image.0, &place.name.0);
        self.warn_of_gpx(&place.gpx);
        DraftPlace {
            name: place.name.0.clone(),
            location: place.place.0.clone(),
            description: details.after(&place.description.0),
            coordinates: point(&mut self.draft, &place.lat, &place.lng),
            ..DraftPlace::default()
        }
    }

    fn add_item(
        &mut self,
        number: u32,
        date: Option<Date>,
        item: &Item,
    ) -> Result<(), ImportError> {
        let mut place = match &item.place {
            Some(place) => self.place(place),
            None => DraftPlace::default(),
        };
        let mut details = Details::default();
        add_links(&mut details, &item.links);
        let name = std::mem::replace(&mut place.name, item.text.0.clone());
        if !place.name.contains(name.trim()) {
            let parts = [name.trim(), place.location.trim()];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            place.location = parts.join(", ");
        }
        place.describe_first(&details.after(&item.comment.0));
        if !item.lat.0.is_empty() {
            place.coordinates = self.draft.point(&item.lat.0, &item.lng.0);
        }
        self.add_image(&item.image.0, &item.text.0);
        self.warn_of_gpx(&item.gpx);
        if !item.paid_by.0.is_empty() {
            self.draft.warn("who paid is left out");
        }
        let time = hour(&item.time.0);
        let mut typed = TypedHours::default();
        match (date, time) {
            (Some(date), Some(millis)) => {
                let start: Instant = date.midnight().plus_millis(millis);
                typed.start = Some(LocalTime::in_utc(start));
                place.start = Some(start);
            }
            _ => place.describe_first(item.time.0.trim()),
        }
        let item = DraftItem {
            budget: price(&item.price.0, self.currency, ""),
            typed,
            ..DraftItem::at(place)
        };
        self.draft.add_item(number, item)
    }

    fn add_image(&mut self, image: &str, name: &str) {
        if !image.is_empty()
            && let Some(path) = (self.find)(&mut self.draft, image)
        {
            self.album.add(0, path, name);
        }
    }

    fn warn_of_gpx(&mut self, gpx: &Words) {
        if !gpx.0.is_empty() {
            self.draft.warn("a line is left out");
        }
    }
}

fn add_links(details: &mut Details, links: &[Words]) {
    for link in links {
        details.add("", &link.0);
    }
}

/// The milliseconds after midnight of `09:30`, or of `09`.
fn hour(time: &str) -> Option<i64> {
    let (hour, minute) = time.trim().split_once(':').unwrap_or((time.trim(), "0"));
    let [hour, minute] = [hour.parse::<i64>().ok()?, minute.parse::<i64>().ok()?];
    let is_hour = (0..24).contains(&hour) && (0..60).contains(&minute);
    is_hour.then_some((hour * 60 + minute) * 60_000)
}

impl Day {
    fn date(&self) -> Option<Date> {
        Date::parse(self.dt.0.get(..10)?).ok()
    }
}

impl Booking {
    fn item(&self) -> DraftItem {
        let class = match self.r#type.0.as_str() {
            "flight" => ItemClass::Flight,
            "car" => ItemClass::Car,
            "hotel" => ItemClass::Stay,
            "activity" => ItemClass::Activity,
            _ => ItemClass::Other,
        };
        let place = DraftPlace {
            name: self.label.0.clone(),
            description: self.notes.0.clone(),
            ..DraftPlace::default()
        };
        DraftItem {
            confirmation: self.reference.0.clone(),
            ..DraftItem::of(class, place)
        }
    }
}

impl Task {
    fn entry(&self, draft: &mut Draft<'_>) -> TodoEntry {
        let text = match self.qt.0.as_str() {
            "" | "0" | "1" => self.text.0.trim().to_owned(),
            count => format!("{count} × {}", self.text.0.trim()),
        };
        TodoEntry {
            id: draft.minted(),
            text: ShortText::cut(&text),
            done: self.packed == true || self.checked == true,
            by: None,
        }
    }
}
