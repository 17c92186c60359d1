//! What makes the pages of a trip follow the changes of others: the event stream for the session of
//! a page, and what the script `live.js` needs to know.

use actix_web::HttpRequest;
use maud::{Markup, html};
use wayfare_api_core::answer::event_stream::{self, LastEventId};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::UserId;

use super::trip_page::TripPage;
use crate::i18n::texts as t;
use crate::session::Visitor;

/// What the script replaces by the name and the time of what was changed.
const WHAT: &str = "$what";
const WHEN: &str = "$when";

/// The event stream of a trip.
pub(crate) async fn get(request: HttpRequest, TripPath(id): TripPath) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let LastEventId(told) = LastEventId::of(&request);
    let trips = &visitor.app.service.trips;
    let watch = match &visitor.account {
        Some(account) => trips.watch(account.credential, id, told).await?,
        None => trips.watch_public(visitor.client, id, told).await?,
    };
    Ok(event_stream::answer(&request, watch))
}

/// The names of people, or "somebody" for nobody who is on the trip.
pub(crate) fn names(page: TripPage<'_>, users: &[UserId]) -> String {
    let names = page.view.people.shown_names(std::iter::empty());
    let known = users.iter().filter_map(|user| names.get(user));
    let known: Vec<&str> = known.map(String::as_str).collect();
    match known.is_empty() {
        true => t::SOMEBODY.to_string(),
        false => known.join(", "),
    }
}

/// The version that a page shows, who made it, and where its script learns of others. The visitor's
/// own changes are not told.
pub(crate) fn marker(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let editor = trip.editor();
    let is_own = editor.is_some() && editor == page.visitor.caller().map(|caller| caller.user);
    let who = &names(page, editor.as_slice());
    html! {
        div hidden data-live=(page.address("/events")) data-version=(trip.version)
            data-base=(page.base().code())
            data-own[is_own] data-changed=(t::changed_by(who, WHAT))
            data-added=(t::added_by(who, WHAT)) data-removed=(t::removed_by(who, WHAT))
            data-moved=(t::moved_by(who, WHAT, WHEN))
            data-form-changed=(t::form_changed_by(who)) data-gone=(t::TRIP_GONE) {}
    }
}
