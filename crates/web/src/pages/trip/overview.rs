//! The page of a trip: its head, days and parts.

use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::Action;
use wayfare_pictures::Bounds;
use wayfare_service::{ShareLinkView, TripView};

use super::trip_page::TripPage;
use super::{
    budget, events, exports, itinerary, links, map, may, notes, people, photos, places, todo,
};
use crate::layout::Page;
use crate::session::Visitor;
use crate::{format, texts as t};

/// The size of the picture at the head.
const HEAD: Bounds = Bounds {
    max_width: Some(1_280),
    max_height: Some(720),
};

/// The query by which the service worker asks for what it keeps.
const COPY: &str = "saved";

/// Answers the page of a trip.
pub(super) async fn show(visitor: Visitor, view: TripView) -> Answer {
    // The copy for reading without network has no addresses that open without an account.
    let is_copy = visitor.query.has(COPY);
    let manages = !is_copy && may(&visitor, &view, Action::Manage);
    let links = match visitor.caller().filter(|_| manages) {
        Some(caller) => {
            let shares = &visitor.app.service.shares;
            Some(shares.list(caller, view.trip.id).await?.0)
        }
        None => None,
    };
    let has_links = links.as_ref().is_some_and(|links| !links.is_empty());
    let shown = move |visitor: &Visitor| {
        let body = body(TripPage::new(visitor, &view), links.as_deref());
        Page {
            is_in_place: true,
            is_kept: true,
            ..Page::new(view.trip.name.as_str(), body)
                .secret(has_links)
                .live()
        }
    };
    Page::render(visitor, shown).await
}

fn body(page: TripPage<'_>, links: Option<&[ShareLinkView]>) -> Markup {
    html! {
        (events::marker(page))
        div #about data-part { (head(page)) }
        (itinerary::place::ask(page))
        (sections())
        div.columns {
            section #itinerary aria-labelledby="itinerary-title" {
                (itinerary::view::show(page))
            }
            div.side {
                (map::view::show(page))
                (budget::view::show(page))
                (todo::show(page))
                (places::show(page))
                (photos::show(page))
                (notes::show(page))
                (people::show(page))
                @if let Some(links) = links { (links::view::show(page, links)) }
                (exports::show(page))
                (changed(page.view))
            }
        }
    }
}

fn head(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let links = &page.visitor.app.links;
    html! {
        @if trip.gallery.main.is_some() {
            @let url = links.main_image_url(trip.id, &trip.gallery, HEAD);
            img.cover src=(page.visitor.site.own(&url)) alt="" width="1280" height="480";
        }
        div.trip-title {
            h1 { (trip.name.as_str()) }
            p.meta {
                (format::dates(&page.trip().plan.dates).unwrap_or_else(|| t::NO_DATES.to_owned()))
                " · " (t::people(trip.members.len()))
                " · " span.badge { @if trip.private { (t::PRIVATE) } @else { (t::PUBLIC) } }
            }
            @if !trip.description.is_empty() { p.desc { (trip.description.as_str()) } }
            p.actions.no-print {
                @if page.edits {
                    a.button href=(page.address("/items/new")) data-dialog {
                        (t::ADD_ITEM)
                    } " "
                    a.button.quiet href=(page.address("/expenses/new")) data-dialog {
                        (t::ADD_EXPENSE)
                    } " "
                    a.button.quiet href=(page.address("/settings")) data-dialog {
                        (t::EDIT_TRIP)
                    } " "
                }
                @if page.visitor.account.is_none() {
                    @let path = page.visitor.site.sign_in_to(&page.address(""));
                    a.button.quiet href=(path) { (t::SIGN_IN_TO_EDIT) }
                }
            }
        }
    }
}

fn sections() -> Markup {
    html! {
        nav.sections.no-print aria-label=(t::ON_THIS_PAGE) {
            @for (id, name) in t::SECTIONS { a href=(format!("#{id}")) { (name) } }
        }
    }
}

/// When the trip was changed last.
fn changed(view: &TripView) -> Markup {
    let at = view.trip.updated_at;
    html! {
        p.meta #changed data-part {
            (t::CHANGED_LAST) " " time datetime=(at) { (format::short_date(format::utc_date(at))) }
        }
    }
}
