//! The fields of a form, and how each is shown.

use std::collections::HashMap;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};
use rust_decimal::Decimal;
use wayfare_domain::{Currency, Language};

use super::fields::PASSWORDS;
use crate::i18n::format::{money_input, shown_input, ungrouped};
use crate::i18n::locale::Locale;
use crate::i18n::names::{self, ZONE_NAMES};
use crate::i18n::texts::{self as t, Text};
use crate::markup::icons::face;

/// The id of the list of time zones.
const ZONE_LIST: &str = "zone-names";

/// The options of the list of time zones, by language: they are 400.
static ZONE_OPTIONS: LazyLock<HashMap<Language, String>> = LazyLock::new(|| {
    let options = || {
        let options = html! {
            @for zone in ZONE_NAMES.iter() { option value=(zone) label=(names::city(zone)); }
        };
        options.into_string()
    };
    let languages = Language::ALL.into_iter();
    languages
        .map(|language| (language, Locale::new(language, None).enter(options)))
        .collect()
});

/// The list of time zones that fields of a form suggest.
pub(super) fn zone_list() -> Markup {
    let options = ZONE_OPTIONS.get(&Locale::current().language);
    let options = PreEscaped(options.map_or("", String::as_str));
    html! { datalist #(ZONE_LIST) { (options) } }
}

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
    /// A time or a length, as people write it.
    Time,
    /// A box to tick.
    Check,
    /// A box to tick, shown once its field is wrong without it.
    Confirm,
    /// One of these values, each with its label.
    Choice(Vec<(String, String)>),
    /// The same in a row of buttons.
    Chips(Chips),
    /// A place, with the address that suggests some while it is typed.
    Place(String),
    /// The name of a time zone.
    Zone,
    /// Not shown.
    Hidden,
}

/// Choices in a row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chips {
    /// Their values and labels: people, then other choices.
    pub(crate) choices: Vec<(String, String)>,
    /// The number of people.
    pub(crate) people: usize,
    /// Whether several may be chosen; the field's value names them, with spaces between.
    pub(crate) is_many: bool,
}

impl Chips {
    /// From how many choices on they stand in columns.
    const COLUMNS: usize = 13;

    /// The labels of the chosen ones.
    fn labels(&self, value: &str) -> String {
        let chosen = self.choices.iter();
        let chosen = chosen.filter(|(choice, _)| self.has(value, choice));
        let labels: Vec<&str> = chosen.map(|(_, label)| label.as_str()).collect();
        labels.join(", ")
    }

    fn has(&self, value: &str, choice: &str) -> bool {
        value == choice || (self.is_many && value.split(' ').any(|chosen| chosen == choice))
    }
}

/// A field.
#[derive(Debug, Clone, Default)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// Its id on the page, where another form there has a field of its name.
    pub(crate) id: Option<&'static str>,
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
    pub(crate) suggestions: Vec<&'static str>,
    /// The heading that begins with this field.
    pub(crate) heading: Option<Text>,
    /// The field in whose row of [`Chips`] it stands: the nth one beside the nth choice.
    pub(crate) within: Option<&'static str>,
    /// Whether it shares its row with the next one.
    pub(crate) is_narrow: bool,
    /// Whether it is one of those that are folded.
    pub(crate) is_more: bool,
}

impl Field {
    /// A line of text.
    pub(crate) fn new(name: &str, label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            label: label.into(),
            value: value.into(),
            ..Self::default()
        }
    }

    /// An amount of money with the places of its currency; nothing for zero.
    pub(crate) fn money(
        name: &str,
        label: impl Into<String>,
        amount: Decimal,
        currency: Currency,
    ) -> Self {
        let shown = (!amount.is_zero()).then(|| money_input(amount, currency));
        Self::number(name, label, shown)
    }

    /// A number as it is; nothing for zero.
    pub(crate) fn amount(name: &str, label: impl Into<String>, amount: Decimal) -> Self {
        let shown = (!amount.is_zero()).then(|| ungrouped(amount));
        Self::number(name, label, shown)
    }

    fn number(name: &str, label: impl Into<String>, shown: Option<String>) -> Self {
        let field = Self::new(name, label, shown.unwrap_or_default());
        field.kind(Kind::Amount).narrow()
    }

    /// A box to tick.
    pub(crate) fn check(name: &str, label: impl Into<String>, is_on: bool) -> Self {
        Self::new(name, label, if is_on { "on" } else { "" }).kind(Kind::Check)
    }

    /// A password, which is never shown.
    pub(crate) fn password(
        name: &str,
        label: impl Into<String>,
        autocomplete: &'static str,
    ) -> Self {
        debug_assert!(PASSWORDS.contains(&name), "{name} would be sent back");
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

    /// Folds the field away with those beside it.
    pub(crate) fn more(mut self) -> Self {
        self.is_more = true;
        self
    }

    /// Folds the field away if that is so.
    pub(crate) fn more_if(mut self, is_more: bool) -> Self {
        self.is_more |= is_more;
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn id(mut self, id: &'static str) -> Self {
        self.id = Some(id);
        self
    }

    pub(crate) fn heading(mut self, heading: Text) -> Self {
        self.heading = Some(heading);
        self
    }

    pub(crate) fn autocomplete(mut self, autocomplete: &'static str) -> Self {
        self.autocomplete = Some(autocomplete);
        self
    }

    pub(crate) fn suggestions(mut self, suggestions: Vec<&'static str>) -> Self {
        self.suggestions = suggestions;
        self
    }

    pub(super) fn is_password(&self) -> bool {
        matches!(self.kind, Kind::Of("password"))
    }

    /// One of its values as people read it.
    pub(super) fn shown(&self, value: &str) -> String {
        match &self.kind {
            Kind::Check => if value == "on" { t::YES } else { t::NO }.to_string(),
            Kind::Choice(choices) => {
                let label = choices.iter().find(|(choice, _)| choice == value);
                label.map_or(value, |(_, label)| label).to_owned()
            }
            Kind::Chips(chips) => chips.labels(value),
            Kind::Of(_) => shown_input(value).unwrap_or_else(|| value.to_owned()),
            _ => value.to_owned(),
        }
    }

    /// The field; `all` are those of the form, with those that stand within it.
    pub(super) fn show(&self, all: &[Self]) -> Markup {
        match &self.kind {
            Kind::Hidden => {
                return html! { input type="hidden" name=(self.name) value=(self.value); };
            }
            Kind::Chips(chips) => return self.show_chips(chips, all),
            Kind::Confirm if self.error.is_none() && self.value.is_empty() => return html! {},
            _ => {}
        }
        let id = format!("f-{}", self.id.unwrap_or(&self.name));
        let note = format!("{id}-note");
        let is_wrong = self.error.is_some();
        let has_note = is_wrong || self.hint.is_some() || self.present.is_some();
        let described = has_note.then_some(&note);
        let invalid = is_wrong.then_some("true");
        html! {
            @if let Some(heading) = self.heading { h2.form-heading { (heading) } }
            div.field.narrow[self.is_narrow] {
                @if matches!(self.kind, Kind::Check | Kind::Confirm) {
                    label.check {
                        input id=(id) type="checkbox" name=(self.name) value="on"
                            checked[self.value == "on"] aria-describedby=[described]
                            aria-invalid=[invalid];
                        span { (self.label) }
                    }
                } @else {
                    label for=(id) {
                        (self.label) @if self.is_required { span.must aria-hidden="true" { " *" } }
                    }
                    (self.input(&id, described.map(String::as_str), self.is_first_wrong(all)))
                }
                @if has_note { p.note id=(note) { (self.notes("")) } }
            }
        }
    }

    /// What is wrong with it, its present value and its hint, after whose they are.
    fn notes(&self, whose: &str) -> Markup {
        html! {
            @if let Some(error) = &self.error { strong.wrong { (whose) (error) } " " }
            @if let Some(present) = &self.present {
                span.present {
                    (whose) (t::PRESENT_VALUE) " "
                    b { @if present.is_empty() { (t::NOTHING) } @else { (present) } }
                } " "
            }
            // What is wrong says what to do.
            @if let Some(hint) = self.hint.as_ref().filter(|_| self.error.is_none()) { (hint) }
        }
    }

    fn show_chips(&self, chips: &Chips, all: &[Self]) -> Markup {
        let note = format!("f-{}-note", self.name);
        let name = Some(self.name.as_str());
        let amounts = || all.iter().filter(|field| field.within == name);
        let mut beside = amounts();
        let is_wrong = self.error.is_some();
        html! {
            fieldset.field.chips.dense[chips.choices.len() >= Chips::COLUMNS]
                data-chips=(self.name) aria-describedby=(note) {
                legend { (self.label) }
                @if chips.is_many { input type="hidden" name=(self.name) value=""; }
                @for (place, (value, label)) in chips.choices.iter().enumerate() {
                    span.chip {
                        label {
                            input type=(if chips.is_many { "checkbox" } else { "radio" })
                                name=(self.name) value=(value)
                                checked[chips.has(&self.value, value)]
                                aria-invalid=[(is_wrong && chips.is_many).then_some("true")];
                            span title=[(place < chips.people).then_some(label)] {
                                @if place < chips.people { (face(label)) }
                                span { (label) }
                            }
                        }
                        @if let Some(amount) = beside.next() {
                            input type="text" inputmode="decimal" name=(amount.name)
                                value=(amount.value) aria-label=(amount.label)
                                autocomplete="off" aria-describedby=(note)
                                aria-invalid=[
                                    (is_wrong || amount.error.is_some()).then_some("true")
                                ];
                        }
                    }
                }
                p.note id=(note) {
                    (self.notes(""))
                    @for amount in amounts() { (amount.notes(&t::label_of(&amount.label, ""))) }
                }
            }
        }
    }

    /// Whether it is the first wrong one of all, which gets the focus.
    fn is_first_wrong(&self, all: &[Self]) -> bool {
        let first = all.iter().find(|field| field.error.is_some());
        first.is_some_and(|first| first.name == self.name)
    }

    fn input(&self, id: &str, described: Option<&str>, is_focused: bool) -> Markup {
        let invalid = self.error.is_some().then_some("true");
        let list = (!self.suggestions.is_empty()).then(|| format!("{id}-list"));
        let (mut kind, mut mode, mut suggest) = ("text", None, None);
        match &self.kind {
            Kind::Of(of) => kind = of,
            Kind::Amount => mode = Some("decimal"),
            Kind::Time => mode = Some("text"),
            Kind::Place(address) => suggest = Some(address),
            _ => {}
        }
        let list = match self.kind {
            Kind::Zone => Some(ZONE_LIST.to_owned()),
            _ => list,
        };
        html! {
            @match &self.kind {
                Kind::Lines(rows) => textarea id=(id) name=(self.name) rows=(rows)
                    required[self.is_required] autofocus[is_focused] aria-describedby=[described]
                    aria-invalid=[invalid] {
                    // The parser drops one line break after the tag.
                    "\n" (self.value)
                },
                Kind::Choice(choices) => select id=(id) name=(self.name) autofocus[is_focused]
                    aria-describedby=[described] aria-invalid=[invalid] {
                    @for (value, label) in choices {
                        option value=(value) selected[*value == self.value] { (label) }
                    }
                },
                _ => input id=(id) type=(kind) name=(self.name) value=(self.value) inputmode=[mode]
                    required[self.is_required] autocomplete=[self.autocomplete] list=[&list]
                    data-suggest=[suggest] autofocus[is_focused]
                    aria-describedby=[described] aria-invalid=[invalid];,
            }
            @if let Some(list) = list.filter(|_| !self.suggestions.is_empty()) {
                datalist id=(list) { @for value in &self.suggestions { option value=(value); } }
            }
        }
    }
}
