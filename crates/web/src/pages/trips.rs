//! The list of one's own trips, and new ones.

use actix_web::http::StatusCode;
use futures_util::future::join_all;
use maud::{Markup, html};
use wayfare_api_core::{Answer, Endpoint};
use wayfare_domain::text::SearchWords;
use wayfare_domain::trip::NewTrip;
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::{Description, Moment, Name, Violations};
use wayfare_pictures::Bounds;
use wayfare_service::TripView;

use crate::form::{Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft};
use crate::layout::Page;
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;
use crate::{format, texts as t};

/// Trips on a page.
const PER_PAGE: u32 = 20;
/// The size of a card's picture.
const CARD: Bounds = Bounds {
    max_width: Some(640),
    max_height: Some(480),
};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/trips").get(list).post(create),
        Endpoint::at("/trips/new").get(get_new),
    ]
}

async fn list(SignedIn(visitor, account): SignedIn) -> Answer {
    let words = visitor.query.text("search").to_owned();
    let number: u32 = visitor.query.text("page").parse().unwrap_or(1).max(1);
    let trips = visitor.app.service.trips.clone();
    let found = if words.is_empty() {
        let (page, most) = (u64::from(number - 1), u64::from(PER_PAGE));
        trips.page(account.caller, page, most).await
    } else {
        let [page, most] = [number - 1, PER_PAGE].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let words = SearchWords::new(&words);
        trips.search(account.caller, words, (page, most)).await
    };
    let page = found?;
    // One batch: the look-ups of concurrent reads share a statement.
    let reads = page
        .trips
        .iter()
        .map(|head| trips.read(account.caller, head.id));
    let views = join_all(reads).await;
    // A trip may have been deleted meanwhile.
    let views: Vec<TripView> = views.into_iter().filter_map(Result::ok).collect();
    let shown = move |visitor: &Visitor| list_page(visitor, &views, &words, (number, page.pages));
    Page::render(visitor, shown).await
}

fn list_page(
    visitor: &Visitor,
    views: &[TripView],
    words: &str,
    (number, pages): (u32, u64),
) -> Page {
    let number = u64::from(number);
    let body = html! {
        div.title-row {
            h1 { (t::MY_TRIPS) }
            p.actions {
                a.button.quiet href=(visitor.site.to("/trips/import")) { (t::IMPORT) }
                a.button href=(visitor.site.to("/trips/new")) data-dialog { (t::NEW_TRIP) }
            }
        }
        @if views.is_empty() && words.is_empty() {
            div.blank {
                p.big aria-hidden="true" { "✈" }
                h2 { (t::NO_TRIPS) }
                p { (t::NO_TRIPS_TEXT) }
                p { a.button href=(visitor.site.to("/trips/new")) data-dialog { (t::FIRST_TRIP) } }
            }
        } @else {
            (search_form(visitor, words))
            @if views.is_empty() { p.hint { (t::NOTHING_FOUND) } }
            ul.cards { @for view in views { (card(visitor, view)) } }
        }
        @if pages > 1 {
            nav.pages aria-label=(t::PAGES) {
                @if number > 1 {
                    a.button.quiet href=(page_address(visitor, words, number - 1)) { (t::NEWER) }
                }
                span { (t::page_of(number, pages)) }
                @if number < pages {
                    a.button.quiet href=(page_address(visitor, words, number + 1)) { (t::OLDER) }
                }
            }
        }
    };
    Page::new(t::MY_TRIPS, body)
}

fn search_form(visitor: &Visitor, words: &str) -> Markup {
    html! {
        form.search role="search" method="get" action=(visitor.site.to("/trips")) {
            label.visually-hidden for="search" { (t::SEARCH_TRIPS) }
            input #search type="search" name="search" value=(words) maxlength="200"
                placeholder=(t::SEARCH_TRIPS);
            button.button.quiet { (t::SEARCH) }
            @if !words.is_empty() {
                " " a.button.quiet href=(visitor.site.to("/trips")) { (t::ALL_TRIPS) }
            }
        }
    }
}

/// The address of a page of the list.
fn page_address(visitor: &Visitor, words: &str, number: u64) -> String {
    let search = (!words.is_empty()).then(|| format!("search={}&", encoded(words)));
    let search = search.unwrap_or_default();
    visitor.site.to(&format!("/trips?{search}page={number}"))
}

fn card(visitor: &Visitor, view: &TripView) -> Markup {
    let trip = &view.trip;
    let picture = visitor
        .app
        .links
        .main_image_url(trip.id, &trip.gallery, CARD);
    let others = trip.members.len();
    html! {
        li.card {
            a href=(visitor.site.to(&format!("/trip/{}", trip.id))) {
                img src=(visitor.site.own(&picture)) alt="" loading="lazy" width="640" height="400";
                h2 { (trip.name.as_str()) }
            }
            p.meta {
                (format::dates(&view.trip.plan.dates).unwrap_or_else(|| t::NO_DATES.to_owned()))
                " · " (t::people(others)) " · " (t::items(trip.shown_items().count()))
                @if !trip.private { " · " span.badge { (t::PUBLIC) } }
            }
            @if !trip.description.is_empty() { p.desc { (trip.description.as_str()) } }
        }
    }
}

async fn get_new(SignedIn(visitor, _): SignedIn) -> Answer {
    let form = new_form(&visitor);
    show_new(visitor, form, StatusCode::OK).await
}

fn new_form(visitor: &Visitor) -> Form {
    let name = Field::new("name", t::TRIP_NAME, "").required();
    let date = |name, label| Field::new(name, label, "").kind(Kind::Of("date")).narrow();
    let currency = Field::new("currency", t::BASE_CURRENCY, "");
    let fields = vec![
        name.hint(t::TRIP_NAME_HINT),
        date("start", t::FIRST_DAY),
        date("end", t::LAST_DAY),
        Field::new("description", t::DESCRIPTION, "").kind(Kind::Lines(3)),
        currency.suggestions(&t::CURRENCIES).hint(t::CURRENCY_HINT),
        Field::check("public", t::IS_PUBLIC, false),
    ];
    let form = Form::new(visitor.site.to("/trips"), t::CREATE_TRIP, fields);
    form.cancel(visitor.site.to("/trips"))
}

async fn show_new(visitor: Visitor, form: Form, status: StatusCode) -> Answer {
    let page = move |visitor: &Visitor| {
        let body = html! { div data-sheet { h1 { (t::NEW_TRIP) } (form.show(visitor)) } };
        Page::new(t::NEW_TRIP, body).class("narrow").status(status)
    };
    Page::render(visitor, page).await
}

async fn create(SentOrDraft { form, draft }: SentOrDraft) -> Answer {
    let SentForm(visitor, account, fields) = form;
    let trips = &visitor.app.service.trips;
    let create = async { trips.create(account.caller, read_new(&fields)?).await };
    match new_form(&visitor).submit(&fields, draft, create).await? {
        Ok(view) => {
            let path = format!("/trip/{}?done=created", view.trip.id);
            Ok(see_other(&visitor.site.to(&path)))
        }
        Err((form, status)) => show_new(visitor, form, status).await,
    }
}

fn read_new(fields: &Fields) -> Result<NewTrip, Violations> {
    let mut reader = FormReader::new(fields);
    let [start, end] =
        ["start", "end"].map(|name| reader.optional(name, Moment::from_text).flatten());
    let name = reader.read("name", Name::new);
    let description = reader.read("description", Description::new);
    let base_currency = reader.currency("currency");
    let new = name.map(|name| NewTrip {
        time_zone: None,
        name,
        description: description.unwrap_or_default(),
        estimate: EstimatePatch::default(),
        // A trip of one day may name it once.
        dates: DatesPatch {
            start: start.or(end),
            end: end.or(start),
        },
        private: !fields.has("public"),
        base_currency,
    });
    reader.finish(new)
}
