//! The bar that leads to the views of a trip.

use maud::{Markup, html};

use super::trip_page::TripPage;
use super::views::View;
use crate::i18n::texts as t;
use crate::markup::icons::icon;
use crate::pages::trip::itinerary::days;

/// The bar of a page that has these views as its sections, if there are several.
pub(crate) fn bar_of_sections(has: impl Fn(View) -> bool) -> Markup {
    let views = View::ALL.into_iter().filter(|view| has(*view));
    let links = views.map(|view| {
        let (name, symbol) = view.name();
        let section = format!("#{}", view.section());
        html! { a href=(section) { (icon(symbol)) span { (name) } } }
    });
    let links: Vec<Markup> = links.collect();
    html! {
        @if links.len() > 1 {
            nav.views.no-print aria-label=(t::VIEWS) { @for link in links { (link) } }
        }
    }
}

/// The bar that leads to all views, with the button that adds to this one.
pub(crate) fn bar(page: TripPage<'_>, present: View) -> Markup {
    let current = |view| (view == present).then_some("page");
    html! {
        nav.views.no-print aria-label=(t::VIEWS) {
            @for view in View::ALL {
                @let (name, symbol) = view.name();
                a data-view href=(page.address(view.path())) aria-current=[current(view)] {
                    (icon(symbol)) span { (name) }
                }
            }
        }
        @if let Some((path, label)) = present.adds().filter(|_| page.edits) {
            @let day = days::today(page).filter(|_| present == View::Itinerary);
            @let query = day.map(|day| format!("?day={day}")).unwrap_or_default();
            @let address = page.address(&format!("{path}{query}"));
            a.float.no-print href=(address) aria-label=(label) data-dialog {
                (icon("plus")) span aria-hidden="true" { (t::ADD) }
            }
        }
    }
}
