//! Undo for a removal that did not ask: what was removed travels in the address of the page that
//! follows, with a code that only this visitor's pages have.

use maud::{Markup, html};

use crate::form::{self, Fields};
use crate::session::Visitor;
use crate::site::encoded;
use crate::texts as t;

/// The query's names: what was removed, and the code.
const UNDO: &str = "undo";
const CODE: &str = "code";
/// The field that marks the form as an undo; its value is the part of the page.
pub(crate) const UNDONE: &str = "undone";
/// The most bytes of what was removed, so that the address stays short enough for proxies. More
/// than that is not offered.
const MAX: usize = 3_000;

/// The code of the message after a form has added an entry, or has undone its removal.
pub(crate) fn added_or_undone(sent: &Fields) -> &'static str {
    if sent.has(UNDONE) { "undone" } else { "added" }
}

/// The part of the query that offers to undo the removal of an entry with these fields from its
/// place in a part of a page.
pub(crate) fn query(
    visitor: &Visitor,
    part: &str,
    index: usize,
    fields: &[(String, String)],
) -> String {
    let mut removed = url::form_urlencoded::Serializer::new(String::new());
    removed
        .append_pair(UNDONE, part)
        .append_pair("place", &index.to_string());
    let removed = removed.extend_pairs(fields).finish();
    let encoded = encoded(&removed);
    if encoded.len() > MAX {
        return String::new();
    }
    format!("&{UNDO}={encoded}&{CODE}={}", visitor.code_of(&removed))
}

/// The form that undoes the removal that led to this page, if it was from this part.
pub(crate) fn offer(visitor: &Visitor, part: &str, action: &str) -> Markup {
    let query = &visitor.query;
    let removed = query.get(UNDO).unwrap_or_default();
    let is_own = visitor.is_code_of(removed, query.get(CODE).unwrap_or_default());
    let fields = Fields::parse(removed.as_bytes());
    html! {
        @if is_own && fields.get(UNDONE) == Some(part) {
            form.undo.no-print method="post" action=(action) {
                (form::token(visitor))
                (form::new_key())
                @for (name, value) in fields.iter() {
                    input type="hidden" name=(name) value=(value);
                }
                button.button.quiet { (t::UNDO) }
            }
        }
    }
}
