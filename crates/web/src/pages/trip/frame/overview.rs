//! The pages of a trip: the head of each, and the parts of its view.

use futures_util::try_join;
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_api_core::trip::items::is_on_trip;
use wayfare_domain::trip::{OpenParty, Sections};
use wayfare_domain::{Action, MemberRole};
use wayfare_pictures::Bounds;
use wayfare_service::{GrantView, TripView};

use super::trip_page::{TripPage, may};
use super::views::View;
use super::{bar, cover, events};
use crate::i18n::format::Zones;
use crate::i18n::{format, texts as t};
use crate::markup::icons;
use crate::markup::layout::Page;
use crate::markup::linked::linked;
use crate::pages::trip::itinerary::days;
use crate::pages::trip::map::{self, places};
use crate::pages::trip::{
    budget, export, files, imports, itinerary, links, lists, notes, people, photos, settings,
};
use crate::session::Visitor;

/// The size of the picture at the head.
const HEAD: Bounds = Bounds {
    max_width: Some(1_280),
    max_height: Some(720),
};

/// The most people whose faces are in the head.
const MAX_FACES: usize = 5;

/// The share links and the invitations of a trip.
type Links = (Vec<GrantView<Sections>>, Vec<GrantView<MemberRole>>);

/// The query by which the service worker asks for what it keeps.
const COPY: &str = "saved";

/// Answers a view of a trip.
pub(crate) async fn show(visitor: Visitor, trip: TripView, view: View) -> Answer {
    // The copy for reading without network has no addresses that open without an account.
    let is_copy = visitor.query.has(COPY);
    let manages = view == View::People && !is_copy && may(&visitor, &trip, Action::Manage);
    let owned = match visitor.caller().filter(|_| manages) {
        Some(caller) => {
            let (grants, trip) = (&visitor.app.service.grants, &trip.trip.overview);
            let links = grants.list_of(caller, trip);
            let (links, invited) = try_join!(links, grants.list_of(caller, trip))?;
            Some((links.0, invited.0))
        }
        None => None,
    };
    let parties = match view {
        View::People => {
            let grants = &visitor.app.service.grants;
            grants.parties_of(visitor.client, &trip).await?
        }
        _ => Vec::new(),
    };
    let reader = visitor
        .caller()
        .filter(|_| view == View::People && is_on_trip(&trip));
    let has_feed = match reader {
        Some(reader) => {
            let grants = &visitor.app.service.grants;
            grants.has_feed(reader, Some(trip.trip.id)).await?
        }
        None => false,
    };
    let has_links = owned
        .as_ref()
        .is_some_and(|(links, invited)| !links.is_empty() || !invited.is_empty());
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &trip);
        let body = html! {
            (events::marker(page))
            div #about data-part { (head(page, view)) }
            (bar::bar(page, view))
            (body(page, view, owned.as_ref(), &parties, has_feed))
        };
        Page {
            is_in_place: true,
            is_kept: true,
            class: "trip",
            ..Page::new(trip.trip.name.as_str(), body)
                .secret(has_links)
                .live()
        }
    };
    Page::render(visitor, shown).await
}

fn body(
    page: TripPage<'_>,
    view: View,
    owned: Option<&Links>,
    parties: &[OpenParty],
    has_feed: bool,
) -> Markup {
    match view {
        View::Itinerary => days_beside_map(page),
        View::Map => {
            let rest = html! { (places::show(page)) (imports::offer(page)) };
            columns(&map::view::show(page), &rest)
        }
        View::Costs => parts(&[budget::view::show(page)]),
        View::Lists => lists::view::show(page),
        View::Photos => parts(&[photos::view::show(page), files::show(page)]),
        View::People => {
            let invited = owned.map(|(_, invited)| invited.as_slice());
            let links = owned.map(|(links, _)| links::view::show(page, links));
            let people = people::show(page, invited, parties);
            let rest = html! { (links.unwrap_or_default()) (export::show(page, has_feed)) };
            columns(&people, &rest)
        }
    }
}

fn days_beside_map(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let zones = Zones::of_trip(trip);
    let days = days::of(&trip.itinerary, &zones, &trip.plan.dates);
    html! {
        (settings::outside(page, &zones))
        div.beside {
            div.parts {
                section #itinerary aria-labelledby="itinerary-title" {
                    (itinerary::view::show(page, &days))
                    (imports::offer(page))
                }
                (notes::show(page))
                (changed(page.view))
            }
            (map::view::show_beside(page, &days))
        }
    }
}

/// Parts beside each other where the screen is wide enough.
fn columns(main: &Markup, side: &Markup) -> Markup {
    html! { div.columns { div.parts { (main) } div.parts { (side) } } }
}

fn parts(parts: &[Markup]) -> Markup {
    html! { div.parts { @for part in parts { (part) } } }
}

/// The head of a view: of the itinerary on the picture, with the description.
fn head(page: TripPage<'_>, view: View) -> Markup {
    let trip = page.trip();
    let is_first = view == View::Itinerary;
    let text = html! {
        div.trip-title {
            h1 { (trip.name.as_str()) }
            p.meta {
                (format::dates(&trip.plan.dates).unwrap_or_else(|| t::NO_DATES.to_string()))
                " · " span.badge { @if trip.private { (t::PRIVATE) } @else { (t::PUBLIC) } }
            }
            @if is_first && !trip.description.is_empty() {
                p.desc { (linked(trip.description.as_str())) }
            }
        }
        (faces(page))
        (actions(page, view))
    };
    if !is_first {
        return html! { div.head { div.head-text { (text) } } };
    }
    let links = &page.visitor.app.links;
    let url = trip.gallery.main.map(|_| {
        let url = links.main_image_url(trip.id, &trip.gallery, HEAD);
        page.visitor.site.own(&url)
    });
    cover::head(url.as_deref(), trip.id, &text)
}

/// The people of the trip, and the way to them.
fn faces(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let names = page.view.member_names();
    let people = page.view.people.iter();
    // Who shares costs without an account is on the page that this leads to, too.
    let named = trip.open_parties(&page.view.people, &[]).len();
    let all = trip.members.len() + named;
    let others = all - trip.members.len().min(MAX_FACES);
    html! {
        a.faces href=(page.address(View::People.path())) {
            @for person in people.take(MAX_FACES) { (icons::face(names.person(person.id))) }
            @if others > 0 { i.face aria-hidden="true" data-initial=(format!("+{others}")) {} }
            span { (t::number_of_people(all)) }
        }
    }
}

/// The buttons in the head of a view.
fn actions(page: TripPage<'_>, view: View) -> Markup {
    let is_first = view == View::Itinerary;
    html! {
        p.actions.no-print {
            @if page.edits {
                @if let Some((path, label)) = view.adds() {
                    a.button.adds href=(page.address(path)) data-dialog { (label) } " "
                }
                a.button.quiet href=(page.address("/settings")) data-dialog { (t::EDIT_TRIP) } " "
            }
            @if is_first {
                a.button.quiet href=(page.address("/print")) aria-label=(t::BOOKLET) {
                    (icons::icon("print"))
                } " "
            }
            // Who edits the trip finds it among the settings.
            @if is_first && !page.edits && page.visitor.caller().is_some() {
                a.button.quiet href=(page.address("/copy")) data-dialog { (t::COPY_TRIP) } " "
            }
            @if page.visitor.account.is_none() {
                @let path = page.visitor.site.sign_in_to(&page.address(view.path()));
                a.button.quiet href=(path) { (t::SIGN_IN_TO_EDIT) }
            }
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
