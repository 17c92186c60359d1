//! Imports into a trip that exists (interface: "Imports").

use std::collections::HashSet;
use std::sync::Arc;

use wayfare_domain::trip::import::{BookingChange, ImportCounts, TripImport};
use wayfare_domain::{Action, Dates, TripId, TripOverview};
use wayfare_formats::{ImportFormat, NearDays, UNNAMED_WARNING, Zone, number_of_places};

use super::imported::{Imported, look_up_warnings};
use super::imports::{ImportFile, refused_by};
use crate::pictures::UploadedPicture;
use crate::runtime::detached::run_detached;
use crate::trips::{TripView, Trips};
use crate::{Caller, Error, Precondition, Updated};

/// How a file is added to a trip.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// Whether it is only told what that would be.
    pub is_preview: bool,
    /// Whether an item that is there keeps its hours where a new place gives it another zone; else
    /// it keeps its instants.
    pub keeps_hours: bool,
    /// What the trip must be.
    pub precondition: Precondition,
}

impl Trips {
    /// Adds what a file holds to a trip, or only tells what that would be: its items, places,
    /// locations and lines, and the pictures of an archive as photos. Of what is there, only items
    /// that were made of the same bookings change. Returns what the file holds, and whether an
    /// earlier request with the same key has added it.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Edit`]; those of [`Trips::import`] for the file;
    /// [`Error::Invalid`] if the trip would have too much of something, [`Error::VersionMismatch`],
    /// [`Error::TripTooLarge`].
    pub async fn import_into(
        &self,
        caller: Caller,
        id: TripId,
        file: ImportFile,
        options: ImportOptions,
    ) -> Result<(Imported, bool), Error> {
        let trips = self.clone();
        // It ends even if the client goes away, so that no picture is left without a trip.
        run_detached(async move {
            let (mut format, is_preview) = (None, options.is_preview);
            let add = trips.add_content(caller, id, file, options, &mut format);
            let result = add.await;
            trips.context.count_import(format, is_preview, &result);
            result
        })
        .await
    }

    async fn add_content(
        &self,
        caller: Caller,
        id: TripId,
        file: ImportFile,
        options: ImportOptions,
        format: &mut Option<ImportFormat>,
    ) -> Result<(Imported, bool), Error> {
        let context = &self.context;
        let view = context
            .find::<TripOverview>(caller, id, Action::Edit)
            .await?;
        let Dates { start, end } = view.overview().plan.dates;
        let first = start.or(end).map_or_else(|| context.now(), |it| it.at);
        let near = NearDays {
            first: first.into(),
            last: end.or(start).map_or(first, |it| it.at).into(),
        };
        let ImportFile {
            mut upload,
            source,
            limits,
            key,
        } = file;
        let key = key.filter(|_| !options.is_preview);
        let source = Arc::new(source);
        let imported = self
            .read_file(caller, &source, limits, near)
            .await?
            .merged();
        *format = Some(imported.format);
        // The pictures of a trip count for its owner: the edit looks at that quota.
        let mut room = u64::MAX;
        let prepare = self.prepare(caller, &mut upload, &source, limits, imported, &mut room);
        let (imported, pictures) = prepare.await?;
        let mut result = Imported::of(imported.format);
        result.trip = (!options.is_preview).then_some(id);
        result.pictures = pictures.len();
        result.warn(imported.warnings);
        // The trip has a name.
        result.warnings.retain(|it| it != UNNAMED_WARNING);
        let import = Arc::new(self.build(caller, imported.content).await?);
        result.items = import.trip.itinerary.len();
        result.places = number_of_places(&import.trip);
        result.tracks = import.trip.map.tracks.len();
        result.is_of_costs = import.is_of_costs;
        if has_more_than_is_added(&import) {
            let warning = "the notes, lists, expenditures and payments of an archive are left out";
            result.warnings.push(warning.to_owned());
        }
        let photos = pictures.into_iter().map(UploadedPicture::into_stored);
        let (edit, photos) = (Arc::clone(&import), photos.collect());
        let claim = key.clone();
        let added = async {
            // The edit removes pictures that it does not keep.
            upload.keep();
            let add = self.add_imported(caller, id, edit, photos, claim, options);
            let added = add.await?;
            if let Updated::Unchanged(_) = &added {
                // Perhaps an earlier request has added all.
                context.check_unused(caller, key.as_ref()).await?;
            }
            Ok(added)
        };
        match context.once(caller, key.as_ref(), added).await {
            Ok(updated) => {
                let (Updated::Changed { before, .. } | Updated::Unchanged(before)) = &updated;
                let counts = before.trip.count_import(&import, &Zone::same_hour);
                result.items -= counts.known_items + counts.changed_items();
                result.tracks -= counts.known_tracks;
                result.warnings.extend(known_warnings(&counts));
                tell_changes(&mut result, counts.changes);
                result.places = 0;
                if let Updated::Changed { before, after } = &updated {
                    let places = number_of_places(&after.trip);
                    result.places = places.saturating_sub(number_of_places(&before.trip));
                    let is_preview = result.trip.is_none();
                    result
                        .preview
                        .extend(is_preview.then(|| Arc::clone(&after.trip)));
                    result.warnings.extend(early_warning(counts.early_items));
                    result.warnings.extend(place_warnings(before, after));
                }
                Ok((result, false))
            }
            Err(Error::AlreadyDone { .. }) => Ok((result, true)),
            Err(Error::Invalid(violations)) => Err(refused_by(&violations)),
            Err(error) => Err(error),
        }
    }
}

/// Whether an archive holds what a trip is not given by an import.
fn has_more_than_is_added(import: &TripImport) -> bool {
    let plan = &import.trip.plan;
    !import.trip.map.notes.is_empty()
        || !plan.lists.is_empty()
        || !plan.expenditures.is_empty()
        || !plan.settlements.is_empty() && !import.is_of_costs
}

/// How many items, lines and payments the trip has already.
fn known_warnings(counts: &ImportCounts) -> impl Iterator<Item = String> + use<> {
    let (items, lines) = (counts.known_items, counts.known_tracks);
    let payments = counts.known_payments;
    let items = (items > 0)
        .then(|| format!("items left out, because each is in the trip already: {items}"));
    let lines = (lines > 0)
        .then(|| format!("lines left out, because each is in the trip already: {lines}"));
    let payments = (payments > 0)
        .then(|| format!("payments left out, because each is in the trip already: {payments}"));
    items.into_iter().chain(lines).chain(payments)
}

/// Tells what changes of items of the trip. A cancelled one is not left out: its removal is
/// proposed.
fn tell_changes(result: &mut Imported, changes: Vec<BookingChange>) {
    let cancelled = changes.iter().filter(|change| change.is_cancelled);
    let left_out: HashSet<String> = cancelled
        .map(|it| it.cancelled_name.as_str())
        .map(|name| format!("a cancelled reservation is left out: {name:.100}"))
        .collect();
    result.warnings.retain(|it| !left_out.contains(it));
    result.warnings.extend(booking_warnings(&changes));
    result.changes = changes;
}

/// Which fields stay because people have changed them, and which items were cancelled.
fn booking_warnings(changes: &[BookingChange]) -> impl Iterator<Item = String> {
    changes.iter().filter_map(|change| {
        let name = &change.name;
        if change.is_cancelled {
            return Some(format!(
                "a cancelled reservation is still in the trip: {name:.100}"
            ));
        }
        let kept: Vec<_> = change.fields.kept.iter().map(|it| it.name()).collect();
        let kept = (!kept.is_empty()).then(|| kept.join(", "))?;
        Some(format!(
            "fields that were changed here since stay: {name:.100}: {kept}"
        ))
    })
}

/// How many items are dated before the first day.
fn early_warning(count: usize) -> Option<String> {
    (count > 0).then(|| format!("items before the first day, added after the last day: {count}"))
}

/// What the look-up of the new places did, for the person who imports them.
fn place_warnings(before: &TripView, after: &TripView) -> Vec<String> {
    let known: HashSet<&str> = before
        .trip
        .shown_destinations()
        .map(|place| place.id.as_str())
        .collect();
    let new = after.trip.shown_destinations().filter(|place| {
        !known.contains(place.id.as_str()) && !place.is_pinned && !place.name.is_empty()
    });
    let (found, lost): (Vec<_>, Vec<_>) = new.partition(|place| place.coordinates.is_some());
    look_up_warnings(found.len(), lost.len())
}
