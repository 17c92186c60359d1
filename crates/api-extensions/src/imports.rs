//! `/imports`: a file becomes a new trip.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use url::form_urlencoded;
use utoipa::ToSchema;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::EXCHANGE;
use wayfare_api_core::{Answer, CallerRequest, Endpoint, Problem};
use wayfare_domain::{Path, Reason};
use wayfare_service::{Error, ImportFile, ImportLimits, ImportSource, Imported};
use wayfare_shapes::extensions::Import;

/// The part of the form.
const FILE: Part = Part {
    name: "file",
    most: 1,
};

fn show_import(imported: Imported) -> Import {
    Import {
        uuid: imported.trip.map(|trip| trip.to_string()),
        format: imported.format,
        items: imported.items,
        places: imported.places,
        pictures: imported.pictures,
        warnings: imported.warnings,
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/imports").post(post)
}

/// Makes a new private trip of a file: an archive of this service, GPX, KML, KMZ, GeoJSON or
/// iCalendar, by its content. All of it or nothing is kept.
#[utoipa::path(
    post, path = "/imports", tag = EXCHANGE, operation_id = "importTrip",
    params(("preview" = Option<bool>, Query, description = "Only tells what the trip would be, and keeps nothing")),
    request_body(content = ImportInput, content_type = "multipart/form-data"),
    responses(
        (
            status = 201, description = "The new trip", body = Import,
            headers(("Location" = String, description = "URL of the trip")),
        ),
        (status = 200, description = "What the trip would be", body = Import),
    ),
)]
pub(crate) async fn post(request: CallerRequest, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    // The token first, then the form.
    app.service.accounts.own(caller).await?;
    let is_preview = is_preview(&request.http)?;
    let upload = app.service.pictures.begin_upload(caller.client())?;
    let file = form::receive_file(&request.http, payload, &upload, FILE).await?;
    let key = idempotency::claim(&request.http)?;
    let file = ImportFile {
        key,
        upload,
        source: ImportSource::Received(file),
        limits: ImportLimits::default(),
    };
    let trips = &app.service.trips;
    let (imported, is_replayed) = match trips.import(caller, file, is_preview).await {
        Err(Error::AlreadyDone { resource }) => (trips.read_import(caller, &resource).await?, true),
        imported => (imported?, false),
    };
    let mut answer = match imported.trip {
        Some(trip) => {
            let location = app.links.location(&format!("/trips/{trip}"))?;
            let mut answer = HttpResponse::build(StatusCode::CREATED);
            answer.insert_header((header::LOCATION, location));
            answer
        }
        None => HttpResponse::Ok(),
    };
    let mut answer = answer.json(show_import(imported));
    if is_replayed {
        idempotency::mark_replayed(&mut answer);
    }
    Ok(answer)
}

/// Whether the query asks for a preview.
fn is_preview(request: &HttpRequest) -> Result<bool, Problem> {
    let mut values = form_urlencoded::parse(request.query_string().as_bytes());
    match values.find(|(name, _)| name == "preview") {
        None => Ok(false),
        Some((_, value)) if value == "true" => Ok(true),
        Some((_, value)) if value == "false" => Ok(false),
        Some(_) => Err(Problem::invalid_at(
            Path::root().field("preview"),
            Reason::new("must be true or false"),
        )),
    }
}

/// The form of a file.
#[derive(Debug, ToSchema)]
pub struct ImportInput {
    /// The file, of at most 20 MiB.
    pub file: FileBytes,
}
