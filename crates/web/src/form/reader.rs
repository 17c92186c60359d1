//! Reading the values of a sent form.

use std::borrow::Cow;

use wayfare_domain::{Amount, Currency, Path, Reason, ShortText, SignedAmount, Violations};

use super::Fields;
use crate::i18n::format::{parse_amount, parse_currency, parse_signed_amount};

/// Reads the fields of a sent form, and collects what is wrong with them.
///
/// A violation stands beside the field whose name is the last step of its path.
pub(crate) struct FormReader<'a> {
    sent: &'a Fields,
    violations: Violations,
}

impl<'a> FormReader<'a> {
    pub(crate) fn new(sent: &'a Fields) -> Self {
        Self {
            sent,
            violations: Violations::new(),
        }
    }

    /// The value of a field; `None` if it is wrong.
    pub(crate) fn read<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&'a str) -> Result<T, Reason>,
    ) -> Option<T> {
        self.read_whole(name, |text| parse(text.trim()))
    }

    /// As [`FormReader::read`], with the white space around it.
    pub(crate) fn read_whole<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&'a str) -> Result<T, Reason>,
    ) -> Option<T> {
        let parsed = parse(self.sent.get(name).unwrap_or_default());
        let path = Path::root().field(name.to_owned());
        self.violations.take(&path, parsed)
    }

    /// The value of a field that may be left empty; `None` if it is wrong.
    pub(crate) fn optional<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&'a str) -> Result<T, Reason>,
    ) -> Option<Option<T>> {
        self.read(name, |text| match text {
            "" => Ok(None),
            text => parse(text).map(Some),
        })
    }

    /// A text; empty if it is wrong.
    pub(crate) fn text(&mut self, name: &str) -> ShortText {
        self.read(name, ShortText::new).unwrap_or_default()
    }

    /// An amount of the form's currency; `None` if there is none or it is wrong.
    pub(crate) fn amount(&mut self, name: &str) -> Option<Amount> {
        let currency = self.sent.currency();
        let amount = self.read(name, |text| parse_amount(text, currency));
        amount.flatten()
    }

    /// A cost or a payment, negative with a minus before it; `None` if there is none or it is
    /// wrong.
    pub(crate) fn signed_amount(&mut self, name: &str) -> Option<SignedAmount> {
        let currency = self.sent.currency();
        let amount = self.read(name, |text| parse_signed_amount(text, currency));
        amount.flatten()
    }

    /// A currency; `None` if there is none or it is wrong.
    pub(crate) fn currency(&mut self, name: &str) -> Option<Currency> {
        let currency = self.optional(name, parse_currency);
        currency.flatten()
    }

    /// A value with the violations that were found in it.
    pub(crate) fn collect<T>(&mut self, read: Result<T, Violations>) -> Option<T> {
        self.violations.collect(read)
    }

    /// Says what is wrong with a field.
    pub(crate) fn refuse(&mut self, name: &str, reason: impl Into<Cow<'static, str>>) {
        let path = Path::root().field(name.to_owned());
        self.violations.add(path, Reason::new(reason));
    }

    /// What was read from the fields.
    ///
    /// # Errors
    /// What is wrong with them. Only then may `value` be `None`.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, Violations> {
        match value {
            Some(value) if self.violations.is_empty() => Ok(value),
            _ => Err(self.violations),
        }
    }
}
