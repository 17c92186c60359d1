//! The frame of the pages below a trip: the way back, a title, and what stands under it.

use actix_web::http::StatusCode;
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_service::TripView;

use super::events;
use super::trip_page::TripPage;
use crate::form::Form;
use crate::i18n::format::short;
use crate::markup::layout::Page;
use crate::session::Visitor;

/// Answers a page with a form.
pub(crate) async fn show_form(
    visitor: Visitor,
    view: TripView,
    title: &'static str,
    form: Form,
    status: StatusCode,
) -> Answer {
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        sheet(page, title, &form.show(visitor)).status(status)
    };
    Page::render(visitor, shown).await
}

/// Asks before something is removed.
pub(crate) async fn ask(
    visitor: Visitor,
    view: TripView,
    title: String,
    text: Markup,
    form: Form,
) -> Answer {
    let form = form.danger();
    let shown = move |visitor: &Visitor| {
        let body = html! { (text) (form.show(visitor)) };
        sheet(TripPage::new(visitor, &view), &title, &body)
    };
    Page::render(visitor, shown).await
}

/// A page about a part of a trip, such as its form.
pub(crate) fn sheet(page: TripPage<'_>, title: &str, body: &Markup) -> Page {
    let body = html! {
        (events::marker(page))
        (back(page))
        div data-sheet { h1 { (title) } (body) }
    };
    Page::new(title, body).class("narrow").live()
}

/// The way back to the trip.
pub(crate) fn back(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    html! {
        p.back { a href=(page.address("")) { "← " (short(trip.name.as_str())) } }
    }
}
