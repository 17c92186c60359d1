//! The page of a trip and the pages below it.

mod add;
pub(crate) mod budget;
pub(crate) mod days;
pub(crate) mod errors;
mod expenses;
mod exports;
mod item_photos;
mod items;
mod links;
mod locations;
pub(crate) mod map;
mod move_item;
pub(crate) mod notes;
pub(crate) mod overview;
pub(crate) mod parts;
mod people;
mod photos;
mod places;
mod save;
mod settings;
mod settle;
mod todo;

use actix_web::HttpRequest;
use wayfare_api_core::{Answer, Endpoint, Problem, TripPath};
use wayfare_domain::access::AccessDecision;
use wayfare_domain::{Action, TripId};
use wayfare_service::{Error, TripView};

use crate::fields::{Fields, encoded};
use crate::session::Visitor;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/trip/{uuid}").get(get),
        Endpoint::at("/trip/{uuid}/items").post(move_item::post),
        Endpoint::at("/trip/{uuid}/items/new")
            .get(items::get_new)
            .post(items::post_new),
        Endpoint::at("/trip/{uuid}/item")
            .get(items::get)
            .post(items::post),
        Endpoint::at("/trip/{uuid}/item/remove")
            .get(items::ask)
            .post(items::remove),
        Endpoint::at("/trip/{uuid}/budget")
            .get(budget::get)
            .post(budget::post),
        Endpoint::at("/trip/{uuid}/settle").post(settle::post),
        Endpoint::at("/trip/{uuid}/todo").post(todo::post),
        Endpoint::at("/trip/{uuid}/todo/edit")
            .get(todo::get)
            .post(todo::save),
        Endpoint::at("/trip/{uuid}/places").post(places::post),
        Endpoint::at("/trip/{uuid}/places/edit")
            .get(places::get)
            .post(places::save),
        Endpoint::at("/trip/{uuid}/notes")
            .get(notes::get)
            .post(notes::save),
        Endpoint::at("/trip/{uuid}/photos").post(photos::post),
        Endpoint::at("/trip/{uuid}/photos/remove")
            .get(photos::ask)
            .post(photos::remove),
        Endpoint::at("/trip/{uuid}/people").post(people::post),
        Endpoint::at("/trip/{uuid}/export/{format}").get(exports::get),
        Endpoint::at("/trip/{uuid}/feed").post(exports::feed),
        Endpoint::at("/trip/{uuid}/links").post(links::post),
        Endpoint::at("/trip/{uuid}/links/new").get(links::get_new),
        Endpoint::at("/trip/{uuid}/links/edit")
            .get(links::get)
            .post(links::save),
        Endpoint::at("/trip/{uuid}/locations/new")
            .get(locations::get_new)
            .post(locations::post_new),
        Endpoint::at("/trip/{uuid}/locations/edit")
            .get(locations::get)
            .post(locations::save),
        Endpoint::at("/trip/{uuid}/locations/remove").post(locations::remove),
        Endpoint::at("/trip/{uuid}/settings")
            .get(settings::get)
            .post(settings::save),
        Endpoint::at("/trip/{uuid}/shift").post(settings::shift),
        Endpoint::at("/trip/{uuid}/delete")
            .get(settings::ask)
            .post(settings::delete),
    ]
}

/// The page of a trip.
async fn get(request: HttpRequest, TripPath(id): TripPath) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let view = read(&visitor, id).await?;
    overview::show(visitor, view).await
}

/// Reads a trip for its visitor.
async fn read(visitor: &Visitor, id: TripId) -> Result<TripView, Problem> {
    let trips = &visitor.app.service.trips;
    Ok(match visitor.caller() {
        Some(caller) => trips.read(caller, id).await?,
        None => trips.read_public(visitor.client, id).await?,
    })
}

/// Reads a trip for a page with a form.
///
/// # Errors
/// 401 if the visitor may read the trip but not do this to it; as [`read`].
async fn read_for(visitor: &Visitor, id: TripId, action: Action) -> Result<TripView, Problem> {
    let view = read(visitor, id).await?;
    if may(visitor, &view, action) {
        Ok(view)
    } else {
        Err(Error::NotPermitted.into())
    }
}

/// Whether a visitor may do something to a trip.
fn may(visitor: &Visitor, view: &TripView, action: Action) -> bool {
    visitor.caller().is_some_and(|caller| {
        let role = view.trip.role_of(caller.user);
        role.may(action, view.trip.private) == AccessDecision::Allowed
    })
}

/// The address of a trip's page, or of one below it.
fn address(visitor: &Visitor, id: TripId, path: &str) -> String {
    visitor.site.to(&format!("/trip/{id}{path}"))
}

/// What names a part by its texts in addresses and buttons: as short for long texts.
fn name_of(texts: &[&str]) -> String {
    let texts = texts.iter().map(|text| (String::new(), (*text).to_owned()));
    Fields::new(texts.collect()).fingerprint()
}
