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
    pub(super) visitor: &'a Visitor,
    pub(super) view: &'a TripView,
    pub(super) edits: bool,
    pub(super) manages: bool,
}

impl<'a> TripPage<'a> {
    pub(super) fn new(visitor: &'a Visitor, view: &'a TripView) -> Self {
        Self {
            visitor,
            view,
            edits: may(visitor, view, Action::Edit),
            manages: may(visitor, view, Action::Manage),
        }
    }

    /// The trip.
    pub(super) fn trip(self) -> &'a Trip {
        &self.view.trip
    }

    /// The address of its page, or of one below it.
    pub(super) fn address(self, path: &str) -> String {
        address(self.visitor, self.view.trip.id, path)
    }

    /// The hidden fields of a form on it: its token, and a key that is the same for each showing of
    /// this version of the trip.
    pub(super) fn token(self) -> Markup {
        let Trip { overview, .. } = self.trip();
        let key = format!("{} {}", overview.id, overview.version);
        html! { (form::token(self.visitor)) (form::key(&self.visitor.code_of(&key))) }
    }

    /// The currency of its sums.
    pub(super) fn base(self) -> Currency {
        self.visitor.app.service.trips.base_currency(self.trip())
    }
}
