//! Where the place of an item is: suggestions, coordinates, and another look-up.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::edit::items::Pin;
use wayfare_domain::trip::{Edit, ItineraryItem, ItineraryPatch};
use wayfare_domain::{Action, ShortText, TripId, Violations};
use wayfare_service::{coordinates_of, precision_of};

use super::edits::edit_items;
use super::forms::fields::point_field;
use super::listing::{place_address, title};
use crate::form::{self, Fields, Form, FormReader};
use crate::i18n::format::{self, parse_point, short};
use crate::i18n::names;
use crate::i18n::texts::{self as t, Text};
use crate::markup::layout::Page;
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::map::link::{known_only, point_link};
use crate::pages::trip::map::view as map;
use crate::pages::trip::read_for;
use crate::session::{Account, SignedIn, Visitor};

/// The most suggestions of a list.
const MAX_SUGGESTIONS: usize = 8;

/// A place that a person may choose.
struct Suggestion {
    name: String,
    location: String,
    at: String,
}

impl Suggestion {
    /// Where it is, without its name.
    fn area(&self) -> &str {
        match self.location.strip_prefix(&self.name) {
            Some("") => "",
            rest => rest
                .and_then(|rest| rest.strip_prefix(", "))
                .unwrap_or(&self.location),
        }
    }
}

async fn suggestions(
    visitor: &Visitor,
    account: &Account,
    id: TripId,
    prefix: &str,
    is_asked: bool,
) -> Result<Vec<Suggestion>, Problem> {
    if prefix.is_empty() {
        return Ok(Vec::new());
    }
    let trips = &visitor.app.service.trips;
    let found = trips.suggest_places(account.caller, prefix, Some(id), MAX_SUGGESTIONS, is_asked);
    let suggestions = found.await?.into_iter().map(|place| {
        let location = names::location(&place.display_name, &place.time_zone).into_owned();
        let name = match place.name == place.display_name {
            true => location.clone(),
            false => names::name(&place.name, &place.time_zone).to_owned(),
        };
        let at = coordinates_of(&place);
        let at = at.map(|at| format::point(&at, Some(precision_of(&place))));
        Suggestion {
            name,
            location,
            at: at.unwrap_or_default(),
        }
    });
    Ok(suggestions.collect())
}

/// Answers the options of a list box: the places that begin with what is typed.
pub(crate) async fn suggest(
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
) -> Answer {
    let found = suggestions(&visitor, &account, id, visitor.query.text("q"), false).await?;
    let options = html! {
        @for place in &found {
            li role="option" data-name=(place.name) data-location=(place.location)
                data-at=(place.at) {
                (place.name)
                @if !place.area().is_empty() { ", " small { (place.area()) } }
            }
        }
    };
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(options.into_string()))
}

/// Searches places for an item: by its name or location at first.
pub(crate) async fn search(SignedIn(visitor, account): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let item = visitor.query.text("id").to_owned();
    let (_, present) = view.trip.item(&item).ok_or_else(Problem::not_found)?;
    let place = &present.destination;
    let texts = match visitor.query.text("q") {
        "" => vec![place.name.to_string(), place.location.to_string()],
        typed => vec![typed.to_owned()],
    };
    // Only what somebody has sent by the button is asked for.
    let is_asked = visitor.query.has("q");
    let mut found = Vec::new();
    let mut asked = String::new();
    for text in texts.into_iter().filter(|text| !text.is_empty()) {
        found = suggestions(&visitor, &account, id, &text, is_asked).await?;
        asked = text;
        if !found.is_empty() {
            break;
        }
    }
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let body = html! {
            (search_form(page, &item, &asked))
            @if found.is_empty() { p.hint { (t::NO_SUGGESTIONS) } }
            @else {
                ul.rows data-suggestions {
                    @for place in &found { li { (choice(page, &item, place)) } }
                }
            }
            p { a href=(place_address(page, &item)) { (t::BY_COORDINATES) } }
        };
        sheet::sheet(page, t::WHERE_IT_IS.get(), &body)
    };
    Page::render(visitor, shown).await
}

fn search_form(page: TripPage<'_>, item: &str, asked: &str) -> Markup {
    html! {
        form.search method="get" action=(page.address("/item/place/search")) data-plain {
            input type="hidden" name="id" value=(item);
            label.visually-hidden for="place-search" { (t::SEARCH_PLACE) }
            input #place-search type="search" name="q" value=(asked) placeholder=(t::SEARCH_PLACE);
            button.button.quiet { (t::SEARCH) }
        }
    }
}

/// The button that takes a suggestion.
fn choice(page: TripPage<'_>, item: &str, place: &Suggestion) -> Markup {
    html! {
        span {
            b { (place.name) }
            @if !place.area().is_empty() { ", " (place.area()) }
        }
        form method="post" action=(place_address(page, item)) {
            (form::token(page.visitor))
            input type="hidden" name="location" value=(place.location);
            button.button.quiet name="at" value=(place.at)
                aria-label=(t::label_of(t::CHOOSE.get(), &place.location)) { (t::CHOOSE) }
        }
    }
}

/// The coordinates of the item of this id.
pub(crate) struct ItemPlace(String);

impl ItemPlace {
    fn item<'a>(&self, page: TripPage<'a>) -> Option<&'a ItineraryItem> {
        page.trip().item(&self.0).map(|(_, item)| item)
    }
}

impl TripForm for ItemPlace {
    const TITLE: Text = t::WHERE_IT_IS;
    const ANCHOR: &str = "map";
    const CHOICES: &str = "at";

    fn new(query: &Fields) -> Self {
        Self(query.get("id").unwrap_or_default().to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let place = &self.item(page)?.destination;
        let fields = vec![point_field(Some(place))];
        Some(Form::new(place_address(page, &self.0), t::SAVE, fields).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let Some(item) = self.item(page) else {
            return Ok(Vec::new());
        };
        let mut reader = FormReader::new(sent);
        let at = reader.read("at", parse_point);
        let location = sent.has("location").then(|| reader.text("location"));
        let at = reader.finish(at)?;
        let pin = at.map(|point| Pin {
            point,
            name: None::<ShortText>,
            location,
        });
        Ok(edit_items(ItineraryPatch::Pin(item.id.clone(), pin), None))
    }

    fn title(&self, page: TripPage<'_>) -> String {
        let name = self.item(page).map(|item| short(title(item)));
        name.map_or_else(
            || Self::TITLE.to_string(),
            |name| t::label_of(Self::TITLE.get(), &name),
        )
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        let Some(item) = self.item(page) else {
            return html! {};
        };
        let place = &item.destination;
        html! {
            @match &place.coordinates {
                Some(at) => p { (t::IS_AT) " " (point_link(at, &format::point(at, None))) },
                None => p.hint { (t::NOT_FOUND_YET) },
            }
            @if let Some(known) = known_only(place) { p.hint { (known) } }
            (map::picker(page))
            @if place.is_pinned {
                form method="post" action=(place_address(page, &self.0)) {
                    (form::token(page.visitor))
                    button.button.quiet name="at" value="" { (t::LOOK_UP_AGAIN) }
                }
            }
            (search_form(page, &self.0, ""))
        }
    }
}
