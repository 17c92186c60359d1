//! What makes the pages of a trip follow the changes of others: the event stream for the session of
//! a page, and what the script `live.js` needs to know.

use actix_web::HttpRequest;
use maud::{Markup, html};
use wayfare_api_core::answer::event_stream::{self, LastEventId};
use wayfare_api_core::{Answer, TripPath};

use super::trip_page::TripPage;
use crate::i18n::texts as t;
use crate::session::Visitor;

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

/// The version that a page shows, who made it, and where its script learns of others. The visitor's
/// own changes are not told.
pub(crate) fn marker(page: TripPage<'_>) -> Markup {
    let (trip, view) = (page.trip(), page.view);
    let editor = trip.plan.editor;
    let is_own = editor.is_some() && editor == page.visitor.caller().map(|caller| caller.user);
    let names = view.people.shown_names(std::iter::empty());
    let who = editor.and_then(|editor| names.get(&editor));
    let who = who.map_or(t::SOMEBODY.get(), String::as_str);
    html! {
        div hidden data-live=(page.address("/events")) data-version=(trip.version)
            data-base=(page.base().code())
            data-own[is_own] data-changed=(t::changed_by(who))
            data-form-changed=(t::form_changed_by(who)) data-gone=(t::TRIP_GONE) {}
    }
}
