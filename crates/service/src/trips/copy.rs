//! Copies of trips (interface: "Copying a trip").

use std::collections::HashMap;
use std::sync::Arc;

use wayfare_domain::trip::TripCopy;
use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::{Action, Gallery, People, PictureId, Trip, TripId, UserId};
use wayfare_formats::Zone;
use wayfare_storage::{Picture, PictureChanges, PictureOwner, Repositories};

use super::{TripView, Trips};
use crate::audit::audit_new_trip;
use crate::context::Context;
use crate::pictures::files::content;
use crate::runtime::detached::run_detached;
use crate::runtime::random;
use crate::{Caller, Error, KeyClaim};

impl Trips {
    /// Checks that the caller may copy a trip, before a request's body is read.
    ///
    /// # Errors
    /// As [`Trips::read`], then [`Error::NotPermitted`] for an API key that only reads or is
    /// limited to some trips.
    pub async fn authorize_copy(&self, caller: Caller, id: TripId) -> Result<(), Error> {
        self.authorize(caller, id, Action::Read).await?;
        caller.check_creation()
    }

    /// Makes a new private trip of the caller from one that they may read, once for all requests
    /// with a key. Returns the new trip.
    ///
    /// Of a trip of the caller's, members come along, as many as may count for the caller.
    ///
    /// # Errors
    /// As [`Trips::authorize_copy`]; [`Error::Invalid`], [`Error::TooManyTrips`],
    /// [`Error::AccountFull`], [`Error::PictureQuota`], [`Error::TooManyUploads`];
    /// [`Error::AlreadyDone`] with the new trip's id, [`Error::KeyReused`], [`Error::KeyInUse`];
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn copy(
        &self,
        caller: Caller,
        id: TripId,
        request: TripCopy,
        key: Option<KeyClaim>,
    ) -> Result<TripId, Error> {
        let trips = self.clone();
        // It ends even if the client goes away, so that no picture is left without a trip.
        run_detached(async move {
            let copy = trips.make_copy(caller, id, request, key.clone());
            trips.context.once(caller, key.as_ref(), copy).await
        })
        .await
    }

    async fn make_copy(
        &self,
        caller: Caller,
        id: TripId,
        request: TripCopy,
        key: Option<KeyClaim>,
    ) -> Result<TripId, Error> {
        let view: TripView = self.context.find(caller, id, Action::Read).await?;
        caller.check_creation()?;
        self.context.fresh_rates().await?;
        let has_pictures = request.parts.pictures && view.trip.gallery != Gallery::default();
        let (context, before) = (Arc::clone(&self.context), view.clone());
        let build = move || context.build_copy(caller, &before, &request);
        let documents = &self.context.documents;
        let mut trip = documents.run(caller.client(), 1, build).await??;
        let mut pictures = Vec::new();
        let made = async {
            if has_pictures {
                trip.gallery = self
                    .copy_pictures(caller, &view.trip, &trip, &mut pictures)
                    .await?;
            }
            self.insert_copy(caller, Arc::new(trip), pictures.clone(), key)
                .await
        };
        let made = made.await;
        match &made {
            // It may have been committed. If not, the sweep finds the pictures.
            Ok(_) | Err(Error::Unavailable(_) | Error::Internal(_)) => {}
            Err(_) => {
                let unused = pictures.iter().map(|picture| picture.id);
                self.context.ingest.remove(unused).await;
            }
        }
        Ok(made?.id)
    }

    /// Copies the stored pictures of a trip, one after the other, for its copy. Adds their records
    /// to `copied`. A picture that is not stored is left out.
    async fn copy_pictures(
        &self,
        caller: Caller,
        trip: &Trip,
        copy: &Trip,
        copied: &mut Vec<Picture>,
    ) -> Result<Gallery, Error> {
        let owner = PictureOwner::Trip(trip.id);
        let find = move |data: &mut dyn Repositories| Ok(data.pictures().find_by_owner(owner)?);
        let records = self.context.executor.read(caller.client(), find).await?;
        let records: HashMap<PictureId, &Picture> =
            records.iter().map(|record| (record.id, record)).collect();
        let ingest = &self.context.ingest;
        let slot = ingest.uploads.take(caller.client())?;
        let mut gallery = Gallery::default();
        for id in trip.gallery.main.iter().chain(&trip.gallery.photos) {
            let Some(record) = records.get(id) else {
                continue;
            };
            let (id, source) = match &record.content {
                Some(stored) => {
                    let info = content::info(stored)?;
                    let object = content::object(record.id, record.source.as_deref(), &info);
                    (ingest.store_copy(&slot, object).await?, None)
                }
                // It is fetched when it is first used.
                None => (Some(PictureId(random::id())), record.source.clone()),
            };
            let Some(id) = id else { continue };
            copied.push(Picture {
                id,
                owner: PictureOwner::Trip(copy.id),
                source,
                content: record.content.clone(),
                created_at: copy.created_at,
            });
            if let Some(caption) = trip.gallery.captions.get(&record.id) {
                gallery.captions.insert(id, caption.clone());
            }
            if Some(record.id) == trip.gallery.main && gallery.main.is_none() {
                gallery.main = Some(id);
            } else {
                gallery.photos.push(id);
            }
        }
        Ok(gallery)
    }

    async fn insert_copy(
        &self,
        caller: Caller,
        trip: Arc<Trip>,
        added: Vec<Picture>,
        key: Option<KeyClaim>,
    ) -> Result<Arc<Trip>, Error> {
        let changes = PictureChanges {
            added,
            removed: Vec::new(),
        };
        let context = Arc::clone(&self.context);
        let save = move |data: &mut dyn Repositories| {
            data.users().lock_all(trip.members.clone())?;
            caller.check(data.users().find(caller.user)?)?;
            caller.check_creation()?;
            let mut trip = Arc::clone(&trip);
            let comes = context.members_with_room(data, &trip)?;
            if trip.members.len() > comes.len() {
                let trip = Arc::make_mut(&mut trip);
                trip.members.retain(|member| comes.contains(member));
                trip.viewers.retain(|member| comes.contains(member));
            }
            context.use_key(data, caller, key.as_ref(), || trip.id.to_string())?;
            context.check_trip_limit(data, caller.user)?;
            context.check_picture_quota(data, caller.user, &changes)?;
            data.trips().insert(&trip)?;
            context.check_account_bytes(data, caller.user, 0)?;
            data.pictures().insert(&changes.added)?;
            audit_new_trip(&trip);
            Ok(trip)
        };
        self.context.executor.write(caller.client(), save).await
    }
}

impl Context {
    /// The copy of a trip, without its pictures.
    fn build_copy(
        &self,
        caller: Caller,
        view: &TripView,
        request: &TripCopy,
    ) -> Result<Trip, Error> {
        let now = self.now();
        let rates = self.rates.known();
        let mut edit = EditContext {
            by: caller.user,
            now,
            find_user: &|reference| view.people.resolve(reference),
            mint: &mut random::id,
            default_currency: self.policy.default_currency,
            rates: &rates,
            has_same_mentions: false,
            places: &|_| None,
            wall_clock: &Zone::same_hour,
        };
        let id = TripId(self.ids.ordered(now));
        let copy = view.trip.copy(id, request, &view.people, &mut edit);
        copy.map_err(Error::Invalid)
    }

    /// The owner of a new trip, and those of its other members whose accounts there are, as many as
    /// may count for the owner.
    fn members_with_room(
        &self,
        data: &mut dyn Repositories,
        trip: &Trip,
    ) -> Result<Vec<UserId>, Error> {
        let others = trip.members.iter().filter(|user| **user != trip.owner);
        let others: Vec<String> = others.map(ToString::to_string).collect();
        let present = match others.is_empty() {
            true => People::default(),
            false => People::new(data.users().find_people(&others)?),
        };
        let left = self.memberships_left(data, trip.owner)?;
        let comes = present.iter().map(|person| person.id);
        let comes = comes.take(usize::try_from(left).unwrap_or(usize::MAX));
        Ok([trip.owner].into_iter().chain(comes).collect())
    }
}
