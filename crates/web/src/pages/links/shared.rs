//! What a share link shows to everybody who has it.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::{Path, Payload};
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::Gallery;
use wayfare_domain::trip::settlement::{Settlement, Transfer};
use wayfare_domain::trip::summary::BudgetSummary;
use wayfare_domain::trip::{ItineraryItem, SharedTrip};
use wayfare_service::{Error, OpenShare, Password, SharedSums};

use crate::form::{Field, Form};
use crate::i18n::format::{Zone, Zones};
use crate::i18n::{format, texts as t};
use crate::markup::layout::Page;
use crate::markup::linked::{linked, linked_html};
use crate::pages::trip::budget::settle::debts;
use crate::pages::trip::budget::view::{by_person, chart, missing};
use crate::pages::trip::frame::bar::bar_of_sections;
use crate::pages::trip::frame::cover;
use crate::pages::trip::frame::section::section;
use crate::pages::trip::frame::views::View;
use crate::pages::trip::itinerary::days::{self, Entry};
use crate::pages::trip::itinerary::listing::Listing;
use crate::pages::trip::itinerary::view::show_days;
use crate::pages::trip::map::view as map;
use crate::pages::trip::photos::view::{anchor, thumbnail};
use crate::pages::trip::photos::viewer::Shown;
use crate::session::{self, Visitor, set_cookie};

pub(crate) async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let visitor = Visitor::of(&request).await?;
    open(visitor, &token, None).await
}

/// Opens a link by its password.
pub(crate) async fn post(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, sent) = session::receive_own_form(&request, payload).await?;
    let password = sent.get("password").unwrap_or_default().to_owned();
    open(visitor, &token, Some(password)).await
}

async fn open(visitor: Visitor, token: &str, typed: Option<String>) -> Answer {
    let password = typed
        .as_deref()
        .filter(|text| !text.is_empty())
        .map(Password::attempt);
    let service = visitor.app.service.clone();
    let opened = service
        .grants
        .open_share(visitor.client, token, password, SharedSums::Apportioned)
        .await;
    let mut answer = match opened {
        Ok(opened) => {
            let page = move |visitor: &Visitor| {
                let body = show(visitor, &opened);
                Page::new(opened.trip.name.as_str(), body).class("trip")
            };
            Page::render(visitor, page).await?
        }
        Err(Error::SharePassword) => ask(visitor, token, typed.is_some()).await?,
        Err(error) => return Err(error.into()),
    };
    let no_store = HeaderValue::from_static("no-store");
    answer.headers_mut().insert(CACHE_CONTROL, no_store);
    Ok(answer)
}

/// Asks for the password of a link.
async fn ask(mut visitor: Visitor, token: &str, is_wrong: bool) -> Answer {
    let cookie = visitor.bind_forms();
    let field = Field::password("password", t::PASSWORD, "off").required();
    let action = visitor.site.to(&format!("/s/{token}"));
    let mut form = Form::new(action, t::OPEN, vec![field]);
    if is_wrong {
        form.errors.push(t::WRONG_LINK_PASSWORD.to_string());
    }
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::SHARED_TRIP) }
            p { (t::SHARED_PASSWORD) }
            (form.show(visitor))
        };
        let page = Page::new(t::SHARED_TRIP, body).class("narrow");
        page.status(StatusCode::UNAUTHORIZED)
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

fn show(visitor: &Visitor, opened: &OpenShare) -> Markup {
    let trip: &SharedTrip = &opened.trip;
    let links = &visitor.app.links;
    let items = trip.itinerary.as_deref().unwrap_or_default();
    let zones = Zones::of_shared(items);
    let days = days::of(items, &zones, &trip.dates);
    let zone = zones
        .first()
        .map_or_else(Zone::utc, |zones| zones.start.clone());
    let today = days::number_of(&trip.dates, zone.date(visitor.app.service.now()));
    let gallery = trip.gallery.as_ref();
    let urls = gallery.map(|gallery| links.shared_pictures(&opened.link, gallery));
    let has_main = gallery.is_some_and(|gallery| gallery.main.is_some());
    let picture = urls.iter().flatten().next().filter(|_| has_main);
    let picture = picture.map(|url| visitor.site.own(url));
    let title = html! {
        div.trip-title {
            h1 { (trip.name.as_str()) }
            @if let Some(dates) = format::dates(&trip.dates) { p.meta { (dates) } }
            @if !trip.description.is_empty() { p.desc { (linked(trip.description.as_str())) } }
        }
    };
    let todo = trip.todo.as_ref().filter(|todo| !todo.is_empty());
    let photos = gallery.zip(urls.as_deref());
    let photos = photos.filter(|(_, urls)| !urls.is_empty());
    let has = |view| match view {
        View::Itinerary => trip.itinerary.is_some(),
        View::Map => trip.locations.is_some(),
        View::Costs => trip.budget.is_some(),
        View::Lists => todo.is_some(),
        View::Photos => photos.is_some(),
        View::People => trip.members.is_some(),
    };
    html! {
        (cover::head(picture.as_deref(), opened.trip_id, &title))
        (bar_of_sections(has))
        div.columns {
            div { @if trip.itinerary.is_some() { (itinerary(trip, &days, today)) } }
            div.side {
                @if let Some(locations) = &trip.locations {
                    (map::of_parts(&visitor.site, &days, locations))
                }
                @if let Some(summary) = &trip.budget { (budget(summary, trip.settlement.as_ref())) }
                @if let Some(todo) = todo {
                    @let list = html! { ul.todo { @for text in todo { li { (linked(text)) } } } };
                    (section("todo", t::TODO, &html! {}, &list))
                }
                @if let Some((gallery, urls)) = photos { (gallery_of(visitor, gallery, urls)) }
                @if let Some(text) = trip.notes.as_ref().filter(|text| !text.trim().is_empty()) {
                    @let text = linked_html(text);
                    (section("notes", t::NOTES, &html! {}, &html! { div.notes { (text) } }))
                }
                @if let Some(members) = &trip.members {
                    @let all = members.iter().chain(&trip.others).map(|name| named(name));
                    @let list = html! { ul.people { @for name in all { li { (name) } } } };
                    (section("people", t::PEOPLE, &html! {}, &list))
                }
            }
        }
    }
}

/// The name of somebody in the budget, who may have none but a username.
fn named(name: &str) -> &str {
    match name {
        "" => t::SOMEBODY.get(),
        name => name,
    }
}

fn budget(summary: &BudgetSummary, settlement: Option<&Settlement>) -> Markup {
    let row = |transfer: &Transfer| {
        let amount = format::money(transfer.amount, summary.base);
        html! { (t::owes(named(&transfer.from), named(&transfer.to), &amount)) }
    };
    let total = format::money(summary.total_cost, summary.base);
    let body = html! {
        p { (t::before_value(t::TOTAL_COST.get())) " " b { (total) } }
        @if !summary.categories.is_empty() { (chart(summary)) }
        (by_person(summary, &named))
        @for left in &summary.unconverted { (missing(left)) }
        @if let Some(settlement) = settlement { (debts(settlement, &named, &row)) }
    };
    section("budget", t::BUDGET, &html! {}, &body)
}

/// The photos, and the viewer of each, which its fragment opens: a link with a password has no
/// other page.
fn gallery_of(visitor: &Visitor, gallery: &Gallery, urls: &[String]) -> Markup {
    let urls: Vec<String> = urls.iter().map(|url| visitor.site.own(url)).collect();
    let fragment = |place: Option<usize>| {
        let place = place.filter(|place| *place < urls.len())?;
        Some(format!("#{}", viewer_id(place)))
    };
    let body = html! {
        ul.photos {
            @for (place, (url, id)) in urls.iter().zip(gallery.pictures()).enumerate() {
                li #(anchor(id)) {
                    (thumbnail(url, &format!("#{}", viewer_id(place)), place, gallery.caption(id)))
                }
            }
        }
        @for (place, (url, id)) in urls.iter().zip(gallery.pictures()).enumerate() {
            section.lightbox #(viewer_id(place)) tabindex="-1" aria-label=(t::photo(place + 1)) {
                (Shown {
                    url,
                    caption: gallery.caption(id),
                    place: (place, urls.len()),
                    beside: [fragment(place.checked_sub(1)), fragment(Some(place + 1))],
                    back: format!("#{}", anchor(id)),
                }.show())
            }
        }
    };
    section("photos", t::PHOTOS, &html! {}, &body)
}

/// The id of the viewer of a photo.
fn viewer_id(place: usize) -> String {
    format!("view-{}", place + 1)
}

fn itinerary(trip: &SharedTrip, days: &[Entry<'_>], today: Option<u32>) -> Markup {
    let base = trip.budget.as_ref().map(|budget| budget.base);
    let cost = |item: &ItineraryItem| {
        let cost = item.budget.total_cost();
        let currency = item.budget.currency.or(base)?;
        (!cost.is_zero()).then(|| format::money(cost, currency))
    };
    let listing = Listing {
        cost: &cost,
        editor: None,
        people: None,
        has_menus: false,
        today,
    };
    html! {
        section #itinerary aria-labelledby="itinerary-title" {
            div.title-row { h2 #itinerary-title { (t::ITINERARY) } }
            (show_days(days, &listing))
        }
    }
}
