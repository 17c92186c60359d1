//! A trip as a file for other programs, or an account as an archive, as an answer.

use actix_web::http::{Method, header};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::{Stream, StreamExt};
use wayfare_formats::Format;
use wayfare_service::{Caller, Error, TripView};

use crate::answer::conditional::{self, Document};
use crate::answer::render::render_in_pool_if;
use crate::{Answer, App, Problem, answer::attachment};

/// The name and extension of archives.
const ZIP: &str = "zip";
const ZIP_TYPE: &str = "application/zip";
/// The name and extension of explained settlements.
const SETTLEMENT: &str = "settlement.csv";

/// A trip as a file in the format of this name.
///
/// # Errors
/// 404 if there is no such format; 503.
pub async fn answer(
    app: &Data<App>,
    request: &HttpRequest,
    caller: Caller,
    view: TripView,
    format: &str,
) -> Answer {
    let view = app.service.trips.name_former(caller.client(), view).await?;
    let name = view.trip.name.as_str().to_owned();
    let (mut answer, extension) = if format == ZIP {
        (archive(app, request, caller, view).await?, ZIP)
    } else if format == SETTLEMENT {
        let export = |app: &App, view: &TripView| app.service.trips.export_settlement(view);
        let kind = Format::Csv.media_type();
        // Each share of each item is a row, which takes seconds.
        let answer = file(app, request, caller, view, kind, true, export).await?;
        (answer, SETTLEMENT)
    } else {
        let format = Format::parse(format).ok_or(Error::NotFound)?;
        let export = move |app: &App, view: &TripView| app.service.trips.export(view, format);
        let kind = format.media_type();
        let answer = file(app, request, caller, view, kind, false, export).await?;
        (answer, format.as_str())
    };
    let disposition = attachment::content_disposition(&format!("{name}.{extension}"));
    let disposition = disposition.map_err(|error| Problem::internal(&error))?;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(answer)
}

/// Streams the archive of the caller's own account, named by its username. Its trips may change
/// while they are sent, so it has no tag.
///
/// # Errors
/// Those of [`Trips::archive_account`](wayfare_service::Trips::archive_account).
pub async fn account(
    app: &Data<App>,
    request: &HttpRequest,
    caller: Caller,
    username: &str,
) -> Answer {
    let archive = app.service.trips.archive_account(caller, username).await?;
    let disposition = attachment::content_disposition(&format!("wayfare-{username}.{ZIP}"));
    let disposition = disposition.map_err(|error| Problem::internal(&error))?;
    let pieces = body_stream(request, archive.into_stream());
    Ok(HttpResponse::Ok()
        .content_type(ZIP_TYPE)
        .insert_header((header::CONTENT_DISPOSITION, disposition))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(pieces))
}

async fn file(
    app: &Data<App>,
    request: &HttpRequest,
    caller: Caller,
    view: TripView,
    media_type: &str,
    takes_seconds: bool,
    export: impl FnOnce(&App, &TripView) -> Result<Vec<u8>, Error> + Send + 'static,
) -> Answer {
    let (own, client) = (Data::clone(app), caller.client());
    let render = move || {
        let bytes = export(&own, &view)?;
        Ok::<_, Error>(Document::from_bytes(Some(view.trip.version), bytes))
    };
    let rendered = match takes_seconds {
        true => app.service.run_in_import_pool(client, render).await,
        false => app.service.run_in_document_pool(client, render).await,
    };
    Ok(conditional::answer_as(request, media_type, rendered??))
}

/// Streams an archive: its pictures may be hundreds of megabytes.
async fn archive(app: &Data<App>, request: &HttpRequest, caller: Caller, view: TripView) -> Answer {
    let archive = app.service.trips.archive(caller, &view).await?;
    let tag = move |_: &App| {
        let tag = conditional::tag(Some(view.trip.version), archive.digest());
        Ok((tag, archive))
    };
    let (tag, archive) = render_in_pool_if(true, app, caller.client(), tag).await?;
    Ok(conditional::answer_with(request, &tag, |mut answer| {
        let pieces = body_stream(request, archive.into_stream());
        answer.content_type(ZIP_TYPE).streaming(pieces)
    }))
}

/// The pieces of an archive as they are sent: none after `HEAD`, so that nothing is read. A failure
/// ends the connection, since the answer has begun.
fn body_stream(
    request: &HttpRequest,
    pieces: impl Stream<Item = Result<Bytes, Error>> + 'static,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> + 'static {
    let is_head = request.method() == Method::HEAD;
    let pieces = pieces.take(if is_head { 0 } else { usize::MAX });
    pieces.map(|piece| piece.map_err(|error| Problem::from(error).into_broken_answer()))
}
