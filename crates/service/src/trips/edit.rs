//! An edit of a trip: a patch with all inputs that are needed to apply it to any version.

use std::collections::HashSet;
use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::trip::patch::EditContext;
use wayfare_domain::trip::{ItineraryPatch, PatchError, TripPatch};
use wayfare_domain::{
    Action, Instant, Notes, Path, People, PictureId, Reason, Trip, TripId, Username, Violations,
};
use wayfare_storage::{Picture, PictureChanges, PictureOwner, Repositories, TripLookup, TripWrite};

use super::access::TripView;
use crate::context::Context;
use crate::executor::{Abort, Ending};
use crate::notes::CleanNotes;
use crate::picture_files::{PictureUpdate, StoredPicture};
use crate::places::PlaceMatches;
use crate::{Caller, Error, Precondition, Updated, random};

/// List elements from which on an edit is applied off the request thread.
const MAX_INLINE_ELEMENTS: usize = 200;

/// A patch by a caller who may submit it, with the results of its asynchronous
/// preparation.
#[derive(Clone)]
pub(super) struct TripEdit {
    pub(super) caller: Caller,
    /// Without notes and pictures.
    pub(super) patch: TripPatch,
    /// Violations found before.
    pub(super) violations: Violations,
    /// The places of added destinations.
    pub(super) places: PlaceMatches,
    pub(super) notes: Option<CleanNotes>,
    pub(super) main_picture: Option<PictureUpdate>,
    pub(super) photos: Option<PhotosUpdate>,
    pub(super) precondition: Precondition,
}

/// A change of a trip's photos.
#[derive(Clone)]
pub(super) enum PhotosUpdate {
    /// Replaces all of them.
    Replace(Vec<StoredPicture>),
    /// Adds these after the present ones.
    Add(Vec<StoredPicture>),
    /// Removes one.
    Remove(PictureId),
}

impl PhotosUpdate {
    /// The pictures that were stored for it.
    fn stored(&self) -> &[StoredPicture] {
        match self {
            Self::Replace(photos) | Self::Add(photos) => photos,
            Self::Remove(_) => &[],
        }
    }
}

/// The pictures of a trip after an edit.
#[derive(Default)]
struct NewPictures {
    main: Option<Option<PictureId>>,
    photos: Option<Vec<PictureId>>,
    /// The records of those that are new.
    records: Vec<Picture>,
    violations: Violations,
}

impl TripEdit {
    pub(super) fn new(caller: Caller, patch: TripPatch, precondition: Precondition) -> Self {
        Self {
            caller,
            patch,
            violations: Violations::new(),
            places: PlaceMatches::default(),
            notes: None,
            main_picture: None,
            photos: None,
            precondition,
        }
    }

    /// Whether it changes neither members, roles nor pictures, so that the trip's row is all it
    /// needs.
    pub(super) fn is_content_only(&self) -> bool {
        !self.may_need_room() && self.patch.members.is_none() && self.patch.roles.is_none()
    }

    /// Whether it may add to the pictures of an account.
    pub(super) fn may_need_room(&self) -> bool {
        self.main_picture.is_some() || self.photos.is_some() || self.patch.owner.is_some()
    }

    /// Applies a content-only edit. Returns the write and the resulting view, or `None` if nothing
    /// changes. Large edits run in the work pool for documents.
    pub(super) async fn apply_to_content(
        self: &Arc<Self>,
        context: &Arc<Context>,
        before: &TripView,
    ) -> Result<Option<(TripWrite, TripView)>, Error> {
        let (edit, view) = (Arc::clone(self), before.clone());
        let documents = Arc::clone(context);
        let context = Arc::clone(context);
        let apply = move || {
            let none = People::default();
            let after = edit.apply(&context, &view, &none, &NewPictures::default())?;
            let Some(after) = after else { return Ok(None) };
            let people = view.people.clone();
            Ok(Some(edit.write(
                &view,
                after,
                people,
                PictureChanges::default(),
            )?))
        };
        if self.is_large(before) {
            let tenant = self.caller.tenant();
            documents.documents.run(tenant, 1, apply).await?
        } else {
            apply()
        }
    }

    /// Whether applying it to a trip is too slow for a request thread.
    pub(super) fn is_large(&self, before: &TripView) -> bool {
        before.is_large() || self.elements() + elements_of(&before.trip) > MAX_INLINE_ELEMENTS
    }

    /// Applies any edit to a locked trip and saves it in the same unit of work.
    pub(super) fn save_locked(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: TripView,
        named: &People,
    ) -> Result<Ending<Updated<TripView>>, Abort> {
        let mut pictures = self.find_new_pictures(data, &before.trip, context.now())?;
        let violations = self.check_account_limits(context, data, &before, named)?;
        pictures.violations.append(violations);
        let Some(after) = self.apply(context, &before, named, &pictures)? else {
            return Ok(Ending::Rollback(Updated::Unchanged(before)));
        };
        let changes = PictureChanges {
            added: pictures.records,
            removed: pictures_gone(&before.trip, &after),
        };
        context.check_picture_quota(data, after.owner, &changes)?;
        let people = people_of(&after, &before.people, named);
        let (write, after) = self.write(&before, after, people, changes)?;
        // The row is locked, so the token generation is what differs.
        if !data.trips().save(&write)? {
            return Err(Error::TokenRefused.into());
        }
        Ok(Ending::Commit(Updated::Changed { before, after }))
    }

    /// Applies the edit. Returns `None` if nothing changes. Checks, in this order: permission,
    /// input, precondition. Who may not edit the trip learns nothing about the input.
    fn apply(
        &self,
        context: &Context,
        before: &TripView,
        named: &People,
        pictures: &NewPictures,
    ) -> Result<Option<Trip>, Error> {
        let applied = self.apply_submitted(context, before, named, pictures);
        let role = before.trip.role_of(self.caller.user);
        let may_edit = role.may(Action::Edit, before.trip.private) == AccessDecision::Allowed;
        match applied {
            Err(Error::Invalid(_) | Error::Picture { .. }) if !may_edit => Err(Error::NotPermitted),
            applied => applied,
        }
    }

    fn apply_submitted(
        &self,
        context: &Context,
        before: &TripView,
        named: &People,
        pictures: &NewPictures,
    ) -> Result<Option<Trip>, Error> {
        let mut violations = self.violations.clone();
        let mut patch = self.patch.clone();
        patch.notes = self.notes(&before.trip, &mut violations);
        violations.append(pictures.violations.clone());
        patch.main_picture = pictures.main;
        patch.photos.clone_from(&pictures.photos);
        let find_user = |reference: &str| {
            let present = before.people.resolve(reference);
            present.or_else(|| named.resolve(reference))
        };
        let rates = context.rates.known();
        let mut edit_context = EditContext {
            by: self.caller.user,
            now: context.now(),
            find_user: &find_user,
            mint: &mut random::id,
            default_currency: context.policy.default_currency,
            rates: &rates,
            places: &|query| self.places.get(query).cloned(),
        };
        let after = match before.trip.apply(patch, &mut edit_context) {
            Err(PatchError::Invalid(found)) => {
                violations.append(found);
                None
            }
            applied => applied?,
        };
        if let Some(PictureUpdate::Refused(fault)) = self.main_picture {
            let path = main_picture_path();
            return Err(Error::Picture { path, fault });
        }
        violations.or(())?;
        self.precondition.check(before.trip.version)?;
        Ok(after)
    }

    fn notes(&self, before: &Trip, violations: &mut Violations) -> Option<Notes> {
        let notes = self.notes.as_ref()?.over(&before.map.notes);
        violations.take(&Path::root().field("notes"), notes)
    }

    /// Returns the write of an edit, and the trip with its people after it.
    fn write(
        &self,
        before: &TripView,
        after: Trip,
        mut people: People,
        pictures: PictureChanges,
    ) -> Result<(TripWrite, TripView), Error> {
        let Caller { user, generation } = self.caller;
        let trip = Arc::new(after);
        let (old, new) = (Arc::clone(&before.trip), Arc::clone(&trip));
        let write = TripWrite::new(old, before.sizes, new, user, generation, pictures)?
            .first_edit(people.record_edit(user));
        let after = TripView {
            trip,
            people,
            viewer: before.viewer,
            sizes: write.sizes(),
        };
        Ok((write, after))
    }

    /// Locks and reads the trip, and the users whom the edit names. Also locks the accounts whose
    /// trips or pictures the edit adds to, so that concurrent requests are counted.
    pub(super) fn lock(
        &self,
        data: &mut dyn Repositories,
        trip: TripId,
    ) -> Result<(TripLookup, People), Abort> {
        let caller = self.caller.user;
        if !self.may_need_room() && self.patch.members.is_none() {
            return Ok((data.trips().lock(trip, caller)?, People::default()));
        }
        let row = data.trips().lock_row(trip)?;
        let references = self.patch.owner.iter();
        let references = references.chain(self.patch.members.iter().flatten());
        // Ids have the form of a username, too.
        let references: HashSet<String> = references
            .filter(|name| Username::new(name).is_ok())
            .map(|name| Username::key_of(name))
            .collect();
        let references: Vec<String> = references.into_iter().collect();
        let named = People::new(data.users().find_people(&references)?);
        if let Some((owner, members)) = row {
            let new_owner = self.patch.owner.as_deref();
            let new_owner = new_owner.and_then(|owner| named.resolve(owner));
            let users = named.iter().map(|person| person.id);
            let growing = users.filter(|user| !members.contains(user) || new_owner == Some(*user));
            data.users()
                .lock_all(growing.chain([owner, caller]).collect())?;
        }
        Ok((data.trips().find(trip, caller)?, named))
    }

    /// Checks how many trips the new owner and new members have already. The former owner becomes
    /// a member.
    fn check_account_limits(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: &TripView,
        named: &People,
    ) -> Result<Violations, Abort> {
        let (owned, joined) = (
            context.policy.trips_per_account,
            context.policy.memberships_per_account,
        );
        let mut violations = Violations::new();
        let mut new_owner = None;
        if let Some(reference) = &self.patch.owner {
            let user = before.people.resolve(reference);
            let user = user.or_else(|| named.resolve(reference));
            new_owner = user.filter(|user| *user != before.trip.owner);
        }
        if let Some(user) = new_owner {
            let path = Path::root().field("owner");
            if owned > 0 && data.trips().owns_at_least(user, owned)? {
                let reason = format!("already owns {owned} trips, as many as an account may");
                violations.add(path.clone(), Reason::new(reason));
            }
            let quota = context.picture_quota();
            if !quota.has_room_for_trip(data, user, before.trip.id)? {
                let reason = Reason::new("has no room for the pictures of the trip");
                violations.add(path.clone(), reason);
            }
            let former = before.trip.owner;
            if joined > 0 && data.trips().is_member_of_at_least(former, joined)? {
                let reason =
                    format!("would make the present owner a member of more than {joined} trips");
                violations.add(path, Reason::new(reason));
            }
        }
        if joined == 0 {
            return Ok(violations);
        }
        let mut seen = HashSet::new();
        for (place, reference) in self.patch.members.iter().flatten().enumerate() {
            let joins = named.resolve(reference).filter(|user| {
                before.people.get(*user).is_none() && new_owner != Some(*user) && seen.insert(*user)
            });
            let Some(user) = joins else { continue };
            if data.trips().is_member_of_at_least(user, joined)? {
                let reason =
                    format!("is already a member of {joined} trips, as many as an account may");
                violations.add(
                    Path::root().field("members").index(place),
                    Reason::new(reason),
                );
            }
        }
        Ok(violations)
    }

    fn find_new_pictures(
        &self,
        data: &mut dyn Repositories,
        before: &Trip,
        now: Instant,
    ) -> Result<NewPictures, Abort> {
        let owner = PictureOwner::Trip(before.id);
        let update = self.main_picture.as_ref();
        let needs_records =
            update.is_some_and(PictureUpdate::needs_records) || self.photos.is_some();
        let records = if needs_records {
            data.pictures().find_by_owner(owner)?
        } else {
            Vec::new()
        };
        let mut pictures = NewPictures::default();
        if let Some(update) = update {
            let resolved = update.resolve(&records, owner, before.gallery.main, now);
            let replacement = pictures
                .violations
                .take(&main_picture_path(), resolved)
                .flatten();
            if let Some(replacement) = replacement {
                pictures.main = Some(replacement.picture);
                pictures.records.extend(replacement.new);
            }
        }
        if let Some(update) = &self.photos {
            self.update_photos(update, &records, before, now, &mut pictures);
        }
        Ok(pictures)
    }

    /// Applies a change of the photos. A photo with the content of a present one is that photo.
    fn update_photos(
        &self,
        update: &PhotosUpdate,
        records: &[Picture],
        before: &Trip,
        now: Instant,
        pictures: &mut NewPictures,
    ) {
        let owner = PictureOwner::Trip(before.id);
        let present = &before.gallery.photos;
        let mut photos: Vec<PictureId> = match update {
            PhotosUpdate::Replace(_) => Vec::new(),
            PhotosUpdate::Add(_) => present.clone(),
            PhotosUpdate::Remove(removed) => {
                present.iter().copied().filter(|id| id != removed).collect()
            }
        };
        let mut same: Vec<&Picture> = present
            .iter()
            .filter_map(|id| records.iter().find(|record| record.id == *id))
            .collect();
        for photo in update.stored() {
            let place = same.iter().position(|record| photo.has_content_of(record));
            let known = place.map(|place| same.remove(place).id);
            let id = known.unwrap_or_else(|| {
                pictures.records.push(photo.record(owner, now));
                photo.id
            });
            if known.is_none() || !photos.contains(&id) {
                photos.push(id);
            }
        }
        if photos.len() > Trip::MAX_PHOTOS {
            let reason = format!("must have at most {} photos", Trip::MAX_PHOTOS);
            let path = Path::root().field("photos");
            pictures.violations.add(path, Reason::new(reason));
        }
        pictures.photos = Some(photos);
    }

    /// The pictures that were stored for this edit.
    pub(super) fn stored_pictures(&self) -> Vec<PictureId> {
        let main = self.main_picture.as_ref().and_then(PictureUpdate::stored);
        let photos = self.photos.iter().flat_map(PhotosUpdate::stored);
        let photos = photos.map(|photo| photo.id);
        main.into_iter().chain(photos).collect()
    }

    /// The number of list elements of the patch.
    fn elements(&self) -> usize {
        let TripPatch {
            destinations,
            expenditures,
            itinerary,
            locations,
            ..
        } = &self.patch;
        destinations.as_ref().map_or(0, Vec::len)
            + expenditures.as_ref().map_or(0, Vec::len)
            + locations.as_ref().map_or(0, Vec::len)
            + match itinerary {
                Some(ItineraryPatch::Replace(items)) => items
                    .iter()
                    .map(|item| 1 + shares_of(item.budget.shares.as_ref()))
                    .sum::<usize>(),
                // One item, with a bounded number of shares.
                Some(_) => 1,
                None => 0,
            }
    }
}

/// The number of list elements that an edit of the trip copies.
fn elements_of(trip: &Trip) -> usize {
    let shares = trip
        .itinerary
        .iter()
        .map(|item| 1 + item.budget.shares.len());
    trip.map.locations.len() + trip.plan.expenditures.len() + shares.sum::<usize>()
}

fn shares_of<T>(shares: Option<&Vec<T>>) -> usize {
    shares.map_or(0, Vec::len)
}

fn main_picture_path() -> Path {
    Path::root().field("main_picture")
}

/// The pictures that a trip shows.
pub(super) fn pictures_of(trip: &Trip) -> HashSet<PictureId> {
    trip.gallery
        .main
        .iter()
        .chain(&trip.gallery.photos)
        .copied()
        .collect()
}

/// The pictures that only `before` shows.
pub(super) fn pictures_gone(before: &Trip, after: &Trip) -> Vec<PictureId> {
    pictures_of(before)
        .difference(&pictures_of(after))
        .copied()
        .collect()
}

/// The people of a trip after an edit.
fn people_of(trip: &Trip, before: &People, named: &People) -> People {
    let members = trip.members.iter();
    let people = members.filter_map(|id| before.get(*id).or_else(|| named.get(*id)));
    People::new(people.cloned().collect())
}
