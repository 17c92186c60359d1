//! `/imports`: a file becomes a new trip, or is added to one.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use utoipa::ToSchema;
use wayfare_api_core::answer::conditional;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::query;
use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::{FORMATS, NotFound};
use wayfare_api_core::{Answer, CallerRequest, Problem, TripPath};
use wayfare_domain::trip::BookingField;
use wayfare_domain::trip::import::BookingChange;
use wayfare_domain::{Action, Path, Reason};
use wayfare_service::{
    Error, ImportFile, ImportFormat, ImportLimits, ImportOptions, ImportSource, Imported,
};
use wayfare_shapes::extensions::{self as shapes, Import};

/// The part of the form.
const FILE: Part = Part {
    name: "file",
    most: 1,
};

pub(crate) fn show_import(imported: Imported) -> Import {
    Import {
        uuid: imported.trip.map(|trip| trip.to_string()),
        uuids: match ImportFormat::has_trips(&imported.format) {
            true => imported.trips.iter().map(ToString::to_string).collect(),
            false => Vec::new(),
        },
        format: imported.format,
        items: imported.items,
        places: imported.places,
        pictures: imported.pictures,
        warnings: imported.warnings,
        changes: imported.changes.iter().map(show_change).collect(),
    }
}

fn show_change(change: &BookingChange) -> shapes::BookingChange {
    let names = |fields: &[BookingField]| {
        let names = fields.iter().map(|field| field.name().to_owned());
        names.collect()
    };
    shapes::BookingChange {
        item_id: change.item_id.to_string(),
        name: change.name.clone(),
        changed: names(&change.fields.changed),
        kept: names(&change.fields.kept),
        cancelled: change.is_cancelled,
    }
}

/// Makes a new private trip of a file, or adds it to a trip: an archive of this service, GPX, KML,
/// KMZ, GeoJSON, iCalendar, costs of Splitwise, Spliit, ihatemoney, Cospend or Tricount, saved
/// places of Google, or trips of TripIt, Polarsteps, AdventureLog or TRIP, by its content. A file
/// with several trips makes each of them. All of it or nothing is kept.
#[utoipa::path(
    post, path = "/imports", tag = FORMATS, operation_id = "importTrip",
    params(
        ("preview" = Option<bool>, Query, description = "Only tells what the trip would be, and \
            keeps nothing"),
        ("trip" = Option<String>, Query, description = "The trip to which the file is added, \
            instead of making a new one"),
    ),
    request_body(content = ImportInput, content_type = "multipart/form-data"),
    responses(
        (
            status = 201, description = "The new trip", body = Import,
            headers(("Location" = String, description = "URL of the trip")),
        ),
        (
            status = 200, description = "What the trip would be, or what was added to the trip",
            body = Import
        ),
        NotFound,
    ),
)]
pub(crate) async fn post(request: CallerRequest, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let trips = &app.service.trips;
    let into = query::value(&request.http, "trip");
    // The token and the trip first, then the form.
    let into = match into {
        None => {
            trips.authorize_creation(caller).await?;
            None
        }
        Some(text) => {
            let TripPath(id) = TripPath::of(&text);
            trips.authorize(caller, id, Action::Edit).await?;
            Some(id)
        }
    };
    let is_preview = is_preview(&request.http)?;
    let upload = app.service.pictures.begin_import(caller.client())?;
    let file = form::receive_file(&request.http, payload, &upload, FILE).await?;
    let key = idempotency::claim(&request.http)?;
    let file = ImportFile {
        key,
        upload,
        source: ImportSource::Received(file, None),
        limits: ImportLimits::default(),
    };
    let (imported, is_replayed) = match into {
        Some(id) => {
            let precondition = conditional::precondition(&request.http);
            let options = ImportOptions {
                is_preview,
                keeps_hours: false,
                precondition,
            };
            let added = trips.import_into(caller, id, file, options);
            added.await?
        }
        None => match trips.import(caller, file, is_preview).await {
            Err(Error::AlreadyDone { resource }) => {
                (trips.read_import(caller, &resource).await?, true)
            }
            imported => (imported?, false),
        },
    };
    let made = imported.trip.filter(|_| into.is_none());
    let mut answer = HttpResponse::Ok().json(show_import(imported));
    if let Some(trip) = made {
        answer = conditional::created(&app.links, &format!("/trips/{trip}"), answer)?;
    }
    idempotency::mark_replayed(&mut answer, is_replayed);
    Ok(answer)
}

/// Whether the query asks for a preview.
fn is_preview(request: &HttpRequest) -> Result<bool, Problem> {
    match query::value(request, "preview").as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(Problem::invalid_at(
            Path::root().field("preview"),
            Reason::new("must be true or false"),
        )),
    }
}

/// The form of a file.
#[derive(Debug, ToSchema)]
pub struct ImportInput {
    /// The file, of at most 20 MiB; an archive of at most 512 MiB.
    pub file: FileBytes,
}
