//! A trip as a visitor of its page sees it.

use maud::{Markup, html};
use wayfare_domain::{Action, Currency, Trip};
use wayfare_service::TripView;

use super::{address, may};
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
        let key = format!("{} {}", overview.id, overview.version);
        html! { (form::token(self.visitor)) (form::key(&self.visitor.code_of(&key))) }
    }

    /// The currency of its sums.
    pub(crate) fn base(self) -> Currency {
        self.visitor.app.service.trips.base_currency(self.trip())
    }
}
