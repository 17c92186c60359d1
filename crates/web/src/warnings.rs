//! What an import says on the page that follows it: it travels in the address, warnings with a code
//! that only this visitor's pages have.

use crate::session::Visitor;
use crate::texts as t;

/// The query's names: the warnings, each on a line, and their code.
const WARNINGS: &str = "warnings";
const CODE: &str = "warned";
/// The most bytes of warnings, so that the address stays short enough for proxies.
const MAX: usize = 1_500;

/// The part of the query that shows warnings; empty for none.
pub(crate) fn query(visitor: &Visitor, warnings: &[String]) -> String {
    let mut shown = String::new();
    for (place, warning) in warnings.iter().enumerate() {
        if shown.len() + warning.len() > MAX {
            shown.push_str(&t::further_warnings(warnings.len() - place));
            break;
        }
        shown.push_str(warning);
        shown.push('\n');
    }
    if shown.is_empty() {
        return shown;
    }
    let code = visitor.code_of(&shown);
    let pairs = [(WARNINGS, &*shown), (CODE, &code)];
    let mut query = url::form_urlencoded::Serializer::for_suffix("&".to_owned(), 1);
    query.extend_pairs(pairs).finish()
}

/// What a file has added to a trip, from the numbers in an address.
pub(crate) fn added(visitor: &Visitor) -> String {
    let number = |name| visitor.query.text(name).parse::<u32>().unwrap_or(0);
    let [items, places, tracks, photos] = ["items", "places", "tracks", "photos"].map(number);
    t::added_of_file(items, places, tracks, photos)
}

/// The warnings that an address shows.
pub(crate) fn shown(visitor: &Visitor) -> Vec<String> {
    let shown = visitor.query.get(WARNINGS).unwrap_or_default();
    let code = visitor.query.get(CODE).unwrap_or_default();
    let is_own = !shown.is_empty() && visitor.is_code_of(shown, code);
    shown.lines().filter(|_| is_own).map(text).collect()
}

/// A warning in the language of the page, with how often it was given.
pub(crate) fn text(warning: &str) -> String {
    let repeated = warning.strip_suffix(" times)");
    match repeated.and_then(|repeated| repeated.rsplit_once(" (")) {
        Some((once, number)) => format!("{} ({number} ×)", t::reason(once)),
        None => t::reason(warning),
    }
}
