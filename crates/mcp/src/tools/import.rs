//! The tool that reads reservations, mails and calendars.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use sha2::{Digest, Sha256};
use wayfare_domain::trip::import::BookingChange;
use wayfare_domain::{Path, Trip, TripId};
use wayfare_service::{
    Error, ImportFile, ImportLimits, ImportOptions, ImportSource, Imported, Purpose,
};

use super::reply::Reply;
use crate::answer::{Failure, LeftOut, MAX_TEXT, NOTICE, Room, cut};
use crate::call::{Call, precondition, refused, trip_id};

/// The most items that a preview tells.
const MAX_ITEMS: usize = 100;

/// A text to import.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportText {
    /// The whole text: reservations as JSON-LD, a mail with its header, or a calendar (ics)
    text: String,
    /// Id of the trip to add it to; a new trip if left out
    trip: Option<String>,
    /// preview of the same text and trip before: now it is kept
    preview: Option<String>,
    /// Needed if the preview has changes
    expected_version: Option<i64>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

/// What a text has become, or would.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct ImportDone {
    /// What the texts are
    about_texts: &'static str,
    /// Whether it was kept; else this is a preview
    kept: bool,
    /// Token that keeps the same text
    preview: Option<String>,
    /// Id of the trip
    trip: Option<String>,
    /// Ids of all trips that were made, if the text holds several
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trips: Vec<String>,
    /// Version of the trip, if it was kept
    version: Option<i64>,
    /// Format that was recognised
    format: String,
    /// How many items are added
    number_of_items: usize,
    /// Items whose bookings the text has, too, each with its id and the fields that change
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<String>,
    /// Items of the trip as it would be
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<PreviewItem>,
    /// What was left out of the text or is doubtful
    warnings: Vec<String>,
    /// What is left out here
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
}

/// An item of a preview.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct PreviewItem {
    /// What it is
    kind: String,
    /// Name
    name: Option<String>,
    /// Day of the trip, from 1
    day: u32,
    /// Start as local hour, where it is known as one
    start_local: Option<String>,
    /// End as local hour, likewise
    end_local: Option<String>,
}

pub(crate) async fn import_file(call: Call, sent: ImportText) -> Reply<ImportDone> {
    let into = sent.trip.as_deref().map(trip_id).transpose()?;
    let sessions = &call.app.service.sessions;
    let digest = Sha256::digest(sent.text.as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let trip = into.map_or_else(String::new, |trip| trip.to_string());
    let parts = [&*call.caller.user.to_string(), &trip, &digest];
    let is_preview = sent.preview.is_none();
    if let Some(code) = &sent.preview
        && !sessions.accepts(Purpose::ImportPreview, &parts, code)
    {
        let reason = "must be the preview token of a call with the same text and trip";
        return Err(refused("preview", reason));
    }
    if !is_preview && into.is_some() && sent.expected_version.is_none() {
        let would = import(&call, &sent, into, true).await?;
        if would
            .changes
            .iter()
            .any(|change| !change.fields.changed.is_empty())
        {
            let reason = "must be given, since items change: the preview tells which";
            return Err(refused("expected_version", reason));
        }
    }
    let imported = import(&call, &sent, into, is_preview).await?;
    let code = is_preview.then(|| sessions.code(Purpose::ImportPreview, &parts));
    show(&call, imported, code).await
}

async fn import(
    call: &Call,
    sent: &ImportText,
    into: Option<TripId>,
    is_preview: bool,
) -> Result<Imported, Failure> {
    let (service, caller) = (&call.app.service, call.caller);
    let key = call.claim(sent.idempotency_key.as_deref())?;
    if into.is_none() {
        service.trips.authorize_creation(caller).await?;
    }
    let upload = service.pictures.begin_upload(caller.client())?;
    let received = async {
        let mut file = upload.file().await?;
        let written = file.write(sent.text.as_bytes()).await;
        let at = || Path::root().unknown("text");
        written.map_err(|error| Error::from_receiving(error, at()))?;
        file.finish()
            .await
            .map_err(|error| Error::from_receiving(error, at()))
    };
    let received = received.await?;
    let file = ImportFile {
        upload,
        source: ImportSource::Received(received, None),
        limits: ImportLimits::default(),
        key,
    };
    let Some(id) = into else {
        return match service.trips.import(caller, file, is_preview).await {
            Err(Error::AlreadyDone { resource }) => {
                Ok(service.trips.read_import(caller, &resource).await?)
            }
            imported => Ok(imported?),
        };
    };
    let options = ImportOptions {
        is_preview,
        keeps_hours: true,
        precondition: precondition(sent.expected_version),
    };
    match service.trips.import_into(caller, id, file, options).await {
        Err(Error::VersionMismatch) => Err(call.conflict(id, sent.expected_version).await),
        imported => Ok(imported?.0),
    }
}

async fn show(call: &Call, imported: Imported, code: Option<String>) -> Reply<ImportDone> {
    let trips = &call.app.service.trips;
    let version = match imported.trip {
        Some(trip) => Some(trips.read(call.caller, trip).await?.trip.version),
        None => None,
    };
    let mut done = ImportDone {
        about_texts: NOTICE,
        kept: code.is_none(),
        preview: code,
        trip: imported.trip.map(|trip| trip.to_string()),
        trips: match imported.trips.as_slice() {
            [] | [_] => Vec::new(),
            several => several.iter().map(ToString::to_string).collect(),
        },
        version,
        format: imported.format,
        number_of_items: imported.items,
        changes: Vec::new(),
        items: Vec::new(),
        warnings: Vec::new(),
        left_out: Vec::new(),
    };
    let (mut room, mut left_out) = (Room::beside(&done), Vec::new());
    let how = |_| "They can't be read here.".to_owned();
    let warnings = imported
        .warnings
        .iter()
        .filter_map(|text| cut(text, MAX_TEXT));
    done.warnings = room.fill(warnings, &mut left_out, "warnings", how);
    let how = |_| "Once it is kept, get_trip has them.".to_owned();
    done.changes = room.fill(
        imported
            .changes
            .iter()
            .filter(|it| is_change(it))
            .map(changed),
        &mut left_out,
        "changes",
        how,
    );
    let preview = imported.preview.iter().flat_map(|trip| items(trip));
    done.items = room.fill(preview.take(MAX_ITEMS), &mut left_out, "items", how);
    done.left_out = left_out;
    let (number, changes) = (done.number_of_items, done.changes.len());
    let of = match changes {
        0 => format!("{number} new items"),
        _ => format!("{number} new items and changes of {changes}"),
    };
    let text = match (&done.trip, done.kept) {
        (Some(trip), true) => format!("Kept: {of} in the trip {trip}."),
        _ => format!("A preview of {of}; nothing is kept yet."),
    };
    Ok((text, done))
}

fn items(trip: &Trip) -> impl Iterator<Item = PreviewItem> {
    trip.itinerary.iter().map(|item| PreviewItem {
        kind: item.class().name().to_owned(),
        name: cut(item.destination.title(), MAX_TEXT / 3),
        day: item.day.number(),
        start_local: item.typed.start.map(|hour| hour.to_string()),
        end_local: item.typed.end.map(|hour| hour.to_string()),
    })
}

/// Whether an item changes; of others warnings tell what stays.
fn is_change(change: &BookingChange) -> bool {
    !change.fields.changed.is_empty()
}

/// An item that changes, in words.
fn changed(change: &BookingChange) -> String {
    let name = cut(&change.name, MAX_TEXT / 3).unwrap_or_default();
    let fields = change.fields.changed.iter().map(|it| it.name());
    let fields: Vec<_> = fields.collect();
    format!("{name} ({}): {}", change.item_id, fields.join(", "))
}
