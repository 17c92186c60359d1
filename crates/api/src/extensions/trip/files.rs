//! `/trips/{uuid}/files` and `/trips/{uuid}/files/{file}`: tickets and other documents, for
//! people of the trip alone.

use actix_web::web::Payload;
use utoipa::ToSchema;
use wayfare_api_core::answer::conditional;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::EXTENSIONS;
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::trip::files;
use wayfare_api_core::{Answer, App, FilePath, Problem, TripPath};
use wayfare_domain::trip::{self, Edit, FilePatch};
use wayfare_domain::{Action, Path, Reason, ShortText, Trip};
use wayfare_service::{SentFile, TripUpdateRequest, TripView};
use wayfare_shapes::lists::TripFile;

/// The part of the form that holds the file.
const FILE: Part = Part {
    name: "file",
    most: 1,
};
/// The part of the form that names the item.
const ITEM: &str = "item_id";

fn show_file(view: &TripView, file: &trip::TripFile) -> TripFile {
    let item = file.item.as_ref();
    let item = item.filter(|item| view.trip.item(item).is_some());
    let by = view.people.get(file.by);
    TripFile {
        id: file.id.to_string(),
        name: file.name.to_string(),
        kind: file.kind.media_type().to_owned(),
        size: file.size,
        item_id: item.map(ToString::to_string),
        created_at: file.created_at.to_string(),
        by: by.map_or_else(
            || file.by.to_string(),
            |person| person.username.as_str().to_owned(),
        ),
    }
}

/// The files of a trip, in the order in which they were sent, for its people.
#[utoipa::path(
    get, path = "/trips/{uuid}/files", tag = EXTENSIONS, operation_id = "listFiles",
    params(TripPath),
    responses((status = 200, description = "The files", body = Vec<TripFile>)),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let view = request.app.service.trips.read_files(caller, trip).await?;
    let files = view.trip.plan.files.iter();
    let files: Vec<TripFile> = files.map(|file| show_file(&view, file)).collect();
    conditional::json(&request.http, Some(view.trip.version), &files)
}

/// Adds a file to a trip, perhaps to one of its items. It is kept as it is, with what a camera
/// wrote into it.
#[utoipa::path(
    post, path = "/trips/{uuid}/files", tag = EXTENSIONS, operation_id = "addFile",
    params(TripPath),
    request_body(content = FileInput, content_type = "multipart/form-data"),
    responses((
        status = 201, description = "The new file", body = TripFile,
        headers(("Location" = String, description = "URL of the file")),
    )),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller, TripPath(trip)) = (&request.app, request.caller, request.path);
    let trips = &app.service.trips;
    trips.authorize(caller, trip, Action::Edit).await?;
    let upload = app.service.pictures.begin_upload(caller.client())?;
    let known = &[ITEM];
    let received = form::receive_file_with_text(&request.http, payload, &upload, FILE, known);
    let authorize = || trips.authorize(caller, trip, Action::Edit);
    let (file, texts) = or_refuse(received.await, authorize).await?;
    let invalid =
        |part: &'static str, reason| Problem::invalid_at(Path::root().field(part), reason);
    let file = file.ok_or_else(|| invalid(FILE.name, Reason::new("is required")))?;
    let text = |name: &str| {
        texts
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, text)| text)
    };
    let item = text(ITEM).filter(|item| !item.is_empty());
    let item = item.map(|item| ShortText::new(item.as_str())).transpose();
    let sent = SentFile {
        upload,
        file,
        name: text(form::FILE_NAME).cloned().unwrap_or_default(),
        item: item.map_err(|reason| invalid(ITEM, reason))?,
        key: idempotency::claim(&request.http)?,
        precondition: conditional::precondition(&request.http),
    };
    let added = trips.add_file(caller, trip, sent).await;
    let shape = |_: &App, view: &TripView, id: &str| {
        let mut files = view.trip.plan.files.iter();
        let file = files.find(|file| file.id.to_string() == id)?;
        Some(show_file(view, file))
    };
    request.show_added("files", added, shape).await
}

/// The bytes of a file as they were sent, or a range of them.
#[utoipa::path(
    get, path = "/trips/{uuid}/files/{file}", tag = EXTENSIONS, operation_id = "getFile",
    params(TripPath, FilePath),
    responses(
        (
            status = 200, description = "The file",
            content(
                (FileBytes = "application/pdf"),
                (FileBytes = "image/jpeg"),
                (FileBytes = "image/png"),
                (FileBytes = "image/webp"),
                (FileBytes = "image/gif"),
                (FileBytes = "image/heic"),
                (FileBytes = "image/avif"),
                (FileBytes = "application/vnd.apple.pkpass"),
                (FileBytes = "application/octet-stream"),
                (FileBytes = "text/calendar"),
                (FileBytes = "text/plain"),
            ),
            headers(("Content-Disposition" = String, description = "The name of the file")),
        ),
        (
            status = 206, description = "A range of it",
            content(
                (FileBytes = "application/pdf"),
                (FileBytes = "image/jpeg"),
                (FileBytes = "image/png"),
                (FileBytes = "image/webp"),
                (FileBytes = "image/gif"),
                (FileBytes = "image/heic"),
                (FileBytes = "image/avif"),
                (FileBytes = "application/vnd.apple.pkpass"),
                (FileBytes = "application/octet-stream"),
                (FileBytes = "text/calendar"),
                (FileBytes = "text/plain"),
            ),
            headers(("Content-Range" = String, description = "Which range")),
        ),
    ),
)]
pub(crate) async fn get(request: TripRequest, FilePath(id): FilePath) -> Answer {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    files::answer(&request.app, &request.http, caller, trip, id).await
}

/// Removes a file.
#[utoipa::path(
    delete, path = "/trips/{uuid}/files/{file}", tag = EXTENSIONS, operation_id = "deleteFile",
    params(TripPath, FilePath),
    responses((status = 204, description = "Removed")),
)]
pub(crate) async fn delete(request: TripRequest, FilePath(id): FilePath) -> Answer {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let trips = &request.app.service.trips;
    // Who is not on the trip does not learn of its files.
    trips.authorize(caller, trip, Action::ReadFiles).await?;
    let exists = |trip: &Trip| trip.file(id).is_some();
    trips
        .authorize_part(caller, trip, Action::Edit, exists)
        .await?;
    let edit = Edit::File(FilePatch::Remove(id));
    request.remove(TripUpdateRequest::of(edit)).await
}

/// The form of a file.
#[derive(Debug, ToSchema)]
pub struct FileInput {
    /// The file, of at most 20 MiB; 200 files and 100 MiB in all for each trip.
    pub file: FileBytes,
    /// The id of the item that it belongs to.
    pub item_id: Option<String>,
}
