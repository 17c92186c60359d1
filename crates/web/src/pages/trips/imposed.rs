//! Trips that others have put a person on or handed over, to keep or to leave.

use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::TripId;
use wayfare_service::FoundTrip;

use crate::form::{self, SentForm, sent_fields};
use crate::i18n::texts as t;
use crate::session::{Visitor, see_other};

/// The fields: the trips that are ticked, and whether the person leaves them.
const TICKED: &str = "ticked";
const LEAVE: &str = "leave";

sent_fields!(Imposed BUTTONS "leave" CHOICES "ticked");

/// The trips, each with a box, and the two buttons; nothing without trips.
pub(super) fn show(visitor: &Visitor, trips: &[&FoundTrip]) -> Markup {
    html! {
        @if !trips.is_empty() {
            section.note aria-labelledby="others" {
                h2.group #others { (t::TRIPS_OF_OTHERS) }
                p.hint { (t::TRIPS_OF_OTHERS_TEXT) }
                form method="post" action=(visitor.site.to("/trips/others")) {
                    (form::token(visitor))
                    ul.rows { @for trip in trips { li { (row(visitor, trip)) } } }
                    p.actions {
                        button.button { (t::KEEP_TRIPS) } " "
                        button.button.quiet name=(LEAVE) value="1" { (t::LEAVE_TRIPS) }
                    }
                }
            }
        }
    }
}

fn row(visitor: &Visitor, trip: &FoundTrip) -> Markup {
    let id = trip.id.to_string();
    html! {
        label.check {
            input type="checkbox" name=(TICKED) value=(id) checked;
            " " a href=(visitor.site.to(&format!("/trip/{id}"))) { (trip.name.as_str()) }
        }
        span.meta { (t::role(Some(trip.role))) " · " (trip.owner) }
    }
}

pub(super) async fn post(SentForm(visitor, account, sent, ..): SentForm<Imposed>) -> Answer {
    let trips = &visitor.app.service.trips;
    let named = sent.all(TICKED).filter_map(TripId::parse).collect();
    let (caller, username) = (account.caller, account.user.username.as_str());
    match sent.has(LEAVE) {
        true => trips.leave(caller, username, named).await?,
        false => trips.keep(caller, username, named).await?,
    }
    Ok(see_other(&visitor.site.to("/trips")))
}
