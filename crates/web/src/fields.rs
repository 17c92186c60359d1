//! The fields of a form as they were sent.

use sha2::{Digest, Sha256};
use wayfare_api_core::input::fields::MAX_FIELDS;
use wayfare_domain::Currency;
use wayfare_service::KeyClaim;

use crate::format::{parse_currency, short_hex, split_currency};

/// The name of the field with the token against forgery.
pub(crate) const FORM_TOKEN: &str = "form_token";
/// The name of the field with the key by which a form has its effect once.
pub(crate) const FORM_KEY: &str = "form_key";
/// Marks a sign-in that carries another form's fields; also the prefix of their names.
const CARRIED: &str = "sent";
/// The names of fields that are sent back to nobody.
const SECRETS: [&str; 4] = [FORM_TOKEN, "password", "current", "link_password"];
/// The names of hidden fields, choices and buttons, whose values nobody types.
const CONTROLS: [&str; 48] = [
    "planned",
    "language",
    FORM_KEY,
    "version",
    "at",
    "payer",
    "for",
    "split",
    "kind",
    "id",
    "add",
    "place",
    "done",
    "up",
    "down",
    "earlier",
    "later",
    "move",
    "copy",
    "remove",
    "undo",
    "undone",
    "open",
    "close",
    "photo",
    "from",
    "to",
    "owed",
    "record",
    "owner",
    "editor",
    "viewer",
    "leave",
    "end_link",
    "invite",
    "uninvite",
    "unname",
    "as",
    "scope",
    "trips",
    "section",
    "several",
    "by",
    "ticked",
    "count",
    "list_up",
    "list_down",
    "index",
];

/// The names and values of a form, in order, and the currency of its amounts, once that is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>, Option<Currency>);

impl Fields {
    /// Parses `application/x-www-form-urlencoded`, at most one field more than a form may have.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let pairs = url::form_urlencoded::parse(bytes).take(MAX_FIELDS + 1);
        Self(
            pairs
                // Browsers send line breaks as CR LF.
                .map(|(name, value)| (name.into_owned(), value.replace("\r\n", "\n")))
                .collect(),
            None,
        )
    }

    /// The fields of pairs.
    pub(crate) fn new(pairs: Vec<(String, String)>) -> Self {
        Self(pairs, None)
    }

    /// The fields, whose amounts are of this currency.
    pub(crate) fn of_currency(self, currency: Currency) -> Self {
        Self(self.0, Some(currency))
    }

    /// The currency of its amounts, if that is known or sent.
    pub(crate) fn currency(&self) -> Option<Currency> {
        let sent = || parse_currency(self.text("currency")).ok();
        self.1.or_else(sent)
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
        for (name, value) in &mut self.0 {
            if name == amount {
                number.clone_into(value);
            } else if name == "currency" && currency != meant {
                currency.code().clone_into(value);
            }
        }
        self.of_currency(currency)
    }

    /// Whether these are more fields than any form has.
    pub(crate) fn are_too_many(&self) -> bool {
        self.0.len() > MAX_FIELDS
    }

    /// The first value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
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
        let fields = self.0.iter();
        fields.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The values that a person may have typed: texts that are not of the form itself, nor the
    /// `on` of a box that is ticked.
    pub(crate) fn typed(&self) -> impl Iterator<Item = &str> {
        let typed = self.without_secrets().filter(|(name, value)| {
            !CONTROLS.contains(name) && !name.starts_with("member.") && !["", "on"].contains(value)
        });
        typed.map(|(_, value)| value)
    }

    /// The names and values but for the token and passwords.
    pub(crate) fn without_secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(name, _)| !SECRETS.contains(name))
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
