//! A new trip from a file: a look at what it would be, then the import.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::{Markup, html};
use wayfare_api_core::http::idempotency::body_digest;
use wayfare_api_core::input::form::{self as multipart, Part};
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_service::{Error, ImportFile, ImportLimits, ImportSource, Imported};

use crate::form::{self, Fields};
use crate::layout::Page;
use crate::session::{self, SignedIn, Visitor, see_other};
use crate::texts as t;
use crate::warnings;

/// The part of the form.
const FILE: Part = Part {
    name: "file",
    most: 1,
};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/trips/import").get(get).post(post)]
}

async fn get(SignedIn(visitor, _): SignedIn) -> Answer {
    show(visitor, StatusCode::OK, || html! {}).await
}

/// Imports a file, or says what the trip would be.
async fn post(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    let caller = account.caller;
    let service = visitor.app.service.clone();
    let upload = service.pictures.begin_upload(caller.client())?;
    let received = multipart::receive_file_with_text(&request, payload, &upload, FILE).await?;
    let (file, texts) = received;
    let fields = Fields::new(texts);
    visitor.check(&fields)?;
    let Some(file) = file else {
        let refusal = || refusal(&[t::NO_FILE.to_owned()]);
        return show(visitor, StatusCode::BAD_REQUEST, refusal).await;
    };
    let is_preview = fields.has("preview");
    let file = ImportFile {
        key: fields.claim(&visitor.path, body_digest(&request)),
        upload,
        source: ImportSource::Received(file),
        limits: ImportLimits::default(),
    };
    let imported = match service.trips.import(caller, file, is_preview).await {
        Err(Error::AlreadyDone { resource }) => service.trips.read_import(caller, &resource).await,
        imported => imported,
    };
    match imported {
        Ok(imported) => match imported.trip {
            Some(trip) => {
                let warnings = warnings::query(&visitor, &imported.warnings);
                let path = format!("/trip/{trip}?done=imported{warnings}");
                Ok(see_other(&visitor.site.to(&path)))
            }
            None => show(visitor, StatusCode::OK, move || preview(&imported)).await,
        },
        Err(error @ (Error::Invalid(_) | Error::Picture { .. } | Error::FileTooLarge { .. })) => {
            let problem = Problem::from(error);
            let mut reasons = form::reasons(problem.violations());
            if reasons.is_empty() {
                reasons.push(problem.detail().to_owned());
            }
            show(visitor, problem.status(), move || refusal(&reasons)).await
        }
        Err(error) => Err(error.into()),
    }
}

fn refusal(reasons: &[String]) -> Markup {
    html! {
        div.alert role="alert" {
            p { (t::NOT_IMPORTED) }
            @for reason in reasons { p { (reason) } }
        }
    }
}

/// What the trip of a file would be.
fn preview(imported: &Imported) -> Markup {
    html! {
        section.part #preview tabindex="-1" aria-labelledby="preview-title" {
            h2 #preview-title { (t::PREVIEW) }
            dl.sums {
                div { dt { (t::ITINERARY) } dd { (imported.items) } }
                div { dt { (t::PLACES) } dd { (imported.places) } }
                div { dt { (t::PHOTOS) } dd { (imported.pictures) } }
                div { dt { (t::FORMAT) } dd { (imported.format) } }
            }
            @if !imported.warnings.is_empty() {
                h3 { (t::WARNINGS) }
                ul { @for warning in &imported.warnings { li { (warning) } } }
            }
            p.hint { (t::PREVIEW_HINT) }
        }
    }
}

async fn show(
    visitor: Visitor,
    status: StatusCode,
    above: impl FnOnce() -> Markup + Send + 'static,
) -> Answer {
    let page = move |visitor: &Visitor| {
        let site = &visitor.site;
        let body = html! {
            p.back { a href=(site.to("/trips")) { "← " (t::MY_TRIPS) } }
            h1 { (t::IMPORT_TRIP) }
            p { (t::IMPORT_LEAD) }
            div data-result { (above()) }
            form.sheet method="post" enctype="multipart/form-data"
                action=(site.to("/trips/import")) {
                (form::token(visitor))
                (form::new_key())
                label for="import-file" { (t::FILE) }
                input #import-file type="file" name="file" required
                    accept=".zip,.gpx,.kml,.kmz,.geojson,.json,.ics" aria-describedby="import-note";
                p.note #import-note { (t::IMPORT_FORMATS) }
                p.actions {
                    button.button name="import" value="1" { (t::IMPORT) }
                    button.button.quiet name="preview" value="1" data-preview { (t::PREVIEW) }
                }
            }
        };
        Page::new(t::IMPORT_TRIP, body)
            .class("narrow")
            .status(status)
    };
    Page::render(visitor, page).await
}
