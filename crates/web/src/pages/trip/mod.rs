//! The page of a trip and the pages below it.

pub(super) mod budget;
mod editing;
mod export;
mod files;
pub(super) mod frame;
pub(super) mod itinerary;
mod links;
mod lists;
pub(super) mod map;
pub(super) mod notes;
mod people;
pub(crate) mod photos;
mod settings;

use actix_web::HttpRequest;
use wayfare_api_core::{Answer, Endpoint, TripPath};
use wayfare_domain::{Path, Reason, Violations};

use budget::expenses::NewExpense;
use budget::explained;
use budget::forms::TripBudget;
use budget::rates::OwnRates;
use budget::settle::{self, NewPayment};
use editing::trip_form::{self, TripForm};
use export::{copy, print};
use frame::trip_page::{address, read, read_for};
use frame::views::View;
use frame::{events, overview};
use itinerary::place::{self, ItemPlace};
use itinerary::{forms as items, item_buttons};
use lists::forms::{self as list_forms, ListEntry, ListSettings, NewList};
use map::locations::{self, Location, NewLocation};
use map::{places, tracks};
use notes::TripNotes;
use people::invitations::{self, NewParty, PartyName};
use photos::viewer::{self, Caption};
use settings::Settings;

use super::trips::imports;
use crate::session::Visitor;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/trip/{uuid}").get(get),
        Endpoint::at("/trip/{uuid}/map").get(get_map),
        Endpoint::at("/trip/{uuid}/costs").get(get_costs),
        Endpoint::at("/trip/{uuid}/lists")
            .get(get_lists)
            .post(lists::post),
        Endpoint::at("/trip/{uuid}/print").get(print::get),
        Endpoint::at("/trip/{uuid}/events").get(events::get),
        Endpoint::at("/trip/{uuid}/items").post(item_buttons::post),
        Endpoint::at("/trip/{uuid}/items/new")
            .get(trip_form::open::<items::NewItem>)
            .post(items::post_new),
        form::<items::Item>("/trip/{uuid}/item"),
        Endpoint::at("/trip/{uuid}/item/remove")
            .get(items::ask)
            .post(items::remove),
        form::<ItemPlace>("/trip/{uuid}/item/place"),
        Endpoint::at("/trip/{uuid}/item/place/search").get(place::search),
        form::<TripBudget>("/trip/{uuid}/budget"),
        form::<NewExpense>("/trip/{uuid}/expenses/new"),
        form::<OwnRates>("/trip/{uuid}/rates"),
        form::<NewPayment>("/trip/{uuid}/payments/new"),
        Endpoint::at("/trip/{uuid}/settle").post(settle::post),
        Endpoint::at("/trip/{uuid}/settlement").get(explained::get),
        form::<NewList>("/trip/{uuid}/lists/new"),
        form::<ListSettings>("/trip/{uuid}/lists/edit"),
        Endpoint::at("/trip/{uuid}/lists/remove")
            .get(list_forms::ask)
            .post(list_forms::remove),
        form::<ListEntry>("/trip/{uuid}/lists/entry"),
        Endpoint::at("/trip/{uuid}/lists/several").get(list_forms::ask_several),
        Endpoint::at("/trip/{uuid}/places").post(places::post),
        Endpoint::at("/trip/{uuid}/places/suggest").get(place::suggest),
        form::<places::Place>("/trip/{uuid}/places/edit"),
        form::<TripNotes>("/trip/{uuid}/notes"),
        Endpoint::at("/trip/{uuid}/photos")
            .get(get_photos)
            .post(photos::forms::post),
        Endpoint::at("/trip/{uuid}/photos/remove")
            .get(photos::forms::ask)
            .post(photos::forms::remove),
        form::<Caption>("/trip/{uuid}/photos/caption"),
        Endpoint::at("/trip/{uuid}/photos/{picture}")
            .get(viewer::get)
            .post(viewer::post),
        Endpoint::at("/trip/{uuid}/files").post(files::post),
        Endpoint::at("/trip/{uuid}/files/new").get(files::get_new),
        Endpoint::at("/trip/{uuid}/files/remove")
            .get(files::ask)
            .post(files::remove),
        Endpoint::at("/trip/{uuid}/files/{file}").get(files::get),
        Endpoint::at("/trip/{uuid}/people")
            .get(get_people)
            .post(people::post),
        form::<NewParty>("/trip/{uuid}/people/new"),
        form::<PartyName>("/trip/{uuid}/people/rename"),
        Endpoint::at("/trip/{uuid}/people/remove").get(people::ask_remove),
        Endpoint::at("/trip/{uuid}/people/leave").get(people::ask_leave),
        Endpoint::at("/trip/{uuid}/people/owner").get(people::ask_owner),
        Endpoint::at("/trip/{uuid}/invitations").post(invitations::post),
        Endpoint::at("/trip/{uuid}/export/{format}").get(export::get),
        Endpoint::at("/trip/{uuid}/feed").post(export::feed),
        Endpoint::at("/trip/{uuid}/links").post(links::forms::post),
        Endpoint::at("/trip/{uuid}/links/new").get(links::forms::get_new),
        Endpoint::at("/trip/{uuid}/links/edit")
            .get(links::forms::get)
            .post(links::forms::change),
        form::<NewLocation>("/trip/{uuid}/locations/new"),
        form::<Location>("/trip/{uuid}/locations/edit"),
        Endpoint::at("/trip/{uuid}/locations/remove").post(locations::remove),
        Endpoint::at("/trip/{uuid}/tracks/remove")
            .get(tracks::ask)
            .post(tracks::remove),
        form::<Settings>("/trip/{uuid}/settings"),
        Endpoint::at("/trip/{uuid}/copy")
            .get(copy::get)
            .post(copy::post),
        Endpoint::at("/trip/{uuid}/import")
            .get(imports::get_into)
            .post(imports::post_into),
        Endpoint::at("/trip/{uuid}/shift").post(settings::shift),
        Endpoint::at("/trip/{uuid}/delete")
            .get(settings::ask)
            .post(settings::delete),
    ]
}

/// The path of a form.
fn form<P: TripForm>(path: &str) -> Endpoint {
    Endpoint::at(path)
        .get(trip_form::open::<P>)
        .post(trip_form::post::<P>)
}

/// Makes the handler of a view.
macro_rules! views {
    ($($handler:ident $view:ident)+) => {$(
        async fn $handler(request: HttpRequest, TripPath(id): TripPath) -> Answer {
            let visitor = Visitor::of(&request).await?;
            let view = read(&visitor, id).await?;
            overview::show(visitor, view, View::$view).await
        }
    )+};
}

views! {
    get Itinerary
    get_map Map
    get_costs Costs
    get_lists Lists
    get_photos Photos
    get_people People
}

/// Checks the length of a list to which an entry was added.
fn check_length(list: &'static str, length: usize, most: usize) -> Result<(), Violations> {
    let mut violations = Violations::new();
    if length > most {
        let reason = Reason::new(format!("must have at most {most} entries"));
        violations.add(Path::root().field(list), reason);
    }
    violations.or(())
}
