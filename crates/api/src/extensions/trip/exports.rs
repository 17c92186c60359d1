//! `/trips/{uuid}/export/{format}`: a trip as a file for other programs.

use utoipa::ToSchema;
use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::FORMATS;
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{Answer, FormatPath, TripPath, trip::export};

/// The trip as a file: a calendar, a map, a spreadsheet of its costs, or an archive of all that it
/// holds.
#[utoipa::path(
    get, path = "/trips/{uuid}/export/{format}", tag = FORMATS, operation_id = "exportTrip",
    params(
        TripPath,
        ("format" = inline(FormatName), Path, description = "The format"),
    ),
    responses((
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
    )),
)]
pub(crate) async fn get(request: TripRequest, FormatPath(format): FormatPath) -> Answer {
    let (caller, TripPath(id)) = (request.caller, request.path);
    let view = request.app.service.trips.read(caller, id).await?;
    export::answer(&request.app, &request.http, caller, view, &format).await
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
    /// Comma-separated values: the costs.
    Csv,
    /// Comma-separated values: what each person paid and owes, line by line, and the proposed
    /// payments.
    #[schema(rename = "settlement.csv")]
    Settlement,
    /// An archive.
    Zip,
}
