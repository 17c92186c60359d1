//! Files of a trip: tickets and other documents, at their items and beside the photos, for the
//! people of the trip alone.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::{Markup, html};
use wayfare_api_core::http::idempotency::body_digest;
use wayfare_api_core::input::form::{self as multipart, FILE_NAME, Part};
use wayfare_api_core::trip::files;
use wayfare_api_core::trip::items::is_on_trip;
use wayfare_api_core::{Answer, FilePath, Problem, TripPath};
use wayfare_domain::trip::{Edit, FilePatch, TripFile};
use wayfare_domain::{Action, PictureId, ShortText, TripId};
use wayfare_service::{Error, Precondition, SentFile, TripUpdateRequest};

use super::frame::section::{form_link, section};
use super::frame::sheet::{self, sheet};
use super::frame::trip_page::{TripPage, address, read_for};
use super::itinerary::listing::title;
use crate::form::{self, Field, Fields, Form, SentForm, sent_fields};
use crate::i18n::format::short;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{self, SignedIn, Visitor, see_other};

/// The part of the form that holds the file.
const FILE: Part = Part {
    name: "file",
    most: 1,
};
/// The field that names the item.
const ITEM: &str = "item_id";

/// All files of the trip, for its people.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    if !is_on_trip(page.view) {
        return html! {};
    }
    let trip = page.trip();
    let item_of = |file: &TripFile| trip.item(file.item.as_ref()?).map(|(_, item)| item);
    let body = html! {
        @if !trip.plan.files.is_empty() {
            ul.rows {
                @for file in &trip.plan.files {
                    li {
                        span {
                            (link(page, file))
                            @if let Some(item) = item_of(file) {
                                " " span.meta { (short(title(item))) }
                            }
                        }
                        @if page.edits {
                            @let path = format!("/files/remove?id={}", file.id);
                            @let spoken = t::remove_of(&short(file.name.as_str()));
                            (form_link(&page.address(&path), t::REMOVE, spoken))
                        }
                    }
                }
            }
        }
        @if page.edits { (upload(page, "", &[])) } @else { p.hint { (t::FILES_HINT) } }
    };
    section("files", t::TICKETS, &html! {}, &body)
}

/// The files of an item.
pub(super) fn of_item(page: TripPage<'_>, item: &str) -> Markup {
    let mut files = page.trip().files_of(item).peekable();
    html! {
        @if files.peek().is_some() {
            p.links { @for file in files { (link(page, file)) " " } }
        }
    }
}

/// The link that saves a file. The service worker keeps what it leads to with the page.
fn link(page: TripPage<'_>, file: &TripFile) -> Markup {
    let address = page.address(&format!("/files/{}", file.id));
    html! { a data-file=(file.size) href=(address) { (file.name.as_str()) } }
}

/// The form that adds a file, to an item if one is named, with the reasons why one was refused.
fn upload(page: TripPage<'_>, item: &str, refused: &[String]) -> Markup {
    let is_refused = !refused.is_empty();
    html! {
        form.upload.no-print method="post" enctype="multipart/form-data"
            action=(page.address("/files")) data-upload {
            (page.token())
            input type="hidden" name=(ITEM) value=(item);
            label for="upload-file" { (t::ADD_FILE) }
            input #upload-file type="file" name=(FILE.name) required
                aria-invalid=[is_refused.then_some("true")] aria-describedby="upload-file-note";
            " " button.button.quiet { (t::UPLOAD) }
            p.hint #upload-file-note {
                @for reason in refused { strong.wrong data-reason { (reason) } " " }
                (t::FILES_HINT)
            }
        }
    }
}

/// The form that adds a file to the item in the query.
pub(super) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let item = visitor.query.text("item").to_owned();
    show_form(visitor, id, item, Vec::new(), StatusCode::OK).await
}

async fn show_form(
    visitor: Visitor,
    id: TripId,
    item: String,
    refused: Vec<String>,
    status: StatusCode,
) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let named = view.trip.item(&item).map(|(_, item)| short(title(item)));
        let heading = match named {
            Some(name) => t::label_of(t::ADD_FILE.get(), &name),
            None => t::ADD_FILE.to_string(),
        };
        sheet(page, &heading, &upload(page, &item, &refused)).status(status)
    };
    Page::render(visitor, shown).await
}

/// Adds a file.
pub(super) async fn post(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    let caller = account.caller;
    let service = visitor.app.service.clone();
    service.trips.authorize(caller, id, Action::Edit).await?;
    let upload = service.pictures.begin_upload(caller.client())?;
    let received = multipart::receive_file_with_text(&request, payload, &upload, FILE, &[]).await;
    let (file, texts) = match received {
        Err(problem) if problem.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let refused = vec![t::IMPORT_TOO_LARGE.to_string()];
            return show_form(visitor, id, String::new(), refused, problem.status()).await;
        }
        received => received?,
    };
    let fields = Fields::new(texts);
    visitor.check(&fields)?;
    let item = fields.text(ITEM).to_owned();
    let Some(file) = file else {
        let refused = vec![t::NO_FILE.to_string()];
        return show_form(visitor, id, item, refused, StatusCode::BAD_REQUEST).await;
    };
    let sent = SentFile {
        upload,
        file,
        name: fields.text(FILE_NAME).to_owned(),
        item: ShortText::new(item.as_str())
            .ok()
            .filter(|item| !item.is_empty()),
        key: fields.claim(&visitor.path, body_digest(&request)),
        precondition: Precondition::None,
    };
    match service.trips.add_file(caller, id, sent).await {
        Ok(_) | Err(Error::AlreadyDone { .. }) => {
            let path = match item.as_str() {
                "" => "/photos?done=uploaded#files",
                _ => "?done=uploaded#itinerary",
            };
            Ok(see_other(&address(&visitor, id, path)))
        }
        Err(Error::Invalid(violations)) => {
            let refused = form::reasons(&violations);
            show_form(visitor, id, item, refused, StatusCode::BAD_REQUEST).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The bytes of a file, to be saved.
pub(super) async fn get(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
    FilePath(file): FilePath,
) -> Answer {
    files::answer(&visitor.app, &request, account.caller, id, file).await
}

/// Asks before a file is removed.
pub(super) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let named = visitor.query.text("id").to_owned();
    let file = PictureId::parse(&named).and_then(|file| view.trip.file(file));
    let file = file.ok_or_else(Problem::not_found)?;
    let title = t::remove_of(&short(file.name.as_str()));
    let action = address(&visitor, id, "/files/remove");
    let form = Form::new(action, t::REMOVE, vec![Field::hidden("id", named)]);
    let form = form.cancel(address(&visitor, id, "/photos#files"));
    let text = html! { p { (t::REMOVE_FILE_TEXT) } };
    sheet::ask(visitor, view, title, text, form).await
}

sent_fields!(FileRemoval CHOICES "id");

/// Removes the file that the form names. One that is gone already needs nothing.
pub(super) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<FileRemoval>,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    if let Some(file) = PictureId::parse(sent.text("id")) {
        let edit = Edit::File(FilePatch::Remove(file));
        let update = TripUpdateRequest::of(edit);
        match trips
            .update(account.caller, id, update, Precondition::None)
            .await
        {
            Ok(_) | Err(Error::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(see_other(&address(
        &visitor,
        id,
        "/photos?done=removed#files",
    )))
}
