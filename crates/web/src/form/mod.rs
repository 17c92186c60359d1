//! Forms as data: how they are shown, received, read and saved, and what they show of somebody
//! else's change.

mod field;
pub(crate) mod fields;
pub(crate) mod merge;
mod reader;
mod sent;
pub(crate) mod typed_time;

use actix_web::http::StatusCode;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::Problem;
use wayfare_domain::Violations;
use wayfare_domain::violation::Step;
use wayfare_service::Error;

pub(crate) use field::{Chips, Field, Kind};
pub(crate) use fields::{Fields, SentFields, sent_fields};
pub(crate) use reader::FormReader;
pub(crate) use sent::{SentForm, SentOrDraft};

use crate::i18n::texts as t;
use crate::session::Visitor;
use fields::{FORM_KEY, FORM_TOKEN, VERSION};
use merge::Merged;

/// A form on a page of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form {
    /// The address that it is sent to.
    pub(crate) action: String,
    /// Its fields.
    pub(crate) fields: Vec<Field>,
    /// The label of its button.
    pub(crate) submit: String,
    /// What is wrong with it as a whole.
    pub(crate) errors: Vec<String>,
    /// Where its visitor goes without sending it.
    pub(crate) cancel: Option<String>,
    /// The imprints of the values that it was opened with; empty if they don't matter.
    pub(crate) version: String,
    /// The key that it was sent with before, by which it has its effect once; empty for a new one.
    pub(crate) key: String,
    /// Who else has changed what it shows, if it asks about that.
    pub(crate) changed_by: Option<String>,
    /// Whether it was sent before under another session.
    pub(crate) is_draft: bool,
    /// Whether its button removes something.
    pub(crate) is_danger: bool,
}

impl Form {
    /// A form that is sent to an address, and the label of its button.
    pub(crate) fn new(action: String, submit: impl Into<String>, fields: Vec<Field>) -> Self {
        Self {
            action,
            submit: submit.into(),
            fields,
            ..Self::default()
        }
    }

    pub(crate) fn cancel(mut self, address: String) -> Self {
        self.cancel = Some(address);
        self
    }

    pub(crate) fn danger(mut self) -> Self {
        self.is_danger = true;
        self
    }

    /// The fields as they would be sent.
    pub(crate) fn values(&self) -> Fields {
        let fields = self.fields.iter();
        let pairs = fields.map(|field| (field.name.clone(), field.value.clone()));
        Fields::new(pairs.collect())
    }

    /// Replaces the values by those that were typed.
    #[must_use]
    pub(crate) fn typed(mut self, sent: &Fields) -> Self {
        for field in &mut self.fields {
            // A password is never sent back.
            let typed = field.sent_value(sent).filter(|_| !field.is_password());
            field.value = typed.unwrap_or_else(|| std::mem::take(&mut field.value));
        }
        self.version = sent.get(VERSION).unwrap_or_default().to_owned();
        self.key = sent.get(FORM_KEY).unwrap_or_default().to_owned();
        self
    }

    /// Fills in what was merged, and asks about the fields that the sender and others have changed:
    /// shows their present values beside what was typed. Keeps the version of the present values,
    /// so that a second save replaces them.
    #[must_use]
    pub(crate) fn merged(self, merged: &Merged, others: impl FnOnce() -> String) -> Self {
        let version = self.version.clone();
        let present = self.values();
        let mut form = self.typed(&merged.fields);
        for field in &mut form.fields {
            if merged.disputed.contains(&field.name) && !matches!(field.kind, Kind::Hidden) {
                field.present = Some(field.shown(present.get(&field.name).unwrap_or_default()));
            }
        }
        form.version = version;
        form.changed_by = (!merged.disputed.is_empty()).then(others);
        form
    }

    /// Saves what was sent, unless the form must be shown again. Returns what `save` made, or the
    /// form to show with the status of its page.
    ///
    /// # Errors
    /// An error of `save` that is no fault of the fields.
    pub(crate) async fn submit<T>(
        self,
        sent: &Fields,
        draft: Option<StatusCode>,
        save: impl Future<Output = Result<T, Error>>,
    ) -> Result<Result<T, (Self, StatusCode)>, Problem> {
        let mut form = self.resume(sent, draft);
        if let Some(status) = draft {
            return Ok(Err((form, status)));
        }
        match save.await {
            Ok(saved) => return Ok(Ok(saved)),
            Err(Error::UsernameTaken) => form.add_error("username", t::TAKEN.get()),
            Err(Error::SignInTooOld) => form.add_error("email", t::SIGN_IN_TOO_OLD.get()),
            Err(Error::BadCredentials) => form.add_error("current", t::WRONG_PASSWORD.get()),
            Err(Error::Invalid(violations)) => form.add_violations(&violations),
            Err(error) => return Err(error.into()),
        }
        Ok(Err((form, StatusCode::BAD_REQUEST)))
    }

    /// Fills in what was typed, which may be a draft.
    pub(crate) fn resume(self, sent: &Fields, draft: Option<StatusCode>) -> Self {
        Self {
            is_draft: draft.is_some(),
            ..self.typed(sent)
        }
    }

    /// Shows what is wrong: at the field of that name, else above the form.
    pub(crate) fn add_error(&mut self, name: &str, reason: &str) {
        let mut fields = self.fields.iter_mut();
        let shown = fields.find(|field| field.name == name && !matches!(field.kind, Kind::Hidden));
        match shown {
            Some(field) => field.error = Some(sentence(reason)),
            None if name.is_empty() => self.errors.push(sentence(reason)),
            None => self.errors.push(format!("{name}: {}", sentence(reason))),
        }
    }

    /// Shows violations at the fields that the last steps of their paths name.
    pub(crate) fn add_violations(&mut self, violations: &Violations) {
        for violation in violations.iter() {
            let mut steps = violation.path.steps().iter().rev();
            let name = steps.find_map(|step| match step {
                Step::Field(name) => Some(&**name),
                Step::Unknown(_) | Step::Index(_) => None,
            });
            let reason = violation.reason.to_string();
            self.add_error(name.unwrap_or_default(), &reason);
        }
    }

    /// The form, with its token and version.
    pub(crate) fn show(&self, visitor: &Visitor) -> Markup {
        let has_wrong = self.fields.iter().any(|field| field.error.is_some());
        // Another address than that of its page, which a browser drops when it sends a form there:
        // Back would show the form with another key.
        let is_of_page = self.version.is_empty() && !self.action.contains('?');
        let query = if is_of_page { "?" } else { "" };
        html! {
            @if let Some(others) = &self.changed_by {
                p.alert role="alert" tabindex="-1" { (t::stale(others)) }
            }
            @if self.is_draft { p.alert role="alert" tabindex="-1" data-draft { (t::DRAFT) } }
            @if has_wrong || !self.errors.is_empty() {
                div.alert role="alert" tabindex="-1" {
                    @if has_wrong {
                        // Nothing of visitors without an account is saved.
                        p { @if visitor.account.is_some() { (t::NOT_SAVED) " " } (t::SEE_MARKED) }
                    }
                    @if !self.errors.is_empty() {
                        ul { @for error in &self.errors { li { (error) } } }
                    }
                }
            }
            form.sheet method="post" action={ (self.action) (query) } {
                (token(visitor))
                // Two savings of present values are told apart by their version.
                @if !self.version.is_empty() {
                    input type="hidden" name=(VERSION) value=(self.version);
                } @else if self.key.is_empty() { (new_key()) } @else { (key(&self.key)) }
                div.fields {
                    @for fields in self.fields.chunk_by(|one, other| one.is_more == other.is_more) {
                        (show_fields(fields, !self.version.is_empty()))
                    }
                }
                @if self.fields.iter().any(|field| matches!(field.kind, Kind::Zone)) {
                    (field::zone_list())
                }
                p.actions {
                    button.button.danger[self.is_danger] type="submit" { (self.submit) }
                    @if let Some(cancel) = &self.cancel {
                        " " a.button.quiet href=(cancel) data-cancel { (t::CANCEL) }
                    }
                }
            }
        }
    }
}

/// Fields in a row, folded if they are of that kind and need no look: nothing is wrong with them,
/// nor set in a form of present values.
fn show_fields(fields: &[Field], is_of_present: bool) -> Markup {
    let needs_look = |field: &Field| {
        let is_set = is_of_present && !matches!(field.kind, Kind::Choice(_) | Kind::Hidden);
        field.error.is_some() || field.present.is_some() || (is_set && !field.value.is_empty())
    };
    let shown = fields.iter().filter(|field| field.within.is_none());
    let shown = html! { @for field in shown { (field.show(fields)) } };
    html! {
        @if fields.first().is_some_and(|field| field.is_more) {
            details.more open[fields.iter().any(needs_look)] {
                summary { (t::MORE) }
                div.fields { (shown) }
            }
        } @else { (shown) }
    }
}

/// The hidden field with the token against forgery.
pub(crate) fn token(visitor: &Visitor) -> Markup {
    html! { input type="hidden" name=(FORM_TOKEN) value=(visitor.form_token()); }
}

/// The hidden field with a key by which a form has its effect once, however often it is sent.
pub(crate) fn key(key: &str) -> Markup {
    html! { input type="hidden" name=(FORM_KEY) value=(key); }
}

/// [`key`] with a new key.
pub(crate) fn new_key() -> Markup {
    key(&Uuid::new_v4().to_string())
}

/// The result of a form that has its effect once; `None` if it was sent before.
///
/// # Errors
/// Those of the effect.
pub(crate) fn once<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::AlreadyDone { .. }) => Ok(None),
        result => result.map(Some),
    }
}

/// The result of a button that ends something. What has ended already needs nothing.
///
/// # Errors
/// Those of the effect.
pub(crate) fn ended(result: Result<(), Error>) -> Result<(), Error> {
    match result {
        Err(Error::NotFound) => Ok(()),
        result => result,
    }
}

/// The reasons of violations as sentences, each once.
pub(crate) fn reasons(violations: &Violations) -> Vec<String> {
    let reasons = violations.iter();
    let mut reasons: Vec<String> = reasons
        .map(|violation| sentence(&violation.reason.to_string()))
        .collect();
    reasons.dedup();
    reasons
}

/// A reason of the domain as a sentence, in the language of the page.
pub(crate) fn sentence(reason: &str) -> String {
    let reason = t::reason(reason);
    let mut letters = reason.trim_end_matches(['.', '。']).chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let reason = format!("{}{}", first.unwrap_or_default(), letters.as_str());
    t::sentence(&reason)
}
