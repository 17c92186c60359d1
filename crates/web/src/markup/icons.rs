//! The icons of the pages: symbols that a page has once, and uses by name.

use maud::{Markup, PreEscaped, html};

/// The symbols.
const SYMBOLS: &str = include_str!("../../assets/icons/icons.svg");

/// The symbols, for the start of a page.
pub(crate) fn symbols() -> Markup {
    PreEscaped(SYMBOLS.lines().collect())
}

/// The initial of a name, for those who see it.
pub(crate) fn face(name: &str) -> Markup {
    let initial = name.chars().next().unwrap_or('?').to_uppercase();
    html! { i.face aria-hidden="true" data-initial=(initial) {} }
}

/// An icon that says something by itself; its rule in the style sheet has its size.
pub(crate) fn named_icon(name: &str, text: &str) -> Markup {
    html! { svg.icon role="img" aria-label=(text) { use href=(format!("#icon-{name}")) {} } }
}

/// An icon beside a text that says the same.
pub(crate) fn icon(name: &str) -> Markup {
    html! {
        svg.icon aria-hidden="true" width="20" height="20" { use href=(format!("#icon-{name}")) {} }
    }
}
