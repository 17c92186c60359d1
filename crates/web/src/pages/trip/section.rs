//! What the sections of a trip's page have in common.

use maud::{Markup, html};

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

/// A button beside an entry of a list, and what it is called for people who can't see the entry.
pub(super) fn tool(name: &str, value: &str, label: &str, spoken: &str) -> Markup {
    html! { button.tool.no-print name=(name) value=(value) aria-label=(spoken) { (label) } }
}

/// A link to a form, as [`tool`].
pub(super) fn form_link(address: &str, label: &str, spoken: &str) -> Markup {
    html! { a.tool.no-print href=(address) aria-label=(spoken) data-dialog { (label) } }
}
