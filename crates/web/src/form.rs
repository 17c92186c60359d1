//! Forms as data: their fields, how they are shown, and what they show of somebody else's change.

use actix_web::http::StatusCode;
use maud::{Markup, html};
use rust_decimal::Decimal;
use wayfare_api_core::Problem;
use wayfare_domain::Violations;
use wayfare_domain::violation::Step;
use wayfare_service::Error;

use crate::fields::Fields;
use crate::format::amount_input;
use crate::session::{FORM_TOKEN, Visitor};
use crate::texts as t;

/// The name of the field with the version that a form was opened with.
const VERSION: &str = "version";
/// The most characters of a `ShortText`.
pub(crate) const SHORT_TEXT: usize = 2_000;

/// The kind of a field.
#[derive(Debug, Clone, Default)]
pub(crate) enum Kind {
    /// A line of text.
    #[default]
    Line,
    /// An input of another type, such as `date`.
    Of(&'static str),
    /// An amount.
    Amount,
    /// Several lines.
    Lines(u8),
    /// A box to tick.
    Check,
    /// One of these values, each with its label.
    Choice(Vec<(String, String)>),
    /// Not shown.
    Hidden,
}

/// A field.
#[derive(Debug, Clone, Default)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) kind: Kind,
    pub(crate) value: String,
    pub(crate) hint: Option<String>,
    pub(crate) error: Option<String>,
    /// The present value, if it is another one than when the form was opened.
    pub(crate) present: Option<String>,
    pub(crate) is_required: bool,
    pub(crate) autocomplete: Option<&'static str>,
    /// Values that the browser suggests.
    pub(crate) suggestions: &'static [&'static str],
    /// The heading that begins with this field.
    pub(crate) heading: Option<&'static str>,
    /// What it is in the sum that the script shows: `total` or `share`.
    pub(crate) sum: Option<&'static str>,
    /// Whether it shares its row with the next one.
    pub(crate) is_narrow: bool,
}

impl Field {
    /// A line of text.
    pub(crate) fn new(name: &str, label: &str, value: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            label: label.to_owned(),
            value: value.into(),
            ..Self::default()
        }
    }

    /// An amount; nothing for zero.
    pub(crate) fn amount(name: &str, label: &str, amount: Decimal) -> Self {
        let field = Self::new(name, label, amount_input(amount));
        field.kind(Kind::Amount).narrow()
    }

    /// A box to tick.
    pub(crate) fn check(name: &str, label: &str, is_on: bool) -> Self {
        Self::new(name, label, if is_on { "on" } else { "" }).kind(Kind::Check)
    }

    /// A password, which is never shown.
    pub(crate) fn password(name: &str, label: &str, autocomplete: &'static str) -> Self {
        let field = Self::new(name, label, "").kind(Kind::Of("password"));
        field.autocomplete(autocomplete)
    }

    /// A value that is not shown.
    pub(crate) fn hidden(name: &str, value: impl Into<String>) -> Self {
        Self::new(name, "", value).kind(Kind::Hidden)
    }

    pub(crate) fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    pub(crate) fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    pub(crate) fn narrow(mut self) -> Self {
        self.is_narrow = true;
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn heading(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    pub(crate) fn autocomplete(mut self, autocomplete: &'static str) -> Self {
        self.autocomplete = Some(autocomplete);
        self
    }

    pub(crate) fn suggestions(mut self, suggestions: &'static [&'static str]) -> Self {
        self.suggestions = suggestions;
        self
    }

    fn show(&self) -> Markup {
        if matches!(self.kind, Kind::Hidden) {
            return html! { input type="hidden" name=(self.name) value=(self.value); };
        }
        let id = format!("f-{}", self.name);
        let note = format!("{id}-note");
        let is_wrong = self.error.is_some();
        let has_note = is_wrong || self.hint.is_some() || self.present.is_some();
        let described = has_note.then_some(&note);
        let invalid = is_wrong.then_some("true");
        let class = if self.is_narrow {
            "field narrow"
        } else {
            "field"
        };
        html! {
            @if let Some(heading) = self.heading { h2.form-heading { (heading) } }
            div class=(class) {
                @if matches!(self.kind, Kind::Check) {
                    label.check {
                        input id=(id) type="checkbox" name=(self.name) value="on"
                            checked[self.value == "on"] aria-describedby=[described];
                        span { (self.label) }
                    }
                } @else {
                    label for=(id) {
                        (self.label) @if self.is_required { span.must aria-hidden="true" { " *" } }
                    }
                    (self.input(&id, described.map(String::as_str), invalid))
                }
                @if has_note {
                    p.note id=(note) {
                        @if let Some(error) = &self.error { strong.wrong { (error) } " " }
                        @if let Some(present) = &self.present {
                            span.present {
                                (t::PRESENT_VALUE) " "
                                b { @if present.is_empty() { (t::NOTHING) } @else { (present) } }
                            } " "
                        }
                        @if let Some(hint) = &self.hint { (hint) }
                    }
                }
            }
        }
    }

    fn input(&self, id: &str, described: Option<&str>, invalid: Option<&str>) -> Markup {
        let list = (!self.suggestions.is_empty()).then(|| format!("{id}-list"));
        let (kind, mode) = match self.kind {
            Kind::Of(kind) => (kind, None),
            Kind::Amount => ("text", Some("decimal")),
            _ => ("text", None),
        };
        html! {
            @match &self.kind {
                Kind::Lines(rows) => textarea id=(id) name=(self.name) rows=(rows)
                    required[self.is_required] aria-describedby=[described] aria-invalid=[invalid] {
                    // The parser drops one line break after the tag.
                    "\n" (self.value)
                },
                Kind::Choice(choices) => select id=(id) name=(self.name)
                    aria-describedby=[described] aria-invalid=[invalid] {
                    @for (value, label) in choices {
                        option value=(value) selected[*value == self.value] { (label) }
                    }
                },
                _ => input id=(id) type=(kind) name=(self.name) value=(self.value) inputmode=[mode]
                    required[self.is_required] autocomplete=[self.autocomplete] list=[&list]
                    data-sum=[self.sum]
                    aria-describedby=[described] aria-invalid=[invalid];,
            }
            @if let Some(list) = &list {
                datalist id=(list) { @for value in self.suggestions { option value=(value); } }
            }
        }
    }
}

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
    /// The fingerprint of the values that it was opened with; empty if they don't matter.
    pub(crate) version: String,
    /// Whether it shows somebody else's change.
    pub(crate) is_stale: bool,
    /// Whether it was sent before under another session.
    pub(crate) is_draft: bool,
    /// Whether its button removes something.
    pub(crate) is_danger: bool,
}

impl Form {
    /// A form that is sent to an address, and the label of its button.
    pub(crate) fn new(action: String, submit: &str, fields: Vec<Field>) -> Self {
        Self {
            action,
            submit: submit.to_owned(),
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

    /// A form of present values, which somebody else may change.
    pub(crate) fn versioned(mut self) -> Self {
        self.version = self.values().fingerprint();
        self
    }

    /// Whether the values are not those that the sent form was opened with.
    pub(crate) fn is_newer_than(&self, sent: &Fields) -> bool {
        let opened = sent.get(VERSION).unwrap_or_default();
        let is_versioned = !opened.is_empty() && !self.version.is_empty();
        is_versioned && opened != self.version
    }

    /// The fields as they would be sent: what the version of the form is made of.
    pub(crate) fn values(&self) -> Fields {
        let fields = self.fields.iter();
        let pairs = fields.map(|field| (field.name.clone(), field.value.clone()));
        Fields::new(pairs.collect())
    }

    /// Replaces the values by those that were typed. If the form is stale, shows the present values
    /// beside them and keeps their version, so that a second save replaces them.
    #[must_use]
    pub(crate) fn typed(mut self, sent: &Fields, is_stale: bool) -> Self {
        for field in &mut self.fields {
            let typed = match field.kind {
                // A password is never sent back.
                Kind::Of("password") => continue,
                Kind::Check => if sent.has(&field.name) { "on" } else { "" }.to_owned(),
                _ => match sent.get(&field.name) {
                    Some(typed) => typed.to_owned(),
                    None => continue,
                },
            };
            let present = std::mem::replace(&mut field.value, typed);
            if is_stale && present != field.value && !matches!(field.kind, Kind::Hidden) {
                field.present = Some(match &field.kind {
                    Kind::Check => if present == "on" { t::YES } else { t::NO }.to_owned(),
                    Kind::Choice(choices) => {
                        let label = choices.iter().find(|(value, _)| *value == present);
                        label.map_or(present, |(_, label)| label.clone())
                    }
                    _ => present,
                });
            }
        }
        if !is_stale {
            self.version = sent.get(VERSION).unwrap_or_default().to_owned();
        }
        self.is_stale = is_stale;
        self
    }

    /// Fills in what was typed. Returns a status if the form must be shown again instead of being
    /// saved: that of the draft, or 409 if its values have changed meanwhile.
    pub(crate) fn resume(
        self,
        sent: &Fields,
        draft: Option<StatusCode>,
    ) -> (Self, Option<StatusCode>) {
        let is_stale = draft.is_none() && self.is_newer_than(sent);
        let mut form = self.typed(sent, is_stale);
        form.is_draft = draft.is_some();
        (form, draft.or(is_stale.then_some(StatusCode::CONFLICT)))
    }

    /// Shows why a use case refused what was typed.
    ///
    /// # Errors
    /// An error that is no fault of the fields.
    pub(crate) fn refuse(&mut self, error: Error) -> Result<(), Problem> {
        match error {
            Error::UsernameTaken => self.add_error("username", t::TAKEN),
            Error::Invalid(violations) => self.add_violations(&violations),
            error => return Err(error.into()),
        }
        Ok(())
    }

    /// Shows what is wrong: at the field of that name, else above the form.
    pub(crate) fn add_error(&mut self, name: &str, reason: &str) {
        let mut fields = self.fields.iter_mut();
        let shown = fields.find(|field| field.name == name && !matches!(field.kind, Kind::Hidden));
        match shown {
            Some(field) => field.error = Some(sentence(reason)),
            None => self.errors.push(sentence(&format!("{name} {reason}"))),
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
        let class = if self.is_danger {
            "button danger"
        } else {
            "button"
        };
        let has_wrong = self.fields.iter().any(|field| field.error.is_some());
        html! {
            @if self.is_stale { p.alert role="alert" tabindex="-1" { (t::STALE) } }
            @if self.is_draft { p.alert role="alert" tabindex="-1" data-draft { (t::DRAFT) } }
            @if has_wrong || !self.errors.is_empty() {
                div.alert role="alert" tabindex="-1" {
                    p { (t::NOT_SAVED) }
                    @if !self.errors.is_empty() {
                        ul { @for error in &self.errors { li { (error) } } }
                    }
                }
            }
            form.sheet method="post" action=(self.action) {
                (token(visitor))
                @if !self.version.is_empty() {
                    input type="hidden" name=(VERSION) value=(self.version);
                }
                div.fields data-fields { @for field in &self.fields { (field.show()) } }
                p.actions {
                    button class=(class) type="submit" { (self.submit) }
                    @if let Some(cancel) = &self.cancel {
                        " " a.button.quiet href=(cancel) data-cancel { (t::CANCEL) }
                    }
                }
            }
        }
    }
}

/// The hidden field with the token against forgery.
pub(crate) fn token(visitor: &Visitor) -> Markup {
    html! { input type="hidden" name=(FORM_TOKEN) value=(visitor.form_token()); }
}

/// An invisible first submit button: Enter in the text field adds an entry, instead of pressing
/// the first entry's button.
pub(crate) fn default_button() -> Markup {
    html! { button.default name="add" value="1" tabindex="-1" aria-hidden="true" {} }
}

/// The row below a list that adds to it: a field of at most `length` characters, which may be a
/// name that keeps its case.
pub(crate) fn add_row(
    id: &str,
    (name, label): (&str, &str),
    length: usize,
    keeps_case: bool,
) -> Markup {
    html! {
        div.add-row.no-print {
            label.hidden for=(id) { (label) }
            input id=(id) name=(name) placeholder=(label) maxlength=(length) autocomplete="off"
                autocapitalize=[keeps_case.then_some("none")];
            button.button.quiet name="add" value="1" { (t::ADD) }
        }
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

/// A reason of the domain as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
