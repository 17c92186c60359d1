//! A file that becomes a new trip, or is added to one: a look at what it holds, then the import.

use std::collections::HashSet;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::{Markup, html};
use wayfare_api_core::http::idempotency::body_digest;
use wayfare_api_core::input::form::{self as multipart, FILE_NAME, Part};
use wayfare_api_core::{Answer, Endpoint, Problem, TripPath};
use wayfare_domain::trip::BookingField;
use wayfare_domain::{Action, Name, Trip, TripId};
use wayfare_service::{
    Caller, Error, ImportFile, ImportLimits, ImportOptions, ImportSource, Imported, Precondition,
    TripView,
};

use crate::form::{self, Fields};
use crate::i18n::format::{Zones, short};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::pages::trip::frame::sheet::back;
use crate::pages::trip::frame::trip_page::{TripPage, address, read_for};
use crate::pages::trip::itinerary::days::{self, Entry};
use crate::pages::trip::itinerary::listing::Listing;
use crate::pages::trip::itinerary::view::show_days;
use crate::pages::trip::map::tracks::title;
use crate::session::warnings;
use crate::session::{self, SignedIn, Visitor};

/// The most items that a preview shows.
const MAX_ITEMS: usize = 50;
/// The names of files that browsers offer; the content tells what they are.
const ACCEPTED: &str =
    ".zip,.gpx,.kml,.kmz,.geojson,.json,.ics,.csv,.eml,.html,.pkpass,.pkpasses,.txt";
/// The part of the form.
const FILE: Part = Part {
    name: "file",
    most: 1,
};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/trips/import").get(get).post(post)]
}

/// The way to the form from a trip.
pub(crate) fn offer(page: TripPage<'_>) -> Markup {
    html! {
        @if page.edits {
            p.no-print {
                a.button.quiet href=(page.address("/import")) { (t::IMPORT_INTO) }
            }
        }
    }
}

async fn get(SignedIn(visitor, _): SignedIn) -> Answer {
    show(visitor, None, StatusCode::OK, || html! {}).await
}

/// The form that adds to a trip.
pub(crate) async fn get_into(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    show(visitor, Some(view), StatusCode::OK, || html! {}).await
}

async fn post(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    receive(&request, visitor, account.caller, payload, None).await
}

/// Adds a file to a trip, or says what it holds.
pub(crate) async fn post_into(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    let view = read_for(&visitor, id, Action::Edit).await?;
    receive(&request, visitor, account.caller, payload, Some(view)).await
}

/// Imports a file of this origin as a new trip or `into` one, or says what it holds.
async fn receive(
    request: &HttpRequest,
    visitor: Visitor,
    caller: Caller,
    payload: Payload,
    into: Option<TripView>,
) -> Answer {
    let service = visitor.app.service.clone();
    let upload = service.pictures.begin_import(caller.client())?;
    let received = multipart::receive_file_with_text(request, payload, &upload, FILE, &[]).await;
    let (file, texts) = match received {
        Err(problem) if problem.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let refusal = || refusal(&[t::IMPORT_TOO_LARGE.to_string()]);
            return show(visitor, into, problem.status(), refusal).await;
        }
        received => received?,
    };
    let fields = Fields::new(texts);
    visitor.check(&fields)?;
    let Some(file) = file else {
        let refusal = || refusal(&[t::NO_FILE.to_string()]);
        return show(visitor, into, StatusCode::BAD_REQUEST, refusal).await;
    };
    let is_preview = fields.has("preview");
    let file = ImportFile {
        key: fields.claim(&visitor.path, body_digest(request)),
        upload,
        source: ImportSource::Received(file, name_of(&fields)),
        limits: ImportLimits::default(),
    };
    let trips = &service.trips;
    let imported = match &into {
        Some(view) => {
            let id = view.trip.id;
            let options = ImportOptions {
                is_preview,
                keeps_hours: true,
                precondition: Precondition::None,
            };
            let added = trips.import_into(caller, id, file, options);
            added.await.map(|(imported, _)| imported)
        }
        None => match trips.import(caller, file, is_preview).await {
            Err(Error::AlreadyDone { resource }) => trips.read_import(caller, &resource).await,
            imported => imported,
        },
    };
    match imported {
        Ok(imported) => match imported.trip {
            Some(trip) => {
                let mut warnings = imported.warnings.clone();
                if imported.trips.len() > 1 {
                    warnings.insert(0, format!("new trips: {}", imported.trips.len()));
                }
                let warnings = warnings::carry(&visitor, &warnings);
                let is_added = into.is_some();
                let path = imported_at(&visitor, trip, &imported, is_added, &warnings.query);
                Ok(warnings.see_other(&path))
            }
            None => {
                let before = into.as_ref().map(|view| Arc::clone(&view.trip));
                let above = move || preview(&imported, before.as_deref());
                show(visitor, into, StatusCode::OK, above).await
            }
        },
        Err(error @ (Error::Invalid(_) | Error::Picture { .. } | Error::FileTooLarge { .. })) => {
            let reasons = match &error {
                Error::Invalid(violations) => form::reasons(violations),
                Error::FileTooLarge { reason } => vec![form::sentence(reason)],
                _ => vec![t::ERROR_TOO_LARGE_TEXT.to_string()],
            };
            let status = Problem::from(error).status();
            show(visitor, into, status, move || refusal(&reasons)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The name of the file without its ending.
fn name_of(fields: &Fields) -> Option<Name> {
    let file = fields.text(FILE_NAME);
    let (stem, _) = file.rsplit_once('.').unwrap_or((file, ""));
    Name::new(&stem.replace('_', " ")).ok()
}

/// The address of the view that has what was imported, which says so, with the warnings.
fn imported_at(
    visitor: &Visitor,
    trip: TripId,
    imported: &Imported,
    is_added: bool,
    warnings: &str,
) -> String {
    let done = match is_added {
        true => format!(
            "added-file&items={}&places={}&tracks={}&photos={}",
            imported.items, imported.places, imported.tracks, imported.pictures
        ),
        false => "imported".to_owned(),
    };
    let is_of_map = imported.items == 0 && imported.places + imported.tracks > 0;
    let view = match is_of_map {
        true => "/map",
        false if imported.is_of_costs => "/costs",
        false => "",
    };
    address(visitor, trip, &format!("{view}?done={done}{warnings}"))
}

fn refusal(reasons: &[String]) -> Markup {
    html! {
        div.alert role="alert" {
            p { (t::NOT_IMPORTED) }
            @for reason in reasons { p { (reason) } }
        }
    }
}

/// What a file holds, and what of it a trip has not.
fn preview(imported: &Imported, before: Option<&Trip>) -> Markup {
    html! {
        section.part #preview tabindex="-1" aria-labelledby="preview-title" {
            h2 #preview-title { (t::PREVIEW) }
            dl.sums {
                div { dt { (t::ITINERARY) } dd { (imported.items) } }
                div { dt { (t::PLACES) } dd { (imported.places) } }
                @if imported.tracks > 0 { div { dt { (t::TRACKS) } dd { (imported.tracks) } } }
                div { dt { (t::PHOTOS) } dd { (imported.pictures) } }
                div { dt { (t::FORMAT) } dd { (imported.format) } }
            }
            (changes(imported))
            @if !imported.warnings.is_empty() {
                h3 { (t::WARNINGS) }
                ul { @for warning in &imported.warnings { li { (warnings::text(warning)) } } }
            }
            p.hint { (t::PREVIEW_HINT) }
            @for after in &imported.preview {
                @if imported.preview.len() > 1 { h3 { (after.name.as_str()) } }
                (added(after, before))
            }
        }
    }
}

/// What changes of items that are there.
fn changes(imported: &Imported) -> Markup {
    let changed = imported.changes.iter();
    let changed: Vec<_> = changed.filter(|it| !it.fields.changed.is_empty()).collect();
    html! {
        @if !changed.is_empty() {
            h3 { (t::CHANGES) }
            ul {
                @for change in changed {
                    li {
                        (short(&change.name)) ": "
                        @for (place, field) in change.fields.changed.iter().enumerate() {
                            @if place > 0 { ", " }
                            (label(*field))
                        }
                    }
                }
            }
        }
    }
}

fn label(field: BookingField) -> t::Text {
    match field {
        BookingField::Name => t::OWN_TITLE,
        BookingField::Location => t::LOCATION,
        BookingField::Description => t::DESCRIPTION,
        BookingField::Start => t::START,
        BookingField::End => t::END,
        BookingField::EndDestination => t::END_PLACE,
        BookingField::Confirmation => t::CONFIRMATION,
        BookingField::Cost => t::COST,
    }
}

/// The first items of a trip by day, and its lines, but for those that it had before.
fn added(after: &Trip, before: Option<&Trip>) -> Markup {
    let known = before.iter().flat_map(|trip| &*trip.itinerary);
    let known: HashSet<_> = known.map(|item| &item.id).collect();
    let zones = Zones::of_trip(after);
    let (mut shown, mut all) = (0, 0);
    let mut entries = days::of(&after.itinerary, &zones, &after.plan.dates);
    entries.retain_mut(|entry| {
        let Entry::Day(day) = entry else { return false };
        day.stops
            .retain(|stop| !stop.is_later() && !known.contains(&stop.item.id));
        all += day.stops.len();
        day.stops.truncate(MAX_ITEMS - shown);
        shown += day.stops.len();
        !day.stops.is_empty()
    });
    let listing = Listing {
        cost: &|_| None,
        editor: None,
        people: None,
        has_menus: false,
        today: None,
    };
    let known = before.map_or(0, |trip| trip.map.tracks.len());
    let tracks = after.map.tracks.iter().enumerate().skip(known);
    html! {
        @if shown > 0 { div.days { (show_days(&entries, &listing)) } }
        @if all > shown { p.hint { (t::and_more(all - shown)) } }
        @if after.map.tracks.len() > known {
            h3 { (t::TRACKS) }
            ul { @for (place, track) in tracks { li { (short(&title(track, place))) } } }
        }
    }
}

async fn show(
    visitor: Visitor,
    into: Option<TripView>,
    status: StatusCode,
    above: impl FnOnce() -> Markup + Send + 'static,
) -> Answer {
    let page = move |visitor: &Visitor| {
        let site = &visitor.site;
        let trip = into.as_ref().map(|view| TripPage::new(visitor, view));
        let (title, lead) = match trip {
            Some(_) => (t::IMPORT_INTO, t::IMPORT_INTO_LEAD),
            None => (t::IMPORT_TRIP, t::IMPORT_LEAD),
        };
        let action = match trip {
            Some(page) => page.address("/import"),
            None => site.to("/trips/import"),
        };
        let body = html! {
            @match trip {
                Some(page) => (back(page)),
                None => p.back { a href=(site.to("/trips")) { "← " (t::MY_TRIPS) } },
            }
            h1 { (title) }
            p { (lead) }
            div data-result { (above()) }
            form.sheet method="post" enctype="multipart/form-data" action=(action) {
                (form::token(visitor))
                (form::new_key())
                label for="import-file" { (t::FILE) }
                input #import-file type="file" name="file" required
                    accept=(ACCEPTED)
                    aria-describedby="import-note";
                p.note #import-note { (t::IMPORT_FORMATS) }
                p.actions {
                    button.button name="import" value="1" { (t::IMPORT) }
                    button.button.quiet name="preview" value="1" data-preview { (t::PREVIEW) }
                }
            }
        };
        Page::new(title.get(), body).class("narrow").status(status)
    };
    Page::render(visitor, page).await
}
