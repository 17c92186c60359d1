//! Use cases of trips (interface: "Authorization", "Updates", "Lists and pagination").

pub(crate) mod access;
mod copy;
mod edit;
mod files;
mod imposed;
pub(crate) mod limits;
pub(crate) mod notes;
mod own_list;
pub(crate) mod places;
pub(crate) mod precondition;
mod update;
mod visitor;
pub(crate) mod watch;
mod zone_rules;

use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::trip::NewTrip;
use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::trip::settlement::explained::Explained;
use wayfare_domain::trip::summary::BudgetSummary;
use wayfare_domain::trip::timeline::TimelineDay;
use wayfare_domain::{
    Action, CountingDay, Currency, Date, People, Person, ReferenceRate, Trip, TripId, TripOverview,
    User, Username,
};
use wayfare_gazetteer::Place;
use wayfare_storage::{ListQuery, Page, PictureOwner, Repositories, TripHead, TripList};

use crate::audit::audit_new_trip;
use crate::context::Context;
use crate::{AuditAction, Caller, Client, Error, KeyClaim, Precondition, audit};
use access::{check_generation, check_role, permitted};

pub use access::{MAX_INLINE_BYTES, TripContent, TripView};
pub(crate) use edit::PhotosUpdate;
pub use files::{OpenFile, SentFile};
pub(crate) use imposed::audit_leave;
pub use own_list::{OwnTripsPage, OwnTripsRequest};
pub use update::TripUpdateRequest;

/// How many of the trips that an account is on are looked through for its last currency.
const MAX_NEWEST: u64 = 20;

/// A page of the caller's trips.
#[derive(Debug, Clone)]
pub struct TripPage {
    /// The trips, newest first.
    pub trips: Arc<[TripHead]>,
    /// The number of pages; 0 if the caller has no trips.
    pub pages: u64,
}

/// The use cases of trips. Cheap to clone.
#[derive(Clone)]
pub struct Trips {
    pub(crate) context: Arc<Context>,
}

impl Trips {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// The currency of a trip's sums.
    pub fn base_currency(&self, trip: &TripOverview) -> Currency {
        trip.base_currency(self.default_currency())
    }

    /// The summary of a trip's budgets.
    pub fn budget_summary(&self, view: &TripView) -> BudgetSummary {
        let rates = self.context.rates.known();
        view.trip
            .budget_summary(self.default_currency(), &rates, &view.people)
    }

    /// The summary of a trip's budgets, rounded so that its sums agree.
    pub fn apportioned_summary(&self, view: &TripView) -> BudgetSummary {
        let rates = self.context.rates.known();
        view.trip
            .apportioned_summary(self.default_currency(), &rates, &view.people)
    }

    /// The day that it is, in UTC.
    pub fn today(&self) -> Date {
        self.context.now().into()
    }

    /// The timeline of a trip.
    pub fn timeline(&self, trip: &Trip) -> Vec<TimelineDay> {
        trip.timeline(self.default_currency(), &self.context.rates.known())
    }

    /// The balances of a trip's members, and the payments that settle them: computed once for each
    /// version of a cached trip. This takes long for a trip of many people: run it in the work pool
    /// for documents.
    pub fn settlement(&self, view: &TripView) -> Arc<Settlement> {
        let rates = self.context.rates.known();
        let compute = || {
            view.trip
                .settlement(self.default_currency(), &rates, &view.people)
        };
        match &view.stored {
            Some(stored) => stored.settlement(&view.people, rates.last_import(), compute),
            None => Arc::new(compute()),
        }
    }

    /// Explains a trip's settlement: what each party paid and owes, line by line.
    pub fn explain<'a>(&self, view: &'a TripView, settlement: &'a Settlement) -> Explained<'a> {
        let rates = self.context.rates.known();
        view.trip.explain(settlement, &rates, &view.people)
    }

    /// The base currency of trips that name none.
    pub fn default_currency(&self) -> Currency {
        self.context.policy.default_currency
    }

    /// Whether rates were imported, by which amounts are converted without a rate of the trip.
    pub fn has_reference_rates(&self) -> bool {
        self.context.rates.known().last_day().is_some()
    }

    /// The present reference rate from one currency into another, as of the rates that were read
    /// last; `None` if there is none that counts.
    pub fn reference_rate(&self, from: Currency, to: Currency) -> Option<ReferenceRate> {
        let day = self.today();
        let on = CountingDay { day, written: day };
        self.context.rates.known().current(from, to, on)
    }

    /// The currency that the newest trip of the caller's own names, looked for among the newest
    /// 20 trips that they are on.
    ///
    /// # Errors
    /// As [`Trips::list`].
    pub async fn last_currency(&self, caller: Caller) -> Result<Option<Currency>, Error> {
        let page = Page {
            offset: 0,
            limit: MAX_NEWEST,
        };
        let list = self.find_list(caller, Some(page), false).await?;
        let mut trips = list.trips.iter();
        let Some(newest) = trips.find(|trip| trip.owner == caller.user) else {
            return Ok(None);
        };
        match self.read_as::<TripOverview>(caller, newest.id).await {
            Ok(view) => Ok(view.trip.plan.budget.currency),
            // Deleted meanwhile.
            Err(Error::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Creates a trip that the caller owns.
    ///
    /// # Errors
    /// As [`Trips::authorize_creation`], then [`Error::Invalid`], then [`Error::TooManyTrips`],
    /// [`Error::AccountFull`].
    pub async fn create(&self, caller: Caller, new: NewTrip) -> Result<TripView, Error> {
        self.create_once(caller, new, None).await
    }

    /// Creates a trip as [`Trips::create`] does, once for all requests with a key.
    ///
    /// # Errors
    /// As [`Trips::create`]; [`Error::AlreadyDone`] with the trip's id for [`Trips::read_made`],
    /// [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn create_once(
        &self,
        caller: Caller,
        new: NewTrip,
        key: Option<KeyClaim>,
    ) -> Result<TripView, Error> {
        let (context, claim) = (Arc::clone(&self.context), key.clone());
        let created = self.context.executor.write(caller.client(), move |data| {
            let owner = caller.check(data.users().lock(caller.user)?)?;
            caller.check_creation()?;
            let now = context.now();
            let id = TripId(context.ids.ordered(now));
            let trip = Trip::create(id, owner.id, new.clone(), now).map_err(Error::Invalid)?;
            context.use_key(data, caller, claim.as_ref(), || id.to_string())?;
            context.check_trip_limit(data, caller.user)?;
            let sizes = data.trips().insert(&trip)?;
            context.check_account_bytes(data, caller.user, 0)?;
            audit_new_trip(&trip);
            Ok(TripView {
                trip: Arc::new(trip),
                people: People::new(vec![creator(owner)]),
                reader: caller.user,
                sizes,
                stored: None,
                former: Vec::new(),
            })
        });
        self.context.once(caller, key.as_ref(), created).await
    }

    /// Checks that the caller may make trips, before a request's body is read.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotPermitted`] for an API key that only reads or is
    /// limited to some trips; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn authorize_creation(&self, caller: Caller) -> Result<(), Error> {
        let check = self.context.executor.read(caller.client(), move |data| {
            caller.check(data.users().find(caller.user)?)
        });
        check.await?;
        caller.check_creation()
    }

    /// Looks up the place that the name or description of a trip mentions.
    pub async fn find_place(&self, caller: Caller, trip: &Trip) -> Option<Place> {
        let places = self.context.places.as_ref()?;
        places.of_trip(caller.client(), trip).await
    }

    /// Reads a trip that an earlier request has made, by the id of [`Error::AlreadyDone`].
    ///
    /// # Errors
    /// As [`Trips::read`], with [`Error::Gone`] for [`Error::NotFound`].
    pub async fn read_made(&self, caller: Caller, id: &str) -> Result<TripView, Error> {
        let id = Uuid::try_parse(id).map_err(|_| Error::Gone)?;
        match self.read(caller, TripId(id)).await {
            Err(Error::NotFound) => Err(Error::Gone),
            read => read,
        }
    }

    /// Reads a trip.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] if the trip does not exist or the caller
    /// may not see it; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn read(&self, caller: Caller, id: TripId) -> Result<TripView, Error> {
        self.read_as(caller, id).await
    }

    /// Reads the names of those who have left a trip and are still named in its costs and lists.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn name_former(&self, client: Client, view: TripView) -> Result<TripView, Error> {
        let (trip, people) = (Arc::clone(&view.trip), view.people.clone());
        let find = move || trip.former_people(&people);
        let find = self
            .context
            .run_in_document_pool_if(view.is_large(), client, find);
        let former = find.await?;
        if former.is_empty() {
            return Ok(view);
        }
        let read = self.context.executor.read(client, move |data| {
            Ok(data.users().display_names(&former)?)
        });
        Ok(TripView {
            former: read.await?,
            ..view
        })
    }

    /// Reads a trip, or its overview, which takes no longer for a long itinerary.
    ///
    /// # Errors
    /// As [`Trips::read`].
    pub async fn read_as<T: TripContent>(
        &self,
        caller: Caller,
        id: TripId,
    ) -> Result<TripView<T>, Error> {
        self.context.find(caller, id, Action::Read).await
    }

    /// Checks that the caller may do `action` to a trip, before a request's body is read.
    ///
    /// # Errors
    /// As [`Trips::read`], then [`Error::NotPermitted`].
    pub async fn authorize(&self, caller: Caller, id: TripId, action: Action) -> Result<(), Error> {
        let found = self.context.find::<TripOverview>(caller, id, action);
        found.await.map(drop)
    }

    /// Checks that the caller may do `action` to a part of a trip, for which `exists` looks, before
    /// a request's body is read.
    ///
    /// # Errors
    /// As [`Trips::read`], then [`Error::NotFound`] if there is no such part, then
    /// [`Error::NotPermitted`].
    pub async fn authorize_part(
        &self,
        caller: Caller,
        id: TripId,
        action: Action,
        exists: impl FnOnce(&Trip) -> bool,
    ) -> Result<(), Error> {
        let view = self.read(caller, id).await?;
        if !exists(&view.trip) {
            return Err(Error::NotFound);
        }
        check_role(&view.trip, caller, action)
    }

    /// Deletes a trip.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Manage`], then [`Error::VersionMismatch`].
    pub async fn delete(
        &self,
        caller: Caller,
        id: TripId,
        precondition: Precondition,
    ) -> Result<(), Error> {
        let deleted = self.context.executor.write(caller.client(), move |data| {
            let lookup = data.trips().lock(id, caller.user)?;
            let view = permitted(lookup, caller, Action::Manage)?;
            precondition.check_trip(&view.trip)?;
            let pictures = data.pictures().find_by_owner(PictureOwner::Trip(id))?;
            data.trips().delete(id)?;
            audit(AuditAction::TripDelete, Some(caller.user), &id, Some(id));
            Ok(pictures)
        });
        let pictures = deleted.await?.into_iter().map(|picture| picture.id);
        self.context.ingest.remove(pictures).await;
        Ok(())
    }

    /// Lists the trips that the caller owns or is a member of, newest first.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::ListTooLong`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn list(&self, caller: Caller, with_people: bool) -> Result<Arc<[TripHead]>, Error> {
        Ok(self.find_list(caller, None, with_people).await?.trips)
    }

    /// Reads a page of the caller's trips, newest first, with their people. `page` counts from 0.
    ///
    /// # Errors
    /// As [`Trips::list`], then [`Error::NotFound`] past the last page; page 0 always exists.
    pub async fn page(&self, caller: Caller, page: u64, per_page: u64) -> Result<TripPage, Error> {
        let limit = per_page.max(1);
        // Databases count in signed 64 bits.
        let offset = page.saturating_mul(limit).min(u64::from(u32::MAX));
        let window = Some(Page { offset, limit });
        let TripList { trips, total, .. } = self.find_list(caller, window, true).await?;
        let pages = total.div_ceil(limit);
        if page > 0 && page >= pages {
            return Err(Error::NotFound);
        }
        Ok(TripPage { trips, pages })
    }

    async fn find_list(
        &self,
        caller: Caller,
        page: Option<Page>,
        with_people: bool,
    ) -> Result<TripList, Error> {
        let query = ListQuery {
            only: caller.key.and_then(|key| key.trips),
            page,
            with_people,
            ..ListQuery::own(caller.user)
        };
        let list = self.context.executor.list(caller.client(), query).await?;
        check_generation(list.generation, caller)?;
        Ok(list)
    }

    /// Lists the trips that a user owns or is a member of and that `reader` may see, newest first,
    /// without people, on behalf of a client. A reader with a void token counts as anonymous.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no such user; [`Error::ListTooLong`]; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn list_of(
        &self,
        client: Client,
        reader: Option<Caller>,
        username: &str,
    ) -> Result<Arc<[TripHead]>, Error> {
        let username = Username::new(username).map_err(|_| Error::NotFound)?;
        let executor = &self.context.executor;
        let reader_id = reader.map(|reader| reader.user);
        let find = executor.read(client, move |data| {
            let name = username.as_str();
            Ok(data.trips().find_listed_user(name, reader_id)?)
        });
        let found = find.await?;
        let reader = reader.filter(|reader| found.reader_generation == Some(reader.generation));
        let query = ListQuery {
            reader: reader.map(|reader| reader.user),
            only: reader.and_then(|reader| reader.key?.trips),
            ..ListQuery::own(found.user.ok_or(Error::NotFound)?)
        };
        Ok(executor.list(client, query).await?.trips)
    }

    /// The ids of the trips that the caller is on, of those that a key names: their own first, then
    /// what others have imposed on them.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn ids(&self, caller: Caller) -> Result<Vec<TripId>, Error> {
        let (client, user) = (caller.client(), caller.user);
        let ids = move |data: &mut dyn Repositories| Ok(data.trips().ids_of(user)?);
        let mut ids = self.context.executor.read(client, ids).await?;
        ids.retain(|trip| caller.key.is_none_or(|key| key.covers(*trip)));
        Ok(ids)
    }
}

/// The person who creates a trip, which counts as an edit.
pub(crate) fn creator(user: User) -> Person {
    Person {
        id: user.id,
        username: user.username,
        name: user.name,
        email: user.email,
        share_email: user.privacy.share_email,
        has_edited: true,
        imposed_by: None,
    }
}
