//! Adding to a trip by a form.

use actix_web::http::StatusCode;
use wayfare_api_core::{Answer, Problem};
use wayfare_domain::{Action, TripId, Violations};
use wayfare_service::{Caller, Error, TripView};

use super::save::{Wrong, sheet};
use super::{address, errors, read_for};
use crate::fields::Fields;
use crate::form::Form;
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{Visitor, see_other};

/// A part of a trip that a form adds.
pub(super) trait NewPart: Send + 'static {
    /// The heading of the form's page.
    const TITLE: &str;
    /// What the visitor must be permitted.
    const ACTION: Action;

    /// The empty form.
    fn form(&self, visitor: &Visitor, view: &TripView) -> Form;

    /// Adds what the sent fields ask for. Returns the end of the address that follows.
    ///
    /// # Errors
    /// What is wrong with them, and those of the use case.
    async fn add(
        &self,
        visitor: &Visitor,
        caller: Caller,
        view: &TripView,
        sent: &Fields,
    ) -> Result<String, NotAdded>;
}

/// Why nothing was added.
pub(super) enum NotAdded {
    /// What is wrong with the fields.
    Wrong(Vec<Wrong>),
    /// What the trip does not allow.
    Invalid(Violations),
    /// The use case failed.
    Failed(Problem),
}

impl From<Vec<Wrong>> for NotAdded {
    fn from(wrong: Vec<Wrong>) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<Error> for NotAdded {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid(violations) => Self::Invalid(violations),
            error => Self::Failed(error.into()),
        }
    }
}

impl From<Problem> for NotAdded {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

/// Shows the empty form.
///
/// # Errors
/// 401, 404, 503.
pub(super) async fn open<P: NewPart>(visitor: Visitor, id: TripId, part: P) -> Answer {
    let view = read_for(&visitor, id, P::ACTION).await?;
    let shown = move |visitor: &Visitor| {
        let form = part.form(visitor, &view);
        sheet(visitor, &view, P::TITLE, &form.show(visitor, ""))
    };
    Page::render(visitor, shown).await
}

/// Adds what a form asks for, or shows what is wrong with it.
///
/// # Errors
/// 401, 404, 413, 503.
pub(super) async fn add<P: NewPart>(sent: SentOrDraft, id: TripId, part: P) -> Answer {
    let SentOrDraft { form: sent, draft } = sent;
    let SentForm(visitor, account, sent) = sent;
    let view = read_for(&visitor, id, P::ACTION).await?;
    let (mut wrong, mut violations) = (Vec::new(), None);
    if draft.is_none() {
        match part.add(&visitor, account.caller, &view, &sent).await {
            Ok(then) => return Ok(see_other(&address(&visitor, id, &then))),
            Err(NotAdded::Wrong(found)) => wrong = found,
            Err(NotAdded::Invalid(found)) => violations = Some(found),
            Err(NotAdded::Failed(problem)) => return Err(problem),
        }
    }
    let shown = move |visitor: &Visitor| {
        let mut form = part.form(visitor, &view).typed(&sent, false);
        form.is_draft = draft.is_some();
        form.add_errors(wrong);
        if let Some(violations) = violations {
            errors::add(&mut form, &violations);
        }
        let status = draft.unwrap_or(StatusCode::BAD_REQUEST);
        sheet(visitor, &view, P::TITLE, &form.show(visitor, "")).status(status)
    };
    Page::render(visitor, shown).await
}
