//! The fields of a form as they were sent.

use sha2::{Digest, Sha256};
use wayfare_api_core::input::fields::MAX_FIELDS;
use wayfare_domain::Currency;
use wayfare_service::KeyClaim;

use crate::i18n::format::{parse_currency, short_hex, split_currency};

/// The name of the field with the token against forgery.
pub(crate) const FORM_TOKEN: &str = "form_token";
/// The name of the field with the key by which a form has its effect once.
pub(crate) const FORM_KEY: &str = "form_key";
/// The name of the field with the version that a form was opened with.
pub(crate) const VERSION: &str = "version";
/// The field that marks a form as the undo of a removal; its value is the part of the page.
pub(crate) const UNDONE: &str = "undone";
/// The place in its list that an entry was removed from.
pub(crate) const PLACE: &str = "place";
/// The field of a sign-in, and the query's name, with the path to return to.
pub(crate) const RETURN: &str = "return";
/// Marks a sign-in that carries another form's fields; also the prefix of their names.
const CARRIED: &str = "sent";
/// The names of fields with a password. [`crate::form::Field::password`] makes no others.
pub(crate) const PASSWORDS: [&str; 3] = ["password", "current", "link_password"];
/// The hidden fields that many forms have.
const OF_MANY: [&str; 4] = [FORM_KEY, VERSION, UNDONE, PLACE];

/// The form of a page, by the fields that nobody types. Any other counts as typed: it comes back
/// with a refusal.
pub(crate) trait SentFields: 'static {
    /// The names of its buttons, with spaces between.
    const BUTTONS: &'static str = "";
    /// The names of its choices and hidden fields. One that ends with a dot stands for all names
    /// that begin with it.
    const CHOICES: &'static str = "";
}

/// A form with nothing but its button and what is typed.
impl SentFields for () {}

/// Declares a form, such as `sent_fields!(Imposed BUTTONS "leave" CHOICES "ticked")`.
macro_rules! sent_fields {
    ($form:ident $($kind:ident $names:literal)+) => {
        pub(crate) enum $form {}

        impl $crate::form::SentFields for $form {
            $(const $kind: &'static str = $names;)+
        }
    };
}
pub(crate) use sent_fields;

/// The names and values of a form, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    pairs: Vec<(String, String)>,
    /// The currency of its amounts, once that is known.
    currency: Option<Currency>,
    /// The buttons and the choices of the form.
    controls: [&'static str; 2],
}

impl Fields {
    /// Parses `application/x-www-form-urlencoded`, at most one field more than a form may have.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let pairs = url::form_urlencoded::parse(bytes).take(MAX_FIELDS + 1);
        // Browsers send line breaks as CR LF.
        let pairs = pairs.map(|(name, value)| (name.into_owned(), value.replace("\r\n", "\n")));
        Self::new(pairs.collect())
    }

    /// The fields of pairs.
    pub(crate) fn new(pairs: Vec<(String, String)>) -> Self {
        Self {
            pairs,
            ..Self::default()
        }
    }

    /// The fields as those of a form.
    pub(crate) fn of_form<F: SentFields>(self) -> Self {
        Self {
            controls: [F::BUTTONS, F::CHOICES],
            ..self
        }
    }

    /// The button of the form that was pressed, and its value.
    pub(crate) fn button(&self) -> Option<(&'static str, &str)> {
        let [buttons, _] = self.controls;
        let mut buttons = buttons.split_whitespace();
        buttons.find_map(|name| Some((name, self.get(name)?)))
    }

    /// Whether nobody types the value of a name.
    fn is_control(&self, name: &str) -> bool {
        let own = self
            .controls
            .iter()
            .flat_map(|names| names.split_whitespace());
        let is_it = |control: &str| {
            control == name || (control.ends_with('.') && name.starts_with(control))
        };
        OF_MANY.into_iter().chain(own).any(is_it)
    }

    /// The fields, whose amounts are of this currency.
    pub(crate) fn of_currency(self, currency: Currency) -> Self {
        Self {
            currency: Some(currency),
            ..self
        }
    }

    /// The currency of its amounts, if that is known or sent.
    pub(crate) fn currency(&self) -> Option<Currency> {
        let sent = || parse_currency(self.text("currency")).ok();
        self.currency.or_else(sent)
    }

    /// The fields with the currency of an amount, such as "15 €", in the field of its own, which
    /// means `base` if it is empty. An amount in another currency than that field has stays as it
    /// is, and is refused.
    pub(crate) fn with_currency_apart(mut self, amount: &str, base: Currency) -> Self {
        let stated = self.text("currency");
        let meant = parse_currency(stated).unwrap_or(base);
        let is_open = self.has("currency") && stated.is_empty();
        let Some((number, currency)) = split_currency(self.text(amount)) else {
            return self.of_currency(meant);
        };
        if currency != meant && !is_open {
            return self.of_currency(meant);
        }
        let number = number.to_owned();
        for (name, value) in &mut self.pairs {
            if name == amount {
                number.clone_into(value);
            } else if name == "currency" && currency != meant {
                currency.code().clone_into(value);
            }
        }
        self.of_currency(currency)
    }

    /// Replaces the values of a name, in its place.
    pub(super) fn set(&mut self, name: &str, values: &[&str]) {
        let mut names = self.pairs.iter().map(|(other, _)| other);
        let place = names.position(|other| other == name);
        let place = place.unwrap_or(self.pairs.len());
        self.pairs.retain(|(other, _)| other != name);
        let values = values
            .iter()
            .map(|value| (name.to_owned(), (*value).to_owned()));
        self.pairs.splice(place..place, values);
    }

    /// Whether these are more fields than any form has.
    pub(crate) fn are_too_many(&self) -> bool {
        self.pairs.len() > MAX_FIELDS
    }

    /// The first value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.pairs.iter();
        let found = fields.find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// All values of a name, in order.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter()
            .filter(move |(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    /// The first value of a name, trimmed; empty without one.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default().trim()
    }

    /// Whether a name was sent.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// All names and values, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.pairs.iter();
        fields.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The values that a person may have typed, but for the `on` of a box that is ticked.
    pub(crate) fn typed(&self) -> impl Iterator<Item = &str> {
        let typed = self.without_secrets();
        let typed =
            typed.filter(|(name, value)| !self.is_control(name) && !["", "on"].contains(value));
        typed.map(|(_, value)| value)
    }

    /// The names and values but for the token and passwords.
    pub(crate) fn without_secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter()
            .filter(|(name, _)| *name != FORM_TOKEN && !PASSWORDS.contains(name))
    }

    /// The fields as the sign-in carries them along.
    pub(crate) fn to_carried(&self) -> impl Iterator<Item = (String, &str)> {
        let fields = self.without_secrets();
        let fields = fields.map(|(name, value)| (format!("{CARRIED}.{name}"), value));
        std::iter::once((CARRIED.to_owned(), "1")).chain(fields)
    }

    /// The fields that a sign-in has carried along; `None` if these are of another form.
    pub(crate) fn carried(&self) -> Option<Self> {
        self.get(CARRIED)?;
        let fields = self.iter().filter_map(|(name, value)| {
            let name = name.strip_prefix(CARRIED)?.strip_prefix('.')?;
            Some((name.to_owned(), value.to_owned()))
        });
        Some(Self::new(fields.collect()))
    }

    /// A fingerprint of these fields: what a form was opened with.
    pub(crate) fn fingerprint(&self) -> String {
        short_hex(&digest(self.iter()).finalize())
    }

    /// The idempotency key of these fields, which were sent to a path with this digest of files;
    /// `None` if the form has none.
    pub(crate) fn claim(&self, path: &str, files: [u8; 32]) -> Option<KeyClaim> {
        let key = self.get(FORM_KEY).filter(|key| !key.is_empty())?;
        // A form that is sent after signing in again has another token.
        let fields = self.iter().filter(|(name, _)| *name != FORM_TOKEN);
        let request = digest(std::iter::once(("", path)).chain(fields)).chain_update(files);
        Some(KeyClaim::of_form(key, request.finalize().into()))
    }
}

fn digest<'a>(fields: impl Iterator<Item = (&'a str, &'a str)>) -> Sha256 {
    let mut digest = Sha256::new();
    for (name, value) in fields {
        // Lengths keep neighbours apart.
        digest.update(format!("{}:{name}{}:{value}", name.len(), value.len()));
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    sent_fields!(Buttons BUTTONS "up" CHOICES "kind member.");

    #[test]
    fn what_is_not_declared_counts_as_typed() {
        let sent = b"form_token=t&form_key=k&up=3&kind=sight&member.1=ada&public=on&password=p\
                     &text=Typed&new=as+well";
        let sent = Fields::parse(sent).of_form::<Buttons>();
        assert_eq!(sent.typed().collect::<Vec<_>>(), ["Typed", "as well"]);
        assert_eq!(sent.button(), Some(("up", "3")));
    }
}
