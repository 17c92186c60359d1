//! What an import says on the page that follows it: numbers in its address, and warnings.

use wayfare_service::Purpose;

use super::flash::{self, Flash};
use crate::i18n::texts as t;
use crate::session::Visitor;

/// The query's name of the reference to the warnings, each on a line.
const WARNINGS: &str = "warnings";
/// The most bytes of warnings.
const MAX: usize = 1_500;

/// The warnings, on their way to the next page.
pub(crate) fn carry(visitor: &Visitor, warnings: &[String]) -> Flash {
    let mut shown = String::new();
    for (place, warning) in warnings.iter().enumerate() {
        if shown.len() + warning.len() > MAX {
            shown.push_str(&t::further_warnings(warnings.len() - place));
            break;
        }
        shown.push_str(warning);
        shown.push('\n');
    }
    Flash::new(visitor, Purpose::Warnings, WARNINGS, &shown)
}

/// What a file has added to a trip, from the numbers in an address.
pub(crate) fn added(visitor: &Visitor) -> String {
    let number = |name| visitor.query.text(name).parse::<u32>().unwrap_or(0);
    let [items, places, tracks, photos] = ["items", "places", "tracks", "photos"].map(number);
    t::added_of_file(items, places, tracks, photos)
}

/// The warnings that a page shows.
pub(crate) fn shown(visitor: &Visitor) -> Vec<String> {
    let shown = flash::read(visitor, Purpose::Warnings, WARNINGS).unwrap_or_default();
    shown.lines().map(text).collect()
}

/// A warning in the language of the page, with how often it was given.
pub(crate) fn text(warning: &str) -> String {
    let repeated = warning.strip_suffix(" times)");
    match repeated.and_then(|repeated| repeated.rsplit_once(" (")) {
        Some((once, number)) => format!("{} ({number} ×)", t::reason(once)),
        None => t::reason(warning),
    }
}
