//! A trip as a visitor of its pages sees it.

use maud::{Markup, html};
use wayfare_api_core::Problem;
use wayfare_domain::access::AccessDecision;
use wayfare_domain::{Action, Currency, Trip, TripId};
use wayfare_service::{Error, Purpose, TripView};

use super::views::View;
use crate::form;
use crate::session::Visitor;

/// A trip with its visitor, and what they may do to it.
#[derive(Clone, Copy)]
pub(crate) struct TripPage<'a> {
    pub(crate) visitor: &'a Visitor,
    pub(crate) view: &'a TripView,
    pub(crate) edits: bool,
    pub(crate) manages: bool,
}

impl<'a> TripPage<'a> {
    pub(crate) fn new(visitor: &'a Visitor, view: &'a TripView) -> Self {
        Self {
            visitor,
            view,
            edits: may(visitor, view, Action::Edit),
            manages: may(visitor, view, Action::Manage),
        }
    }

    /// The trip.
    pub(crate) fn trip(self) -> &'a Trip {
        &self.view.trip
    }

    /// The address of one of its pages, as [`address`].
    pub(crate) fn address(self, path: &str) -> String {
        address(self.visitor, self.view.trip.id, path)
    }

    /// The hidden fields of a form on it: its token, and a key that is the same for each showing of
    /// this version of the trip.
    pub(crate) fn token(self) -> Markup {
        let Trip { overview, .. } = self.trip();
        let [id, version] = [overview.id.to_string(), overview.version.to_string()];
        let key = self
            .visitor
            .code(Purpose::FormKey, &["trip", &id, &version]);
        html! { (form::token(self.visitor)) (form::key(&key)) }
    }

    /// The currency of its sums.
    pub(crate) fn base(self) -> Currency {
        self.visitor.app.service.trips.base_currency(self.trip())
    }
}

/// Reads a trip for its visitor.
pub(crate) async fn read(visitor: &Visitor, id: TripId) -> Result<TripView, Problem> {
    let trips = &visitor.app.service.trips;
    let view = match visitor.caller() {
        Some(caller) => trips.read(caller, id).await?,
        None => trips.read_public(visitor.client, id).await?,
    };
    Ok(trips.name_former(visitor.client, view).await?)
}

/// Reads a trip for a page with a form.
///
/// # Errors
/// 401 if the visitor may read the trip but not do this to it; as [`read`].
pub(crate) async fn read_for(
    visitor: &Visitor,
    id: TripId,
    action: Action,
) -> Result<TripView, Problem> {
    let view = read(visitor, id).await?;
    if may(visitor, &view, action) {
        Ok(view)
    } else {
        Err(Error::NotPermitted.into())
    }
}

/// Whether a visitor may do something to a trip.
pub(crate) fn may(visitor: &Visitor, view: &TripView, action: Action) -> bool {
    visitor.caller().is_some_and(|caller| {
        let role = view.trip.role_of(caller.user);
        role.may(action, view.trip.private) == AccessDecision::Allowed
    })
}

/// The address of a page of a trip. A path that begins with a query or a fragment is of the view
/// that has the element which the fragment names.
pub(crate) fn address(visitor: &Visitor, id: TripId, path: &str) -> String {
    let fragment = path.split_once('#').map_or("", |(_, fragment)| fragment);
    let view = match path.starts_with(['?', '#']) {
        true => View::with(fragment).path(),
        false => "",
    };
    visitor.site.to(&format!("/trip/{id}{view}{path}"))
}
