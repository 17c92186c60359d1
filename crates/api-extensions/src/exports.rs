//! `/trips/{uuid}/export/{format}`: a trip as a file for other programs.

use actix_web::http::header;
use futures_util::StreamExt;
use utoipa::ToSchema;
use wayfare_api_core::conditional::{self, Document};
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::input::FileBytes;
use wayfare_api_core::openapi::{EXCHANGE, NotFound};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Endpoint, FormatPath, Problem, TripPath, attachment,
    response_cache,
};
use wayfare_exchange::Format;
use wayfare_service::{Error, TripView};

/// The name and extension of archives.
const ZIP: &str = "zip";

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/export/{format}").get(get)
}

/// The trip as a file: a calendar, a map, a spreadsheet of its costs, or an archive of all that it
/// holds.
#[utoipa::path(
    get, path = "/trips/{uuid}/export/{format}", tag = EXCHANGE, operation_id = "exportTrip",
    params(
        TripPath,
        ("format" = inline(FormatName), Path, description = "The format"),
    ),
    responses(
        (
            status = 200, description = "The file",
            content(
                (FileBytes = "text/calendar"),
                (FileBytes = "application/gpx+xml"),
                (FileBytes = "application/vnd.google-earth.kml+xml"),
                (FileBytes = "application/geo+json"),
                (FileBytes = "text/csv"),
                (FileBytes = "application/zip"),
            ),
            headers(("Content-Disposition" = String, description = "The name of the file")),
        ),
        NotFound,
    ),
)]
pub(crate) async fn get(request: TripRequest, FormatPath(format): FormatPath) -> Answer {
    let (AuthenticatedCaller(caller), TripPath(id)) = (request.caller, request.trip);
    let view = request.app.service.trips.read(caller, id).await?;
    let name = view.trip.name.as_str().to_owned();
    let (mut answer, extension) = if format == ZIP {
        (archive(&request, view).await?, ZIP)
    } else {
        let format = Format::parse(&format).ok_or(Error::NotFound)?;
        (file(&request, view, format).await?, format.as_str())
    };
    let disposition = attachment::content_disposition(&name, extension);
    let disposition = disposition.map_err(|error| Problem::internal(&error))?;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(answer)
}

async fn file(request: &TripRequest, view: TripView, format: Format) -> Answer {
    let AuthenticatedCaller(caller) = request.caller;
    let render = move |app: &App| {
        let bytes = app.service.trips.export(&view, format)?;
        Ok(Document::from_bytes(Some(view.trip.version), bytes))
    };
    let document = response_cache::run(&request.app, caller, true, render).await?;
    Ok(conditional::answer_as(
        &request.request,
        format.media_type(),
        document,
    ))
}

/// Streams an archive: its pictures may be hundreds of megabytes.
async fn archive(request: &TripRequest, view: TripView) -> Answer {
    let AuthenticatedCaller(caller) = request.caller;
    let archive = request.app.service.trips.archive(caller, &view).await?;
    let tag = conditional::tag(Some(view.trip.version), archive.digest());
    Ok(conditional::answer_with(
        &request.request,
        &tag,
        |mut answer| {
            let pieces = archive.into_stream();
            // The answer has begun: the connection ends.
            let pieces = pieces
                .map(|piece| piece.map_err(|error| Problem::from(error).into_broken_answer()));
            answer.content_type("application/zip").streaming(pieces)
        },
    ))
}

/// A format.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum FormatName {
    /// iCalendar.
    Ics,
    /// GPX 1.1.
    Gpx,
    /// KML 2.2.
    Kml,
    /// GeoJSON.
    GeoJson,
    /// Comma-separated values.
    Csv,
    /// An archive.
    Zip,
}
