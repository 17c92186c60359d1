//! Tools of the itinerary: items as assistants write and read them.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Number, json};
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::destination::{DestinationDraft, Position};
use wayfare_domain::trip::itinerary::{Confirmation, Day, ItemDraft, ItemKind};
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::trip::{
    Budget, Destination, Edit, EndsDraft, ItemClass, ItemMove, ItemPatch, ItineraryItem,
    ItineraryPatch, LocalTime, TypedHours,
};
use wayfare_domain::{Date, Path, Reason, ShortText, Trip, Violations};
use wayfare_service::{Error, TimeZone, TripView};

use super::cost::{Cost, Sharers};
use super::reply::{Changed, Reply};
use crate::answer::Failure;
use crate::call::{Call, refused};

/// The most items that are added at once.
const MAX_ITEMS: usize = 50;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// What is given of an item.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    /// What it is
    #[serde(default)]
    #[schemars(schema_with = "kinds")]
    kind: Option<ItemClass>,
    /// Name, such as that of the place; of travel both ends, such as "LIS – CPH"
    name: Option<String>,
    /// Address, or town and country
    location: Option<String>,
    /// Latitude in degrees, if it is known exactly; with longitude
    #[schemars(with = "Option<f64>")]
    latitude: Option<Number>,
    /// Longitude in degrees
    #[schemars(with = "Option<f64>")]
    longitude: Option<Number>,
    /// Notes
    description: Option<String>,
    /// Day of the trip, from 1; left out, that of start_local
    day: Option<u32>,
    /// Start as local hour of the place, such as 2026-05-01T09:00
    start_local: Option<String>,
    /// End as local hour of the place where it ends
    end_local: Option<String>,
    /// IANA time zone of the start; left out, that of the place
    timezone: Option<String>,
    /// IANA time zone of the end, if it is another
    end_timezone: Option<String>,
    /// Confirmation or booking code
    confirmation: Option<String>,
    /// What it costs
    cost: Option<Cost>,
}

/// Items to add.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddItems {
    /// Id of the trip
    trip: String,
    /// Items: each needs a name, and day or start_local
    #[schemars(length(min = 1, max = 50), transform = require_name)]
    items: Vec<Item>,
    /// Version that the trip must have, if it matters
    expected_version: Option<i64>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

/// A change of an item.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateItem {
    /// Id of the trip
    trip: String,
    /// Id of the item
    item: String,
    /// Version of the trip that was read
    expected_version: i64,
    /// What changes
    changes: Item,
}

/// A move of an item.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveItem {
    /// Id of the trip
    trip: String,
    /// Id of the item
    item: String,
    /// Version of the trip that was read
    expected_version: i64,
    /// Day of the trip, from 1
    day: u32,
    /// Place among the items of that day, from 0; the end if left out
    index: Option<u32>,
}

/// A removal of an item.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveItem {
    /// Id of the trip
    trip: String,
    /// Id of the item
    item: String,
    /// Version of the trip that was read
    expected_version: i64,
}

/// The schema of what an item is.
fn kinds(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "enum": ItemClass::ALL.map(|(_, name)| name)})
}

/// Has the schema of items say that each needs a name.
fn require_name(schema: &mut Schema) {
    if let Some(item) = schema
        .get_mut("items")
        .and_then(|items| items.as_object_mut())
    {
        item.insert("required".to_owned(), json!(["name"]));
    }
}

pub(crate) async fn add_items(call: Call, sent: AddItems) -> Reply<Changed> {
    if !(1..=MAX_ITEMS).contains(&sent.items.len()) {
        return Err(refused("items", format!("must be 1 to {MAX_ITEMS} items")));
    }
    let key = call.claim(sent.idempotency_key.as_deref())?;
    let view = call.trip(&sent.trip).await?;
    let mut violations = Violations::new();
    let path = Path::root().unknown("items");
    let first = first_day(&view.trip, sent.items.iter());
    let mut sharers = Sharers::of(&call, &view);
    let mut edits = Vec::new();
    for (place, item) in sent.items.iter().enumerate() {
        let path = path.index(place);
        if item.name.as_deref().is_none_or(str::is_empty) {
            violations.add(path.unknown("name"), "is required");
        }
        if item.day.is_none() && item.start_local.is_none() {
            let reason = "is required if start_local is left out";
            violations.add(path.unknown("day"), reason);
        }
        let patch = read(&mut sharers, None, item, first, &path, &mut violations);
        edits.extend(patch.and_then(|patch| add(patch).ok()));
    }
    violations.or(())?;
    let written = call.write(view, edits, sent.expected_version, key).await?;
    let ids = written.added_items();
    Changed::reply(&written, ids)
}

pub(crate) async fn update_item(call: Call, sent: UpdateItem) -> Reply<Changed> {
    let view = call.trip(&sent.trip).await?;
    let (_, present) = find(&view, &sent.item)?;
    let (mut violations, path) = (Violations::new(), Path::root().unknown("changes"));
    let first = first_day(&view.trip, std::iter::once(&sent.changes));
    let (item, changes) = (Some(present), &sent.changes);
    let mut sharers = Sharers::of(&call, &view);
    let patch = read(&mut sharers, item, changes, first, &path, &mut violations);
    let patch = violations.or(patch)?.unwrap_or_default();
    let edit = ItineraryPatch::Change(present.id.clone(), Box::new(patch));
    change(call, view, &sent.item, sent.expected_version, edit).await
}

pub(crate) async fn move_item(call: Call, sent: MoveItem) -> Reply<Changed> {
    let view = call.trip(&sent.trip).await?;
    let (_, present) = find(&view, &sent.item)?;
    let day = Day::new(sent.day).map_err(|reason| refused("day", reason))?;
    let to = ItemMove {
        day,
        index: sent.index,
    };
    let edit = ItineraryPatch::Move(present.id.clone(), to);
    change(call, view, &sent.item, sent.expected_version, edit).await
}

pub(crate) async fn remove_item(call: Call, sent: RemoveItem) -> Reply<Changed> {
    let view = call.trip(&sent.trip).await?;
    let (_, present) = find(&view, &sent.item)?;
    let edit = ItineraryPatch::Remove(present.id.clone());
    change(call, view, &sent.item, sent.expected_version, edit).await
}

async fn change(
    call: Call,
    view: TripView,
    item: &str,
    expected_version: i64,
    edit: ItineraryPatch,
) -> Reply<Changed> {
    let edits = Some(Edit::Items(edit));
    let written = call
        .write(view, edits, Some(expected_version), None)
        .await?;
    Changed::reply(&written, vec![item.to_owned()])
}

/// The item of an id.
pub(crate) fn find<'v>(
    view: &'v TripView,
    id: &str,
) -> Result<(usize, &'v ItineraryItem), Failure> {
    view.trip.item(id).ok_or_else(|| Error::NotFound.into())
}

/// The date of day 1: that of the trip; of one without dates, that of the first item.
fn first_day<'i>(trip: &Trip, items: impl Iterator<Item = &'i Item>) -> Option<Date> {
    let is_dated = trip.plan.dates.start.is_some();
    if is_dated || trip.itinerary.iter().any(|item| item.start.is_some()) {
        return Some(trip.date_of(Day::FIRST));
    }
    let starts = items.filter_map(|item| LocalTime::parse(item.start_local.as_deref()?).ok());
    starts.map(LocalTime::date).min()
}

/// The day of a trip that a date is; the first for dates before.
pub(crate) fn day_of(date: Date, first: Date) -> Option<Day> {
    let days = (date.midnight().millis() - first.midnight().millis()) / DAY;
    Day::new(u32::try_from(days.max(0)).ok()?.saturating_add(1)).ok()
}

/// The edit that adds an item.
pub(crate) fn add(item: ItemPatch) -> Result<Edit, Reason> {
    let class = item.class.unwrap_or(ItemClass::Other);
    let kind = match item.kind {
        Some(kind) => kind,
        None => ItemKind::new(class.kind())?,
    };
    let draft = ItemDraft {
        id: None,
        kind,
        index: None,
        day: item.day.unwrap_or(Day::FIRST),
        start: item.start,
        end: None,
        typed: item.typed,
        duration: None,
        budget: item.budget,
        destination: item.destination.unwrap_or_default(),
        photos: Vec::new(),
        ends: item.ends,
        confirmation: item.confirmation,
        class: item.class,
    };
    Ok(Edit::Items(ItineraryPatch::Add(Box::new(draft))))
}

/// What is given of an item, as a patch of the present one.
fn read(
    sharers: &mut Sharers<'_>,
    present: Option<&ItineraryItem>,
    item: &Item,
    first: Option<Date>,
    path: &Path,
    violations: &mut Violations,
) -> Option<ItemPatch> {
    let mut hour = |name: &str, text: &Option<String>| {
        let typed = text.as_deref().filter(|text| !text.is_empty());
        violations.take(&path.unknown(name), typed.map(LocalTime::parse).transpose())
    };
    let start = hour("start_local", &item.start_local);
    let end = hour("end_local", &item.end_local);
    let mut zone = |name: &str, text: &Option<String>| {
        let read = text.as_deref().map(|text| match text.is_empty() {
            true => Ok(None),
            false => TimeZone::parse_name(text).map(Some),
        });
        violations.take(&path.unknown(name), read.transpose())
    };
    let zones: (Option<Option<Option<ZoneName>>>, _) = (
        zone("timezone", &item.timezone),
        zone("end_timezone", &item.end_timezone),
    );
    let day = violations.take(&path.unknown("day"), item.day.map(Day::new).transpose());
    let confirmation = item.confirmation.as_deref().map(Confirmation::new);
    let confirmation = violations.take(&path.unknown("confirmation"), confirmation.transpose());
    let destination = destination(present, item, path, violations);
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let cost = item.cost.as_ref().map(|sent| {
        let path = path.unknown("cost");
        sharers.patch(budget, sent, &path, violations)
    });
    let (start, end, day) = (start?, end?, day?);
    let of_start = || day_of(start?.date(), first?);
    let is_emptied = |text: &Option<String>| text.as_deref() == Some("");
    let is_expense = present.is_some_and(|item| item.kind.is_expense());
    let kind = item.kind.filter(|_| !is_expense);
    Some(ItemPatch {
        kind: kind.and_then(|class| ItemKind::new(class.kind()).ok()),
        class: kind,
        day: day.or_else(of_start),
        typed: TypedHours { start, end },
        clears_start: is_emptied(&item.start_local),
        clears_end: is_emptied(&item.end_local),
        budget: match cost {
            Some(patch) => patch?,
            None => Default::default(),
        },
        destination: destination?,
        ends: EndsDraft {
            time_zone: zones.0?,
            end_time_zone: zones.1?,
            destination: None,
        },
        confirmation: confirmation?,
        ..ItemPatch::default()
    })
}

/// The place that is given of an item; `Some(None)` if nothing of it is.
fn destination(
    present: Option<&ItineraryItem>,
    item: &Item,
    path: &Path,
    violations: &mut Violations,
) -> Option<Option<DestinationDraft>> {
    let mut text = |name: &str, text: &Option<String>| {
        let read = text.as_deref().map(ShortText::new).transpose();
        violations.take(&path.unknown(name), read)
    };
    let name = text("name", &item.name);
    let location = text("location", &item.location);
    let description = text("description", &item.description);
    let position = position(item, path, violations);
    let (name, location, description) = (name?, location?, description?);
    let position = position?;
    let texts = [&name, &location, &description];
    if texts.iter().all(|text| text.is_none()) && position.is_none() {
        return Some(None);
    }
    let present = present.map(|item| &item.destination);
    // Under another name it is another place, which loses what was found of this one.
    let same = present.filter(|place| name.as_ref().is_none_or(|name| *name == place.name));
    let kept = |text: fn(&Destination) -> &ShortText, is_found: fn(&Destination) -> bool| {
        let kept = present.filter(|place| same.is_some() || !is_found(place));
        kept.map(|place| text(place).clone())
    };
    Some(Some(DestinationDraft {
        id: same
            .map(|place| place.id.clone())
            .filter(|id| !id.is_empty()),
        name: name.or_else(|| kept(|place| &place.name, |_| false)),
        location: location
            .or_else(|| kept(|place| &place.location, |place| place.has_found_location)),
        description: description
            .or_else(|| kept(|place| &place.description, |place| place.is_filled)),
        pin: None,
        position,
    }))
}

fn position(item: &Item, path: &Path, violations: &mut Violations) -> Option<Option<Position>> {
    let (latitude, longitude) = match (&item.latitude, &item.longitude) {
        (None, None) => return Some(None),
        (Some(latitude), Some(longitude)) => (latitude, longitude),
        (None, Some(_)) => {
            violations.add(path.unknown("latitude"), "is required with longitude");
            return None;
        }
        (Some(_), None) => {
            violations.add(path.unknown("longitude"), "is required with latitude");
            return None;
        }
    };
    let degrees = |number: &Number| parse_decimal(&number.to_string());
    let point = degrees(latitude).and_then(|latitude| {
        let coordinates = Coordinates::new(latitude, degrees(longitude)?);
        coordinates.map_err(|_| Reason::new("must be from -90 to 90, and longitude to 180"))
    });
    let coordinates = violations.take(&path.unknown("latitude"), point)?;
    Some(Some(Position {
        coordinates,
        precision: None,
        time_zone: None,
    }))
}
