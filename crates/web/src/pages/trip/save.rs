//! Saving an edit of a trip: optimistic concurrency over what a form shows.
//!
//! The version of a form is a fingerprint of the values it was opened with. If only other parts of
//! the trip have changed, the edit is saved. If what the form shows has changed, the form comes
//! back with both values and the present version, so that a second save overwrites.

use actix_web::HttpResponse;
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
pub(crate) trait EditedPart {
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
pub(crate) async fn open(mut visitor: Visitor, id: TripId, part: &impl EditedPart) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let form = part.form(&visitor, &view).ok_or(Error::NotFound)?;
    let version = form.values().fingerprint();
    Ok(show(
        part,
        &mut visitor,
        &view,
        (&form, &version),
        StatusCode::OK,
    ))
}

/// Saves the form of a part.
///
/// # Errors
/// 401, 403, 404, 413, 503.
pub(crate) async fn save(
    SentOrDraft { form, draft }: SentOrDraft,
    id: TripId,
    part: &impl EditedPart,
) -> Answer {
    let SentForm(mut visitor, account, sent) = form;
    let (visitor, sent) = (&mut visitor, &sent);
    let trips = visitor.app.service.trips.clone();
    let then = format!("?done=saved#{}", part.anchor());
    let then = address(visitor, id, &then);
    for _ in 0..ATTEMPTS {
        let view = read_for(visitor, id, Action::Edit).await?;
        let Some(form) = part.form(visitor, &view) else {
            let form = part.revive(visitor, &view, sent);
            return Ok(gone(visitor, &view, sent, form));
        };
        let version = form.values().fingerprint();
        let opened = sent.get(VERSION).unwrap_or_default();
        let shown = form.clone().typed(sent, false);
        if let Some(status) = draft {
            return Ok(show(part, visitor, &view, (&shown.draft(), opened), status));
        }
        if !opened.is_empty() && opened != version {
            if shown.values() == form.values() {
                return Ok(see_other(&then));
            }
            let form = form.typed(sent, true);
            return Ok(show(
                part,
                visitor,
                &view,
                (&form, &version),
                StatusCode::CONFLICT,
            ));
        }
        let refuse = |visitor: &mut Visitor, form: &Form| {
            show(
                part,
                visitor,
                &view,
                (form, opened),
                StatusCode::BAD_REQUEST,
            )
        };
        let mut form = shown;
        let request = match part.read(visitor, &view, sent) {
            Ok(request) => request,
            Err(wrong) => {
                form.add_errors(wrong);
                return Ok(refuse(visitor, &form));
            }
        };
        let precondition = Precondition::Versions(vec![view.trip.version]);
        match trips
            .update(account.caller, id, request, precondition)
            .await
        {
            Ok(_) => return Ok(see_other(&then)),
            Err(Error::VersionMismatch) => {}
            Err(Error::Invalid(violations)) => {
                errors::add(&mut form, &violations);
                return Ok(refuse(visitor, &form));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Problem::from(Error::Busy))
}

fn show(
    part: &impl EditedPart,
    visitor: &mut Visitor,
    view: &TripView,
    (form, version): (&Form, &str),
    status: StatusCode,
) -> HttpResponse {
    let title = part.title(view);
    let body = html! {
        (back(visitor, view))
        div data-sheet {
            h1 { (title) }
            (form.show(visitor, version))
            (part.below(visitor, view))
        }
    };
    Page::new(title, body)
        .class("narrow")
        .status(status)
        .answer(visitor)
}

/// The page of a part that somebody has removed, with what was typed.
fn gone(visitor: &mut Visitor, view: &TripView, sent: &Fields, form: Option<Form>) -> HttpResponse {
    let body = html! {
        (back(visitor, view))
        div data-sheet {
            h1 { (t::GONE) }
            p.alert role="alert" { (t::GONE_TEXT) }
            @match form {
                Some(form) => (form.show(visitor, "")),
                None => @for text in sent.typed() { pre.typed { (text) } },
            }
        }
    };
    Page::new(t::GONE, body)
        .class("narrow")
        .status(StatusCode::CONFLICT)
        .answer(visitor)
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
    edit: impl Fn(&TripView) -> Result<Option<TripUpdateRequest>, Problem>,
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
    edit: impl Fn(&TripView) -> Result<Option<TripUpdateRequest>, Problem>,
) -> Result<bool, Problem> {
    let caller = visitor.caller().ok_or(Error::TokenRefused)?;
    let trips = &visitor.app.service.trips;
    for _ in 0..ATTEMPTS {
        let view = trips.read(caller, id).await?;
        let Some(request) = edit(&view)? else {
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
