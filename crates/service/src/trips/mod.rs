//! What one can do with trips (interface: "Who may do what", "Updates", "Lists").

mod update;

use std::sync::Arc;

use wayfare_domain::access::{AccessDecision, is_visible};
use wayfare_domain::trip::summary::BudgetSummary;
use wayfare_domain::trip::timeline::TimelineDay;
use wayfare_domain::trip::{NewTrip, TripPatch};
use wayfare_domain::{
    Action, Currency, People, Person, Trip, TripId, User, UserId, Username, Violations,
};
use wayfare_gazetteer::Place;
use wayfare_storage::{Asked, ListAsked, Lookup, PictureOwner, TripHead, Window};

use crate::accounts::checked;
use crate::background::to_the_end;
use crate::context::Context;
use crate::executor::{Edited, Ending};
use crate::notes::CleanNotes;
use crate::pictures::{Kept, Wish};
use crate::places::KnownPlaces;
use crate::{Caller, Error, PictureInput, Precondition, Updated};
use update::{Update, pictures_gone, pictures_of};

/// How often an edit is made of a trip as it was read before the trip is held for it: with few at
/// it that is quicker, with many somebody always is quicker.
const ATTEMPTS_UNHELD: u32 = 2;

/// A trip as somebody sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripView {
    /// The trip.
    pub trip: Arc<Trip>,
    /// Its people.
    pub people: People,
    /// Who looks.
    pub viewer: UserId,
}

/// An edit of a trip.
#[derive(Debug, Clone, Default)]
pub struct TripUpdateRequest {
    /// What was sent. Notes are cleaned here, not by who sends them on.
    pub change: TripPatch,
    /// What was sent of the main picture, in place of [`TripPatch::main_picture`].
    pub picture: Option<PictureInput>,
    /// What is wrong with the rest of what was sent: told with all that is wrong with this, to
    /// those who may make the edit.
    pub faults: Violations,
}

impl TripUpdateRequest {
    /// An edit of all but the main picture.
    pub fn of(change: TripPatch) -> Self {
        Self {
            change,
            ..Self::default()
        }
    }
}

/// A page of the caller's trips.
#[derive(Debug, Clone)]
pub struct TripPage {
    /// The trips, newest first.
    pub trips: Vec<TripHead>,
    /// How many pages there are; 0 where there are no trips.
    pub pages: u64,
}

/// What one can do with trips. Cheap to clone.
#[derive(Clone)]
pub struct Trips {
    context: Arc<Context>,
}

impl Trips {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// The currency of a trip's sums.
    pub fn base_currency(&self, trip: &Trip) -> Currency {
        trip.base_currency(self.context.policy.default_currency)
    }

    /// The summary of a trip's budgets.
    pub fn budget_summary(&self, trip: &Trip) -> BudgetSummary {
        trip.budget_summary(
            self.context.policy.default_currency,
            &self.context.policy.reference_rates,
        )
    }

    /// The timeline of a trip.
    pub fn timeline(&self, trip: &Trip) -> Vec<TimelineDay> {
        trip.timeline(
            self.context.policy.default_currency,
            &self.context.policy.reference_rates,
        )
    }

    /// Makes a trip that the caller owns.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::Invalid`] where what was sent does not fit together;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn create(&self, caller: Caller, new: NewTrip) -> Result<TripView, Error> {
        let context = Arc::clone(&self.context);
        self.context
            .executor
            .retrying(move |store| {
                let owner = checked(store.read()?.users().find(caller.user)?, caller)?;
                let now = context.now();
                let id = TripId(context.ids.ordered(now));
                let trip = Trip::create(id, owner.id, new.clone(), now).map_err(Error::Invalid)?;
                if !store.insert_trip(&trip, caller.generation)? {
                    return Err(Error::TokenRefused.into());
                }
                let people = People::new(vec![person(owner)]);
                Ok(TripView {
                    trip: Arc::new(trip),
                    people,
                    viewer: caller.user,
                })
            })
            .await
    }

    /// Makes a trip that the caller owns, and looks up the place that its name, else its
    /// description, speaks of.
    ///
    /// # Errors
    /// As [`Trips::create`]; that no place is known is none.
    pub async fn create_as_place(
        &self,
        caller: Caller,
        new: NewTrip,
    ) -> Result<(TripView, Option<Place>), Error> {
        let view = self.create(caller, new).await?;
        let place = match &self.context.places {
            Some(places) => places.of_trip(&view.trip).await,
            None => None,
        };
        Ok((view, place))
    }

    /// A trip that the caller may see.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] where there is no such trip or the caller
    /// may not see it; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn read(&self, caller: Caller, id: TripId) -> Result<TripView, Error> {
        self.find(caller, id, Action::Read).await
    }

    /// Whether the caller may do `action` to a trip, for who wants to know before anything is read
    /// of what is sent.
    ///
    /// # Errors
    /// As [`Trips::read`], then [`Error::NotPermitted`].
    pub async fn authorize(&self, caller: Caller, id: TripId, action: Action) -> Result<(), Error> {
        self.find(caller, id, action).await.map(drop)
    }

    async fn find(&self, caller: Caller, id: TripId, action: Action) -> Result<TripView, Error> {
        let lookup = self.context.executor.look_up(Asked {
            trip: id,
            caller: caller.user,
        });
        let (trip, people) = permitted(lookup.await?, caller, action)?;
        Ok(TripView {
            trip,
            people,
            viewer: caller.user,
        })
    }

    /// Edits a trip, all of it or nothing.
    ///
    /// # Errors
    /// As [`Trips::authorize`] for [`Action::Edit`], and [`Error::NotPermitted`] where somebody
    /// other than the owner would change owner, members or privacy; then [`Error::Picture`] for a
    /// picture that is not taken, [`Error::Invalid`] with all that is wrong, and
    /// [`Error::VersionMismatch`]. That the places of new destinations are not known is none.
    pub async fn update(
        &self,
        caller: Caller,
        id: TripId,
        edit: TripUpdateRequest,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        // No work is done for those who may not edit it.
        let before = self.find(caller, id, Action::Edit).await?;
        let TripUpdateRequest {
            mut change,
            picture,
            faults,
        } = edit;
        let notes = match change.notes.take() {
            Some(notes) => Some(CleanNotes::new(notes, &self.context.cleaning).await?),
            None => None,
        };
        let places = self.known_places(&before.trip, &change).await;
        // Nor on a picture of an edit that will be refused.
        let picture = picture.filter(|_| faults.is_empty());
        let update = Update {
            caller,
            change,
            faults,
            places,
            main: None,
            photos: None,
            notes,
            precondition,
        };
        let Some(input) = picture else {
            return self.run(id, Some(before), update).await;
        };
        let trips = self.clone();
        to_the_end(async move {
            let main = Some(input.wish(&trips.context.keeper).await?);
            trips.run(id, Some(before), Update { main, ..update }).await
        })
        .await
    }

    /// The places of the destinations that an edit is about to make; those that are there already
    /// are not looked up.
    async fn known_places(&self, before: &Trip, change: &TripPatch) -> KnownPlaces {
        match &self.context.places {
            Some(places) => places.of_destinations(before.place_queries(change)).await,
            None => KnownPlaces::default(),
        }
    }

    /// Gives a trip pictures that were put into the store for it; those that are `None` stay as
    /// they are.
    pub(crate) async fn set_pictures(
        &self,
        caller: Caller,
        id: TripId,
        main: Option<Kept>,
        photos: Option<Vec<Kept>>,
        precondition: Precondition,
    ) -> Result<Updated<TripView>, Error> {
        let main = main.map(|kept| Ok(Wish::Kept(kept)));
        let (change, faults, places) = Default::default();
        self.run(
            id,
            None,
            Update {
                caller,
                change,
                faults,
                places,
                main,
                photos,
                notes: None,
                precondition,
            },
        )
        .await
    }

    /// Makes an edit of a trip, as it was found where it was, and removes the pictures from the
    /// store that it leaves unnamed.
    async fn run(
        &self,
        id: TripId,
        found: Option<TripView>,
        update: Update,
    ) -> Result<Updated<TripView>, Error> {
        let mut unnamed = update.kept();
        let updated = self.attempt(id, found, Arc::new(update)).await;
        match &updated {
            Ok(Updated::Changed { before, after }) => {
                let named = pictures_of(&after.trip);
                unnamed.retain(|picture| !named.contains(picture));
                unnamed.extend(pictures_gone(&before.trip, &after.trip));
            }
            // It may have been kept all the same; if not, the sweep finds what is left.
            Err(Error::Unavailable(_) | Error::Internal(_)) => unnamed.clear(),
            Ok(Updated::Unchanged(_)) | Err(_) => {}
        }
        self.context.keeper.remove(unnamed).await;
        updated
    }

    /// Makes an edit of the trip as it was found; where somebody was quicker, of the trip as it is
    /// found again; at last, in a unit of work that holds it.
    async fn attempt(
        &self,
        id: TripId,
        mut found: Option<TripView>,
        update: Arc<Update>,
    ) -> Result<Updated<TripView>, Error> {
        let caller = update.caller;
        for _ in 0..ATTEMPTS_UNHELD {
            let before = match found.take() {
                Some(found) => found,
                None => self.find(caller, id, Action::Edit).await?,
            };
            if let Some(updated) = self.attempt_once(before, &update).await? {
                return Ok(updated);
            }
        }
        let context = Arc::clone(&self.context);
        let held = self.context.executor.write(move |data| {
            let lookup = data.trips().lock(id, caller.user)?;
            let (trip, people) = permitted(lookup, caller, Action::Edit)?;
            update.run(&context, data, trip, people)
        });
        held.await
    }

    /// Makes an edit where the trip still is what it was found as: together with others where it is
    /// of what the trip holds.
    async fn attempt_once(
        &self,
        before: TripView,
        update: &Arc<Update>,
    ) -> Result<Option<Updated<TripView>>, Error> {
        let executor = &self.context.executor;
        if !update.is_of_content() {
            let (update, context) = (Arc::clone(update), Arc::clone(&self.context));
            return executor
                .run(move |store| Ok(update.as_read(&context, store, before)?))
                .await;
        }
        Ok(
            match executor
                .edit(update.of_content(&self.context, &before))
                .await?
            {
                Edited::Unchanged => Some(Updated::Unchanged(before)),
                Edited::Changed(trip) => Some(Updated::Changed {
                    after: TripView {
                        trip,
                        ..before.clone()
                    },
                    before,
                }),
                Edited::Overtaken => None,
            },
        )
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
        let deleted = self.context.executor.write(move |data| {
            let lookup = data.trips().lock(id, caller.user)?;
            let (trip, _) = permitted(lookup, caller, Action::Manage)?;
            precondition.check(trip.version)?;
            let pictures = data.pictures().find_by_owner(PictureOwner::Trip(id))?;
            data.trips().delete(id)?;
            Ok(Ending::Commit(pictures))
        });
        let pictures = deleted.await?;
        self.context
            .keeper
            .remove(pictures.into_iter().map(|picture| picture.id))
            .await;
        Ok(())
    }

    /// The trips that the caller owns or is a member of, newest first; with their people where they
    /// are asked for.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Busy`], [`Error::Unavailable`].
    pub async fn list(&self, caller: Caller, with_people: bool) -> Result<Vec<TripHead>, Error> {
        let (trips, _) = self.listed(caller, None, with_people).await?;
        Ok(trips)
    }

    /// A page of the trips that the caller owns or is a member of, newest first, with their people;
    /// `page` counts from 0.
    ///
    /// # Errors
    /// As [`Trips::list`], then [`Error::NotFound`] past the last page; page 0 there always is.
    pub async fn page(&self, caller: Caller, page: u64, per_page: u64) -> Result<TripPage, Error> {
        let limit = per_page.max(1);
        // Past what any database counts to, there is nothing in any case.
        let offset = page.saturating_mul(limit).min(u64::from(u32::MAX));
        let (trips, total) = self
            .listed(caller, Some(Window { offset, limit }), true)
            .await?;
        let pages = total.div_ceil(limit);
        if page > 0 && page >= pages {
            return Err(Error::NotFound);
        }
        Ok(TripPage { trips, pages })
    }

    async fn listed(
        &self,
        caller: Caller,
        window: Option<Window>,
        with_people: bool,
    ) -> Result<(Vec<TripHead>, u64), Error> {
        let asked = ListAsked {
            caller: caller.user,
            window,
            with_people,
        };
        let listing = self.context.executor.list(asked).await?;
        check_generation(listing.generation, caller)?;
        Ok((listing.trips, listing.total))
    }

    /// The trips that a user owns or is a member of and `viewer` may see, newest first, without
    /// their people. A viewer whose token is void counts as nobody.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no such user; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn list_of(
        &self,
        viewer: Option<Caller>,
        username: &str,
    ) -> Result<Vec<TripHead>, Error> {
        let username = Username::new(username).map_err(|_| Error::NotFound)?;
        self.context
            .executor
            .read(move |data| {
                let found = data
                    .trips()
                    .find_list_owner(username.as_str(), viewer.map(|viewer| viewer.user))?;
                let user = found.user.ok_or(Error::NotFound)?;
                let viewer =
                    viewer.filter(|viewer| found.viewer_generation == Some(viewer.generation));
                let viewer = viewer.map(|viewer| viewer.user);
                let mut trips = data.trips().list_of(user, viewer)?;
                trips.retain(|head| {
                    is_visible(head.private, head.owner, head.viewer_is_member, viewer)
                });
                Ok(trips)
            })
            .await
    }
}

fn check_generation(generation: Option<i64>, caller: Caller) -> Result<(), Error> {
    if generation == Some(caller.generation) {
        Ok(())
    } else {
        Err(Error::TokenRefused)
    }
}

/// The trip that was looked up, where the caller may do `action` to it: token, then visibility,
/// then permission.
pub(crate) fn permitted(
    lookup: Lookup,
    caller: Caller,
    action: Action,
) -> Result<(Arc<Trip>, People), Error> {
    check_generation(lookup.generation, caller)?;
    let (trip, people) = lookup.trip.ok_or(Error::NotFound)?;
    match trip.role_of(caller.user).may(action, trip.private) {
        AccessDecision::Allowed => Ok((trip, people)),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}

fn person(user: User) -> Person {
    Person {
        id: user.id,
        username: user.username,
        email: user.email,
        share_email: user.privacy.share_email,
    }
}
