//! What the sections of a trip's page have in common.

use maud::{Markup, html};

/// What a visitor may do on the page of a trip.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rights {
    pub(crate) edits: bool,
    pub(crate) manages: bool,
}

/// A section with its heading, and what stands beside that.
pub(crate) fn section(id: &str, title: &str, more: &Markup, body: &Markup) -> Markup {
    let heading = format!("{id}-title");
    html! {
        section.part #(id) aria-labelledby=(heading) {
            div.title-row { h2 #(heading) tabindex="-1" { (title) } (more) }
            (body)
        }
    }
}
