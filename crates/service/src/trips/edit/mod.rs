//! An edit of a trip: a patch with all inputs that are needed to apply it to any version.

mod accounts;
mod pictures;

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::trip::patch::{EditContext, WallClock};
use wayfare_domain::trip::place::{PLACE_RULES, PlaceAnswer, PlaceQuery};
use wayfare_domain::trip::{ItineraryPatch, PatchError, TripPatch};
use wayfare_domain::{Action, Instant, Notes, Path, People, PicturePatch, Trip, Violations};
use wayfare_formats::Zone;
use wayfare_storage::{PictureChanges, Repositories, TripWrite};

use super::access::TripView;
use crate::context::Context;
use crate::pictures::files::PictureUpdate;
use crate::runtime::random;
use crate::trips::access::MAX_INLINE_BYTES;
use crate::trips::notes::CleanNotes;
use crate::trips::places::Answers;
use crate::{Caller, Error, KeyClaim, Precondition, Updated};
use pictures::{NewPictures, main_picture_path};

pub(crate) use pictures::PhotosUpdate;
pub(super) use pictures::{pictures_gone, pictures_of};

/// List elements from which on an edit is applied off the request thread.
const MAX_INLINE_ELEMENTS: usize = 200;

/// Makes a patch for a trip as it is; `None` if there is nothing to change.
pub(super) type MakePatch =
    dyn Fn(&TripView) -> Result<Option<TripPatch>, Violations> + Send + Sync;

/// A patch ready to be applied to any version of the trip: notes cleaned, places looked up,
/// pictures stored.
#[derive(Clone)]
pub(super) struct TripEdit {
    pub(super) caller: Caller,
    /// Without notes and pictures.
    pub(super) patch: TripPatch,
    /// The idempotency key of the request.
    pub(super) key: Option<KeyClaim>,
    /// Violations found before.
    pub(super) violations: Violations,
    /// What is known of the places of the trip after it.
    pub(super) places: Answers,
    pub(super) notes: Option<CleanNotes>,
    pub(super) main_picture: Option<PictureUpdate>,
    pub(super) photos: Option<PhotosUpdate>,
    pub(super) precondition: Precondition,
    /// `None` for a patch that the caller sent.
    pub(super) remake: Option<Remake>,
    /// The version of the trip whose texts mention the same places as those of the patch.
    pub(super) same_mentions_as: Option<i64>,
}

/// What is known of places, and the clocks of zones.
type Known<'a> = (&'a dyn Fn(&PlaceQuery) -> PlaceAnswer, &'a WallClock);

/// How a patch that was computed from a trip is computed again.
#[derive(Clone)]
pub(super) struct Remake {
    /// The version of the trip that it was computed from.
    pub(super) computed_from: i64,
    pub(super) make: Arc<MakePatch>,
}

impl TripEdit {
    pub(super) fn new(caller: Caller, patch: TripPatch, precondition: Precondition) -> Self {
        Self {
            caller,
            patch,
            key: None,
            violations: Violations::new(),
            places: Answers::default(),
            notes: None,
            main_picture: None,
            photos: None,
            precondition,
            remake: None,
            same_mentions_as: None,
        }
    }

    /// Whether it changes neither members, roles nor pictures, and accepts nothing, so that the
    /// trip's row is all it needs.
    pub(super) fn is_content_only(&self, before: &People) -> bool {
        let user = self.caller.user;
        before.accountable(user) == user
            && !self.may_need_room()
            && self.patch.members.is_none()
            && self.patch.roles.is_none()
            && !matches!(self.patch.picture, Some(PicturePatch::Remove(_)))
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
        let (edit, view, own) = (Arc::clone(self), before.clone(), Arc::clone(context));
        let apply = move || {
            let after = edit.apply(&own, &view, &People::default(), &NewPictures::default())?;
            let unchanged = PictureChanges::default();
            let mut people = view.people.clone();
            people.record_edit(edit.caller.user, false);
            let write = |after| edit.write(&view, after, people, unchanged);
            after.map(write).transpose()
        };
        let is_large = self.is_large(before);
        context
            .run_in_document_pool_if(is_large, self.caller.client(), apply)
            .await?
    }

    /// Whether applying it is too slow for a request thread. Making a patch may read long texts.
    pub(super) fn is_large(&self, before: &TripView) -> bool {
        if self.remake.is_some() {
            return true;
        }
        // Places that are looked up are written to all items.
        let keeps_places = self.same_mentions_as == Some(before.trip.version);
        let keeps_rest = self.notes.is_none() && self.patch.is_of_overview();
        let (bytes, copied) = if keeps_places && keeps_rest {
            (before.sizes.plan, 0)
        } else {
            (before.sizes.total(), elements_of(&before.trip))
        };
        bytes > MAX_INLINE_BYTES || self.elements() + copied > MAX_INLINE_ELEMENTS
    }

    /// Applies any edit and saves it, within a unit of work. Returns `None` if the trip, or the
    /// caller's token generation, is not as in `before`.
    pub(super) fn save_within(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: TripView,
    ) -> Result<Option<Updated<TripView>>, Error> {
        let named = &self.lock_accounts(data, &before)?;
        let mut pictures = self.find_new_pictures(data, &before.trip, context.now())?;
        let violations = self.check_account_limits(context, data, &before, named)?;
        pictures.violations.append(violations);
        let Some(after) = self.apply(context, &before, named, &pictures)? else {
            return Ok(Some(Updated::Unchanged(before)));
        };
        let changes = PictureChanges {
            added: pictures.records,
            removed: pictures_gone(&before.trip, &after),
        };
        let people = self.people_after(context, data, &before, &after, named)?;
        let account = people.accountable(after.owner);
        context.check_picture_quota(data, account, &changes)?;
        let (write, after) = self.write(&before, after, people, changes)?;
        if let Some(more) = context.counted_growth(before.sizes, after.sizes) {
            context.check_account_bytes(data, account, more)?;
        }
        if !data.trips().save(&write)? {
            if let Some(key) = &self.key {
                key.check_unused(data, self.caller, context.now())?;
            }
            return Ok(None);
        }
        Ok(Some(Updated::Changed { before, after }))
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
        let applied = self.apply_checked(context, before, named, pictures);
        let role = before.trip.role_of(self.caller.user);
        let may_edit = role.may(Action::Edit, before.trip.private) == AccessDecision::Allowed;
        match applied {
            Err(Error::Invalid(_) | Error::Picture { .. }) if !may_edit => Err(Error::NotPermitted),
            applied => applied,
        }
    }

    fn apply_checked(
        &self,
        context: &Context,
        before: &TripView,
        named: &People,
        pictures: &NewPictures,
    ) -> Result<Option<Trip>, Error> {
        let mut violations = self.violations.clone();
        let mut patch = match &self.remake {
            Some(remake) if remake.computed_from != before.trip.version => {
                match (remake.make)(before).map_err(Error::Invalid)? {
                    Some(patch) => patch,
                    None => return Ok(None),
                }
            }
            _ => self.patch.clone(),
        };
        patch.has_same_mentions = self.same_mentions_as == Some(before.trip.version);
        patch.notes = self.notes(&before.trip, &mut violations);
        violations.append(pictures.violations.clone());
        patch.main_picture = pictures.main;
        patch.photos.clone_from(&pictures.photos);
        let places = |query: &PlaceQuery| self.places.get(query).cloned();
        let known: Known<'_> = (&places, &Zone::same_hour);
        let after = match self.apply_patch(context, before, patch, named, known) {
            Err(PatchError::Invalid(found)) => {
                violations.append(found);
                None
            }
            Err(PatchError::PartyInUse) => {
                self.precondition.check_trip(&before.trip)?;
                return Err(Error::PartyInUse);
            }
            applied => applied?,
        };
        if let Some(PictureUpdate::Refused(fault)) = self.main_picture {
            let path = main_picture_path();
            return Err(Error::Picture { path, fault });
        }
        violations.or(())?;
        self.precondition.check_trip(&before.trip)?;
        Ok(after)
    }

    fn apply_patch(
        &self,
        context: &Context,
        before: &TripView,
        patch: TripPatch,
        named: &People,
        (places, wall_clock): Known<'_>,
    ) -> Result<Option<Trip>, PatchError> {
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
            places,
            wall_clock,
        };
        before.trip.apply(patch, &mut edit_context)
    }

    /// The trip after the edit without its look-ups, if those of its places differ from before.
    fn preview(&self, context: &Context, before: &TripView) -> Option<Trip> {
        // Who is on the trip moves no place, and new people are not read yet.
        let patch = TripPatch {
            owner: None,
            members: None,
            roles: None,
            ..self.patch.clone()
        };
        let people = People::default();
        // The zones that hours are in are not known yet, and an invalid patch is refused later.
        let known: Known<'_> = (&|_| None, &|_, _, _, _| Some(Instant::EPOCH));
        let applied = self.apply_patch(context, before, patch, &people, known);
        let mut after = applied.ok().flatten()?;
        after.plan.place_rules = before.trip.plan.place_rules;
        after.needs_places(&before.trip, false).then_some(after)
    }

    /// Looks up the places of the trip after the edit.
    pub(super) async fn find_places(
        mut self,
        context: &Arc<Context>,
        before: &TripView,
    ) -> Result<Self, Error> {
        let (is_large, client) = (self.is_large(before), self.caller.client());
        if context.places.is_none() {
            return Ok(self);
        }
        let is_known = before.trip.plan.place_rules == PLACE_RULES;
        if is_known && !self.patch.may_move_places() {
            let trip = &before.trip;
            if context.has_same_mentions(client, trip, &self.patch).await {
                self.same_mentions_as = Some(trip.version);
                return Ok(self);
            }
        }
        let (own, before) = (Arc::clone(context), before.clone());
        let preview = move || (self.preview(&own, &before), self);
        let previewed = context
            .run_in_document_pool_if(is_large, client, preview)
            .await?;
        let (Some(after), edit) = previewed else {
            return Ok(previewed.1);
        };
        Ok(Self {
            places: context.look_up_places(client, &after, None).await,
            ..edit
        })
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
        people: People,
        pictures: PictureChanges,
    ) -> Result<(TripWrite, TripView), Error> {
        let Caller {
            user, generation, ..
        } = self.caller;
        let trip = Arc::new(after);
        let (old, new) = (Arc::clone(&before.trip), Arc::clone(&trip));
        let write = TripWrite::new(old, before.sizes, new, user, generation, pictures)?
            .with_people(&before.people, &people);
        let after = TripView {
            trip,
            people,
            reader: before.reader,
            sizes: write.sizes(),
            stored: None,
            former: Vec::new(),
        };
        let key = self.key.as_ref().map(|key| {
            let made = after.made_since(before).unwrap_or_default();
            key.used(self.caller, made, after.trip.updated_at)
        });
        Ok((write.with_key(key), after))
    }

    /// The people of the trip after the edit.
    fn people_after(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: &TripView,
        after: &Trip,
        named: &People,
    ) -> Result<People, Error> {
        let (user, former) = (self.caller.user, before.trip.owner);
        let members = after.members.iter();
        let people = members.filter_map(|id| before.people.get(*id).or_else(|| named.get(*id)));
        let mut people = People::new(people.cloned().collect());
        people.record_edit(user, context.accepts(data, user, before)?);
        people.impose(user, &before.people, former, after.owner);
        Ok(people)
    }

    /// The number of list elements of the patch.
    fn elements(&self) -> usize {
        let TripPatch {
            destinations,
            expenditures,
            itinerary,
            locations,
            lists,
            import,
            ..
        } = &self.patch;
        destinations.as_ref().map_or(0, Vec::len)
            + expenditures.as_ref().map_or(0, Vec::len)
            + locations.as_ref().map_or(0, Vec::len)
            + lists
                .iter()
                .flatten()
                .map(|list| list.entries.len())
                .sum::<usize>()
            + import.as_ref().map_or(0, |it| elements_of(&it.trip))
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
    let entries = trip.plan.lists.iter().map(|list| list.entries.len());
    let entries = entries.sum::<usize>();
    trip.map.locations.len() + trip.plan.expenditures.len() + entries + shares.sum::<usize>()
}

fn shares_of<T>(shares: Option<&Vec<T>>) -> usize {
    shares.map_or(0, Vec::len)
}
