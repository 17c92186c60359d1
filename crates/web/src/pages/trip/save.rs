//! Saving an edit of a trip: optimistic concurrency over what a form shows.
//!
//! The version of a form is a fingerprint of the values it was opened with. If only other parts of
//! the trip have changed, the edit is saved. If what the form shows has changed, the form comes
//! back with both values and the present version, so that a second save overwrites.

use std::sync::Arc;

use actix_web::http::StatusCode;
use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem};
use wayfare_domain::{Action, TripId};
use wayfare_service::{Error, Precondition, TripUpdateRequest, TripView};

use super::overview::short;
use super::{address, errors, read_for};
use crate::fields::Fields;
use crate::form::{Form, VERSION};
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{Visitor, see_other};
use crate::texts as t;

/// Attempts to save before the edit counts as stale.
const ATTEMPTS: u32 = 8;

/// A name of a field and what is wrong with it.
pub(crate) type Wrong = (String, String);

/// A part of a trip that a form edits.
pub(crate) trait EditedPart: Send + Sync + 'static {
    /// The form of the present values; `None` if the part is gone.
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form>;

    /// The update that the sent fields ask for.
    ///
    /// # Errors
    /// What is wrong with them.
    fn read(
        &self,
        visitor: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>>;

    /// The heading of the form's page.
    fn title(&self, view: &TripView) -> String;

    /// What the page has below the form.
    fn below(&self, _: &Visitor, _: &TripView) -> Markup {
        html! {}
    }

    /// The form that adds the part anew with what was typed, once it is gone.
    fn revive(&self, _: &Visitor, _: &TripView, _: &Fields) -> Option<Form> {
        None
    }

    /// The fragment of the trip's page to which a saved edit leads.
    fn anchor(&self) -> &'static str;
}

/// Shows the form of a part.
///
/// # Errors
/// 401, 404, 503.
pub(crate) async fn open(visitor: Visitor, id: TripId, part: impl EditedPart) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let shown = move |visitor: &Visitor| {
        let form = part.form(visitor, &view).ok_or(Error::NotFound)?;
        let version = form.values().fingerprint();
        let status = StatusCode::OK;
        Ok::<_, Error>(page(&part, visitor, &view, (&form, &version), status))
    };
    Ok(Page::try_render(visitor, shown).await??)
}

/// Saves the form of a part.
///
/// # Errors
/// 401, 403, 404, 413, 503.
pub(crate) async fn save(
    SentOrDraft { form, draft }: SentOrDraft,
    id: TripId,
    part: impl EditedPart,
) -> Answer {
    let SentForm(visitor, account, sent) = form;
    let trips = visitor.app.service.trips.clone();
    let then = format!("?done=saved#{}", part.anchor());
    let then = address(&visitor, id, &then);
    let edit = Arc::new((part, sent));
    for _ in 0..ATTEMPTS {
        let view = read_for(&visitor, id, Action::Edit).await?;
        let precondition = Precondition::Versions(vec![view.trip.version]);
        let (sent_edit, present) = (Arc::clone(&edit), view.clone());
        let shown = move |visitor: &Visitor| next(&sent_edit, visitor, &present, draft);
        let (mut form, request) = match Page::try_render(visitor.clone(), shown).await? {
            Ok(page) => return Ok(page),
            Err(None) => return Ok(see_other(&then)),
            Err(Some(update)) => *update,
        };
        let updated = trips.update(account.caller, id, request, precondition);
        match updated.await {
            Ok(_) => return Ok(see_other(&then)),
            Err(Error::VersionMismatch) => {}
            Err(Error::Invalid(violations)) => {
                let shown = move |visitor: &Visitor| {
                    let (part, sent) = &*edit;
                    errors::add(&mut form, &violations);
                    let form = (&form, sent.get(VERSION).unwrap_or_default());
                    page(part, visitor, &view, form, StatusCode::BAD_REQUEST)
                };
                return Page::render(visitor, shown).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Problem::from(Error::Busy))
}

/// What follows a sent form: a page, or the form and the update that it asks for; `None` if there
/// is nothing to save.
fn next<P: EditedPart>(
    (part, sent): &(P, Fields),
    visitor: &Visitor,
    view: &TripView,
    draft: Option<StatusCode>,
) -> Result<Page, Option<Box<(Form, TripUpdateRequest)>>> {
    let Some(form) = part.form(visitor, view) else {
        let form = part.revive(visitor, view, sent);
        return Ok(gone(visitor, view, sent, form));
    };
    let page =
        |form: &Form, version: &str, status| page(part, visitor, view, (form, version), status);
    let version = form.values().fingerprint();
    let opened = sent.get(VERSION).unwrap_or_default();
    let mut shown = form.clone().typed(sent, false);
    if let Some(status) = draft {
        return Ok(page(&shown.draft(), opened, status));
    }
    if !opened.is_empty() && opened != version {
        if shown.values() == form.values() {
            return Err(None);
        }
        let form = form.typed(sent, true);
        return Ok(page(&form, &version, StatusCode::CONFLICT));
    }
    match part.read(visitor, view, sent) {
        Ok(request) => Err(Some(Box::new((shown, request)))),
        Err(wrong) => {
            shown.add_errors(wrong);
            Ok(page(&shown, opened, StatusCode::BAD_REQUEST))
        }
    }
}

fn page(
    part: &impl EditedPart,
    visitor: &Visitor,
    view: &TripView,
    (form, version): (&Form, &str),
    status: StatusCode,
) -> Page {
    let body = html! { (form.show(visitor, version)) (part.below(visitor, view)) };
    sheet(visitor, view, &part.title(view), &body).status(status)
}

/// The page of a part that somebody has removed, with what was typed.
fn gone(visitor: &Visitor, view: &TripView, sent: &Fields, form: Option<Form>) -> Page {
    let body = html! {
        p.alert role="alert" { (t::GONE_TEXT) }
        @match form {
            Some(form) => (form.show(visitor, "")),
            None => @for text in sent.typed() { pre.typed { (text) } },
        }
    };
    sheet(visitor, view, t::GONE, &body).status(StatusCode::CONFLICT)
}

/// A page about a part of a trip, such as its form.
pub(super) fn sheet(visitor: &Visitor, view: &TripView, title: &str, body: &Markup) -> Page {
    let body = html! {
        (back(visitor, view))
        div data-sheet { h1 { (title) } (body) }
    };
    Page::new(title, body).class("narrow")
}

/// The way back to the trip.
pub(super) fn back(visitor: &Visitor, view: &TripView) -> Markup {
    let trip = &view.trip;
    html! {
        p.back { a href=(address(visitor, trip.id, "")) { "← " (short(trip.name.as_str())) } }
    }
}

/// Applies a small edit that names what it changes. Retries on a version conflict. `edit` returns
/// `None` if there is nothing to change.
///
/// # Errors
/// 400, 401, 404, 413, 503.
pub(crate) async fn apply(
    visitor: &Visitor,
    id: TripId,
    edit: impl AsyncFn(&TripView) -> Result<Option<TripUpdateRequest>, Problem>,
) -> Result<bool, Problem> {
    apply_with(visitor, id, Action::Edit, edit).await
}

/// As [`apply`], for those who may do `action`.
///
/// # Errors
/// As [`apply`].
pub(crate) async fn apply_with(
    visitor: &Visitor,
    id: TripId,
    action: Action,
    edit: impl AsyncFn(&TripView) -> Result<Option<TripUpdateRequest>, Problem>,
) -> Result<bool, Problem> {
    let caller = visitor.caller().ok_or(Error::TokenRefused)?;
    let trips = &visitor.app.service.trips;
    for _ in 0..ATTEMPTS {
        let view = trips.read(caller, id).await?;
        let Some(request) = edit(&view).await? else {
            // Outsiders learn that they may not edit, also if there is nothing to change.
            trips.authorize(caller, id, action).await?;
            return Ok(false);
        };
        let precondition = Precondition::Versions(vec![view.trip.version]);
        match trips.update(caller, id, request, precondition).await {
            Err(Error::VersionMismatch) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(true),
        }
    }
    Err(Problem::from(Error::Busy))
}
