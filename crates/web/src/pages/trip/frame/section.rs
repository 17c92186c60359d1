//! What the sections of a trip's page have in common.

use maud::{Markup, Render, html};

use super::trip_page::TripPage;
use crate::i18n::texts as t;
use crate::session::undo;

/// The most people, payments or expenses that a list shows.
pub(crate) const MAX_ROWS: usize = 500;

/// How many rows of a list are not shown.
pub(crate) fn more_than(count: usize) -> Markup {
    let left = count.saturating_sub(MAX_ROWS);
    html! { @if left > 0 { p.hint { (t::and_more(left)) } } }
}

/// A section with its heading, and what stands beside that.
pub(crate) fn section(id: &str, title: impl Render, more: &Markup, body: &Markup) -> Markup {
    let heading = format!("{id}-title");
    html! {
        section.part #(id) aria-labelledby=(heading) {
            div.title-row { h2 #(heading) tabindex="-1" { (title) } (more) }
            (body)
        }
    }
}

/// A section with the list of [`list_form`].
pub(crate) fn list_section(
    page: TripPage<'_>,
    id: &str,
    title: t::Text,
    list: &Markup,
    add_row: Option<Markup>,
) -> Markup {
    section(id, title, &html! {}, &list_form(page, id, list, add_row))
}

/// A list. For those who may use the buttons of its entries, it stands in a form, above the row
/// that adds to it.
pub(crate) fn list_form(
    page: TripPage<'_>,
    id: &str,
    list: &Markup,
    add_row: Option<Markup>,
) -> Markup {
    let action = page.address(&format!("/{id}"));
    html! {
        @if let Some(add_row) = add_row {
            (undo::offer(page.visitor, page.view.trip.id, id, &action))
            form method="post" action=(action) {
                (page.token())
                // Enter in the text field adds an entry, instead of pressing the first one's
                // button.
                button.default-button name="add" value="1" tabindex="-1" aria-hidden="true" {}
                (list)
                (add_row)
            }
        } @else { (list) }
    }
}

/// A button beside an entry of a list, and what it is called for people who can't see the entry.
pub(crate) fn tool(name: &str, value: &str, label: impl Render, spoken: impl Render) -> Markup {
    html! { button.tool.no-print name=(name) value=(value) aria-label=(spoken) { (label) } }
}

/// A link to a form, as [`tool`].
pub(crate) fn form_link(address: &str, label: impl Render, spoken: impl Render) -> Markup {
    html! { a.tool.no-print href=(address) aria-label=(spoken) data-dialog { (label) } }
}

/// The row below a list that adds to it: a field of at most `length` characters, which may be a
/// name that keeps its case.
pub(crate) fn add_row(
    id: &str,
    name: &str,
    label: t::Text,
    length: usize,
    keeps_case: bool,
) -> Markup {
    html! {
        div.add-row.no-print {
            label.visually-hidden for=(id) { (label) }
            input id=(id) name=(name) placeholder=(label) maxlength=(length) autocomplete="off"
                autocapitalize=[keeps_case.then_some("none")];
            button.button.quiet name="add" value="1" { (t::ADD) }
        }
    }
}
