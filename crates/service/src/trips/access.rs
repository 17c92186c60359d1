//! Authorization of actions on a trip that was looked up.

use std::collections::HashSet;
use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::trip::MemberNames;
use wayfare_domain::{
    Action, Currency, Name, People, PictureId, Trip, TripId, TripOverview, UserId,
};
use wayfare_storage::{DocumentSizes, StoredTrip, TripLookup, TripParts, TripQuery};

use crate::context::Context;
use crate::{Caller, Client, Error};

/// Greatest size of what a request thread parses, edits or renders itself, in bytes: 64 KiB.
pub const MAX_INLINE_BYTES: usize = 64 << 10;

/// A trip as a reader sees it, or its overview.
#[derive(Debug, Clone)]
pub struct TripView<T = Trip> {
    /// The trip.
    pub trip: Arc<T>,
    /// Its people.
    pub people: People,
    /// The reader.
    pub reader: UserId,
    /// The sizes of its documents.
    pub sizes: DocumentSizes,
    /// The stored trip, which keeps its settlement; `None` if the trip was just written.
    pub stored: Option<StoredTrip>,
    /// The names of those who have left it and are still named in it, if
    /// [`Trips::name_former`](crate::trips::Trips::name_former) has read them.
    pub former: Vec<(UserId, Name)>,
}

/// Views are equal if they show the same, whatever is kept with them.
impl<T: PartialEq> PartialEq for TripView<T> {
    fn eq(&self, other: &Self) -> bool {
        fn shown<T>(view: &TripView<T>) -> (UserId, DocumentSizes, &[(UserId, Name)]) {
            (view.reader, view.sizes, &view.former)
        }
        (&self.trip, &self.people) == (&other.trip, &other.people) && shown(self) == shown(other)
    }
}

impl<T: Eq> Eq for TripView<T> {}

impl<T: AsRef<TripOverview>> TripView<T> {
    /// The overview of the trip.
    pub fn overview(&self) -> &TripOverview {
        self.trip.as_ref().as_ref()
    }

    /// Whether work on the trip is too slow for a request thread.
    pub fn is_large(&self) -> bool {
        self.sizes.total() > MAX_INLINE_BYTES
    }
}

impl TripView {
    /// The names of the member ids and of the people of the trip.
    pub fn member_names(&self) -> MemberNames<'_> {
        let names = self.trip.member_names(&self.people);
        names.with_former(&self.former)
    }

    /// The id of the item, the recorded settlement, the party, the picture or the file that an
    /// update has added.
    pub fn made_since(&self, before: &Self) -> Option<String> {
        let (old, new) = (&before.trip, &self.trip);
        let known: HashSet<&str> = old.itinerary.iter().map(|item| item.id.as_str()).collect();
        let mut items = new.itinerary.iter();
        let item = items.find(|item| !known.contains(item.id.as_str()));
        let settlements = &new.plan.settlements;
        let settlement = settlements.get(old.plan.settlements.len());
        item.map(|item| item.id.to_string())
            .or_else(|| settlement.map(|settlement| settlement.id.to_string()))
            .or_else(|| {
                let party = new.plan.parties.get(old.plan.parties.len())?;
                Some(party.member.as_str().to_owned())
            })
            .or_else(|| {
                let known: HashSet<PictureId> = old.objects().collect();
                let mut objects = new.objects();
                Some(objects.find(|id| !known.contains(id))?.to_string())
            })
    }
}

/// What can be read of a trip: all of it, or its overview.
pub trait TripContent: AsRef<TripOverview> + Send + Sync + Sized + 'static {
    /// The parts of the trip that it has.
    const PARTS: TripParts;

    /// Parses a stored trip.
    ///
    /// # Errors
    /// [`Error::Internal`] if the trip is damaged.
    fn parse(stored: &StoredTrip) -> Result<Arc<Self>, Error>;

    /// Whether showing it needs reference rates, if `base` is the currency of a trip that sets
    /// none.
    fn needs_rates(&self, base: Currency) -> bool;
}

impl TripContent for Trip {
    const PARTS: TripParts = TripParts::Whole;

    fn parse(stored: &StoredTrip) -> Result<Arc<Self>, Error> {
        Ok(stored.parse()?)
    }

    fn needs_rates(&self, base: Currency) -> bool {
        self.has_other_currencies(base)
    }
}

impl TripContent for TripOverview {
    const PARTS: TripParts = TripParts::Overview;

    fn parse(stored: &StoredTrip) -> Result<Arc<Self>, Error> {
        Ok(stored.parse_overview()?)
    }

    fn needs_rates(&self, _: Currency) -> bool {
        false
    }
}

impl<T: TripContent> TripView<T> {
    /// A stored trip with its people, as `reader` sees it.
    pub(super) fn new(stored: &StoredTrip, people: People, reader: UserId) -> Result<Self, Error> {
        let mut sizes = stored.sizes();
        if T::PARTS == TripParts::Overview {
            // The whole trip may have been cached.
            (sizes.map, sizes.itinerary) = (0, 0);
        }
        Ok(Self {
            trip: T::parse(stored)?,
            people,
            reader,
            sizes,
            stored: Some(stored.clone()),
            former: Vec::new(),
        })
    }
}

impl Context {
    /// Finds a trip, or its overview, to which the caller may do `action`. A large one that is not
    /// parsed yet is parsed in the work pool for documents.
    ///
    /// # Errors
    /// As [`permitted`]; [`Error::Busy`], [`Error::Unavailable`].
    pub(crate) async fn find<T: TripContent>(
        &self,
        caller: Caller,
        trip: TripId,
        action: Action,
    ) -> Result<TripView<T>, Error> {
        let query = TripQuery {
            trip,
            caller: Some(caller.user),
            parts: T::PARTS,
        };
        let lookup = self.executor.look_up(caller.client(), query).await?;
        check_generation(lookup.generation, caller)?;
        let view = self.view(caller.client(), lookup, caller.user).await?;
        check_role(view.overview(), caller, action)?;
        self.refresh_rates_of(&view).await?;
        Ok(view)
    }

    /// The trip of a look-up, as `reader` sees it.
    pub(super) async fn view<T: TripContent>(
        &self,
        client: Client,
        lookup: TripLookup,
        reader: UserId,
    ) -> Result<TripView<T>, Error> {
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        self.parse(client, &stored).await?;
        TripView::new(&stored, people, reader)
    }

    /// Refreshes the reference rates if a trip needs some.
    pub(super) async fn refresh_rates_of<T: TripContent>(
        &self,
        view: &TripView<T>,
    ) -> Result<(), Error> {
        if view.trip.needs_rates(self.policy.default_currency) {
            self.fresh_rates().await?;
        }
        Ok(())
    }

    /// Parses a large trip that is not parsed yet, in the work pool for documents.
    pub(super) async fn parse(&self, client: Client, trip: &StoredTrip) -> Result<(), Error> {
        if trip.is_parsed() {
            return Ok(());
        }
        let trip = trip.clone();
        let parse = move || trip.parse_overview().map(drop);
        Ok(self.documents.run(client, 1, parse).await??)
    }
}

/// Checks a caller's token generation.
pub(super) fn check_generation(generation: Option<i64>, caller: Caller) -> Result<(), Error> {
    if generation == Some(caller.generation) {
        Ok(())
    } else {
        Err(Error::TokenRefused)
    }
}

/// Checks that the caller may do `action` to a trip.
pub(crate) fn check_role(trip: &TripOverview, caller: Caller, action: Action) -> Result<(), Error> {
    let decision = trip.role_of(caller.user).may(action, trip.private);
    check_decision(decision, caller, trip.id, action)
}

/// Checks a decision on an action of the caller's account, which an API key may limit.
pub(crate) fn check_decision(
    decision: AccessDecision,
    caller: Caller,
    trip: TripId,
    action: Action,
) -> Result<(), Error> {
    let grant = caller.key.as_ref();
    match grant.map_or(decision, |key| key.limit(trip, action, decision)) {
        AccessDecision::Allowed => Ok(()),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}

/// Returns the trip of a look-up if the caller may do `action` to it. Checks the token, then
/// visibility, then permission.
pub(crate) fn permitted(
    lookup: TripLookup,
    caller: Caller,
    action: Action,
) -> Result<TripView, Error> {
    check_generation(lookup.generation, caller)?;
    let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
    let view = TripView::<Trip>::new(&stored, people, caller.user)?;
    check_role(&view.trip, caller, action)?;
    Ok(view)
}
