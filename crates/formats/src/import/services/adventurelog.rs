//! The backup of an account of AdventureLog: `data.json` with collections, which are trips, and
//! what belongs to them; pictures in `images/`.

mod entries;

use std::collections::HashMap;
use std::io::{Read, Seek};

use serde::Deserialize;
use serde_json::Value;
use wayfare_domain::trip::{TodoEntry, TodoList};
use wayfare_domain::{Date, Name, ShortText, Trip};

use super::archive::{Album, Archive, picture};
use super::{DATA, MAX_TRIPS, all_of, finish};
use crate::geojson::read::words::Words;
use crate::import::costs::outline::Outline;
use crate::import::details::Details;
use crate::import::draft::Draft;
use crate::import::list::List;
use crate::import::{ImportError, ImportFormat, ImportedTrip};

use entries::{Location, Lodging, Transportation};

/// The most places, stays, notes and so on of a backup, those of several trips counted for each.
const MAX_ENTRIES: usize = 5_000;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Backup {
    collections: List<Collection, MAX_TRIPS>,
    #[serde(alias = "adventures")]
    locations: List<Location, MAX_ENTRIES>,
    #[serde(alias = "transportations")]
    transportation: List<Transportation, MAX_ENTRIES>,
    notes: List<Note, MAX_ENTRIES>,
    checklists: List<Checklist, MAX_ENTRIES>,
    lodging: List<Lodging, MAX_ENTRIES>,
    itinerary_items: List<Planned, MAX_ENTRIES>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Collection {
    export_id: Words,
    name: Words,
    description: Words,
    start_date: Words,
    end_date: Words,
    link: Words,
    primary_image: Option<Image>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Image {
    filename: Words,
}

/// The pictures of something.
type Images = List<Image, MAX_ENTRIES>;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Note {
    name: Words,
    content: Words,
    links: List<Words, MAX_ENTRIES>,
    collection_export_id: Words,
    images: Images,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Checklist {
    name: Words,
    collection_export_id: Words,
    items: List<Task, { Trip::MAX_TODO }>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Task {
    name: Words,
    is_checked: Value,
}

/// On which day of a collection something is.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Planned {
    collection_export_id: Words,
    content_type: Words,
    item_reference: Words,
    date: Words,
}

/// What belongs to one trip. Locations are numbers in the backup's list.
#[derive(Default)]
struct Content {
    locations: Vec<usize>,
    transportation: Vec<Transportation>,
    lodging: Vec<Lodging>,
    notes: Vec<Note>,
    checklists: Vec<Checklist>,
    /// The dates of locations, by their export ids.
    dates: HashMap<String, Date>,
}

/// Whether a document of these keys is a backup.
pub(super) fn is_backup(outline: &Outline) -> bool {
    outline.has("collections") && (outline.has("locations") || outline.has("adventures"))
}

/// Reads a backup.
pub(super) fn read<R: Read + Seek>(
    archive: &mut Archive<R>,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut backup: Backup = archive.document(DATA)?;
    let List(collections) = std::mem::take(&mut backup.collections);
    let List(locations) = std::mem::take(&mut backup.locations);
    let mut contents = contents(&collections, &locations, backup)?.into_iter();
    let mut trips = Vec::new();
    for collection in collections {
        let content = contents.next().unwrap_or_default();
        trips.push(read_trip(
            archive,
            draft.another(),
            collection,
            content,
            &locations,
        )?);
    }
    // What is of no collection.
    let rest = contents.next().unwrap_or_default();
    if !rest.is_empty() || trips.is_empty() {
        let own = Collection::default();
        trips.push(read_trip(archive, draft.another(), own, rest, &locations)?);
    }
    all_of(trips, draft.into_warnings())
}

/// What belongs to each collection, then what belongs to none.
///
/// # Errors
/// There is too much.
fn contents(
    collections: &[Collection],
    locations: &[Location],
    backup: Backup,
) -> Result<Vec<Content>, ImportError> {
    let ids = collections.iter().enumerate();
    let places: HashMap<&str, usize> = ids.map(|(at, it)| (it.export_id.0.as_str(), at)).collect();
    let rest = collections.len();
    let of = |id: &Words| places.get(id.0.as_str()).copied().unwrap_or(rest);
    let mut contents: Vec<Content> = Vec::new();
    contents.resize_with(rest + 1, Content::default);
    let mut left = MAX_ENTRIES;
    for (number, location) in locations.iter().enumerate() {
        let mut own: Vec<usize> = location.collections().map(of).collect();
        own.sort_unstable();
        own.dedup();
        if own.is_empty() {
            own.push(rest);
        }
        left = left.checked_sub(own.len()).ok_or_else(too_many_entries)?;
        for place in own {
            if let Some(content) = contents.get_mut(place) {
                content.locations.push(number);
            }
        }
    }
    distribute(
        backup.transportation,
        &mut contents,
        |it| of(&it.collection_export_id),
        |it| &mut it.transportation,
    );
    distribute(
        backup.lodging,
        &mut contents,
        |it| of(&it.collection_export_id),
        |it| &mut it.lodging,
    );
    distribute(
        backup.notes,
        &mut contents,
        |it| of(&it.collection_export_id),
        |it| &mut it.notes,
    );
    distribute(
        backup.checklists,
        &mut contents,
        |it| of(&it.collection_export_id),
        |it| &mut it.checklists,
    );
    for planned in backup.itinerary_items.0 {
        let date = entries::date(&planned.date).filter(|_| planned.content_type.0 == "location");
        let content = contents.get_mut(of(&planned.collection_export_id));
        if let (Some(date), Some(content)) = (date, content) {
            content
                .dates
                .entry(planned.item_reference.0)
                .or_insert(date);
        }
    }
    Ok(contents)
}

/// Puts the elements of a list into the contents of their collections.
fn distribute<T>(
    list: List<T, MAX_ENTRIES>,
    contents: &mut [Content],
    place: impl Fn(&T) -> usize,
    own: fn(&mut Content) -> &mut Vec<T>,
) {
    for entry in list.0 {
        if let Some(content) = contents.get_mut(place(&entry)) {
            own(content).push(entry);
        }
    }
}

fn too_many_entries() -> ImportError {
    ImportError::malformed(format!("must have at most {MAX_ENTRIES} places"))
}

impl Content {
    fn is_empty(&self) -> bool {
        self.locations.is_empty()
            && self.transportation.is_empty()
            && self.lodging.is_empty()
            && self.notes.is_empty()
            && self.checklists.is_empty()
    }
}

/// The days of a trip, as far as they are stated.
#[derive(Clone, Copy, Default)]
struct Span {
    first: Option<Date>,
    last: Option<Date>,
}

fn read_trip<R: Read + Seek>(
    archive: &Archive<R>,
    mut draft: Draft<'_>,
    collection: Collection,
    content: Content,
    locations: &[Location],
) -> Result<ImportedTrip, ImportError> {
    let span = Span {
        first: entries::date(&collection.start_date),
        last: entries::date(&collection.end_date),
    };
    draft.name = collection.name.0;
    let mut details = Details::default();
    details.add("", &collection.link.0);
    draft.description = details.after(&collection.description.0);
    draft.start = span.first.map(Date::midnight);
    draft.end = span.last.map(Date::midnight);
    let mut album = Album::default();
    let mut add_images = |draft: &mut Draft<'_>, images: &Images, name: &str| {
        for (place, image) in images.iter().enumerate() {
            if let Some(path) = picture(archive, draft, &image.filename.0) {
                album.add(place, path, name);
            }
        }
    };
    let mut items = Vec::new();
    for number in content.locations {
        let Some(location) = locations.get(number) else {
            continue;
        };
        for (images, name) in location.images() {
            add_images(&mut draft, images, name);
        }
        let date = content.dates.get(location.id()).copied();
        location.add(&mut draft, span, date, &mut items)?;
    }
    for leg in content.transportation {
        add_images(&mut draft, &leg.images, &leg.name.0);
        items.extend(leg.into_item(&mut draft));
    }
    for stay in content.lodging {
        add_images(&mut draft, &stay.images, &stay.name.0);
        items.extend(stay.into_item(&mut draft));
    }
    for note in content.notes {
        add_images(&mut draft, &note.images, &note.name.0);
        let mut details = Details::default();
        for link in note.links.0 {
            details.add("", &link.0);
        }
        draft.note(&note.name.0, &details.after(&note.content.0));
    }
    let first = span
        .first
        .or_else(|| items.iter().filter_map(|(date, _)| *date).min());
    items.sort_by_key(|(date, item)| (*date, item.place.start));
    for (date, item) in items {
        let day = date.map_or(1, |date| super::day_number(first, date));
        draft.add_item(day, item)?;
    }
    let cover = collection.primary_image.map(|image| image.filename.0);
    let lists = content
        .checklists
        .into_iter()
        .filter_map(|it| it.into_list(&mut draft));
    let lists: Vec<TodoList> = lists.collect();
    if lists.len() > Trip::MAX_LISTS {
        draft.warn("lists are left out: a trip has too many");
    }
    album.choose_main(cover.as_deref().unwrap_or_default());
    let mut trip = finish(draft, ImportFormat::AdventureLog, "AdventureLog")?;
    let lists: Vec<TodoList> = lists.into_iter().take(Trip::MAX_LISTS).collect();
    trip.content.plan.lists = lists.into();
    album.put_into(&mut trip);
    Ok(trip)
}

impl Checklist {
    fn into_list(self, draft: &mut Draft<'_>) -> Option<TodoList> {
        let name: String = self.name.0.trim().chars().take(Name::MAX).collect();
        let tasks = self.items.0;
        Some(TodoList {
            id: draft.minted(),
            name: Name::new(&name).ok()?,
            entries: tasks
                .into_iter()
                .map(|task| TodoEntry {
                    id: draft.minted(),
                    text: ShortText::cut(task.name.0.trim()),
                    done: task.is_checked == true,
                    by: None,
                })
                .collect(),
        })
    }
}
