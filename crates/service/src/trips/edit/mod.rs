//! An edit of a trip: edits with all inputs that are needed to apply them to any version.

mod accounts;
mod pictures;

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::trip::edit::{EditContext, Needs, WallClock};
use wayfare_domain::trip::place::{PLACE_RULES, PlaceAnswer, PlaceQuery};
use wayfare_domain::trip::{Edit, PatchError};
use wayfare_domain::{Action, Instant, Notes, Path, People, Reason, Trip, UserId, Violations};
use wayfare_formats::Zone;
use wayfare_storage::{PictureChanges, Repositories, TripWrite};

use super::access::TripView;
use super::limits::NO_ROOM;
use super::notes::{clean, clean_in_pool};
use crate::audit::audit_edit;
use crate::context::Context;
use crate::pictures::files::{PictureInput, PictureUpdate};
use crate::runtime::random;
use crate::trips::access::MAX_INLINE_BYTES;
use crate::trips::places::Answers;
use crate::{Caller, Error, KeyClaim, Precondition, Updated};
use pictures::{NewPictures, main_picture_path};

pub(crate) use pictures::PhotosUpdate;
pub(super) use pictures::{pictures_gone, pictures_of};

/// List elements from which on an edit is applied off the request thread.
const MAX_INLINE_ELEMENTS: usize = 200;

/// Makes edits of a trip as it is; none if there is nothing to change.
pub(super) type MakeEdits = dyn Fn(&TripView) -> Result<Vec<Edit>, Violations> + Send + Sync;

/// Edits ready to be applied to any version of the trip: notes cleaned, places looked up, pictures
/// stored.
#[derive(Clone)]
pub(super) struct PreparedEdit {
    pub(super) caller: Caller,
    pub(super) edits: Vec<Edit>,
    /// Makes the edits anew for another version; `None` for those that the caller sent.
    pub(super) make: Option<Arc<MakeEdits>>,
    /// The idempotency key of the request.
    pub(super) key: Option<KeyClaim>,
    /// Violations found before.
    pub(super) violations: Violations,
    pub(super) precondition: Precondition,
    /// A main picture that is not stored yet.
    pub(super) picture: Option<PictureInput>,
    pub(super) main_picture: Option<PictureUpdate>,
    pub(super) photos: Option<PhotosUpdate>,
    /// The version of the trip that the rest was gathered for.
    pub(super) gathered_for: i64,
    /// Notes that were sent, and what cleaning made of them.
    pub(super) notes: Option<(Notes, Result<Notes, Reason>)>,
    /// What is known of the places of the trip after it.
    pub(super) places: Answers,
    /// Whether name and description mention the same places as those of the trip.
    pub(super) has_same_mentions: bool,
}

impl PreparedEdit {
    pub(super) fn new(caller: Caller, edits: Vec<Edit>, precondition: Precondition) -> Self {
        Self {
            caller,
            edits,
            make: None,
            key: None,
            violations: Violations::new(),
            precondition,
            picture: None,
            main_picture: None,
            photos: None,
            gathered_for: 0,
            notes: None,
            places: Answers::default(),
            has_same_mentions: false,
        }
    }

    /// Gathers what the edits need, for the trip as it was read.
    pub(super) async fn gather(
        mut self,
        context: &Arc<Context>,
        before: &TripView,
    ) -> Result<Self, Error> {
        let client = self.caller.client();
        self.gathered_for = before.trip.version;
        if let Some(make) = self.make.clone() {
            let view = before.clone();
            let made = context.documents.run(client, 1, move || make(&view));
            self.edits = made.await?.map_err(Error::Invalid)?;
        }
        for edit in &self.edits {
            if let Edit::Notes(sent) = edit {
                let clean = clean_in_pool(client, sent.clone(), &context.cleaning);
                self.notes = Some((sent.clone(), clean.await?));
            }
        }
        let needs = Needs::of(&self.edits);
        if needs.rates {
            context.fresh_rates().await?;
        }
        if context.places.is_none() {
            return Ok(self);
        }
        let is_large = self.is_large(before);
        if before.trip.plan.place_rules == PLACE_RULES && !needs.places {
            let mentions = context.has_same_mentions(client, &before.trip, &self.edits);
            self.has_same_mentions = mentions.await;
            if self.has_same_mentions {
                return Ok(self);
            }
        }
        let (own, before) = (Arc::clone(context), before.clone());
        let preview = move || (self.preview(&own, &before), self);
        let previewed = context.run_in_document_pool_if(is_large, client, preview);
        let (after, mut edit) = previewed.await?;
        if let Some(after) = after {
            let is_act = !edit.edits.iter().any(|it| matches!(it, Edit::Import(_)));
            let places = context.look_up_places(client, &after, None, is_act);
            edit.places = places.await;
        }
        Ok(edit)
    }

    /// Whether items that are there keep their hours; the times of imported ones are instants.
    pub(super) fn keeps_hours(&self) -> bool {
        let has = |is: fn(&Edit) -> bool| self.edits.iter().any(is);
        has(|edit| matches!(edit, Edit::LocalTimes(_)))
            && !has(|edit| matches!(edit, Edit::Import(_)))
    }

    /// Whether it may add to the pictures of an account.
    fn may_need_room(&self) -> bool {
        self.main_picture.is_some()
            || self.photos.is_some()
            || self.owner().is_some()
            || self.sent_files().next().is_some()
    }

    /// Applies the edit to a trip as it was read, and saves it. Returns `None` if the trip has
    /// changed since. Content alone is a write of the trip's row, which shares a transaction with
    /// concurrent ones; the rest is a unit of work.
    pub(super) async fn attempt(
        self: &Arc<Self>,
        context: &Arc<Context>,
        before: TripView,
    ) -> Result<Option<Updated<TripView>>, Error> {
        let (executor, client) = (&context.executor, self.caller.client());
        let (edit, own, view) = (Arc::clone(self), Arc::clone(context), before.clone());
        let has_pictures = self.may_need_room();
        let is_imposed = before.people.is_imposed_on(self.caller.user);
        if Needs::of(&self.edits).rows || has_pictures || is_imposed {
            let save = move |data: &mut dyn Repositories| edit.write_in(&own, data, view.clone());
            return executor.write(client, save).await;
        }
        let apply = move || {
            let after = edit.apply(&own, &view, &People::default(), &NewPictures::default())?;
            let unchanged = PictureChanges::default();
            let mut people = view.people.clone();
            people.record_edit(edit.caller.user, false);
            let write = |after| edit.write(&view, after, people, unchanged);
            after.map(write).transpose()
        };
        let applied = context.run_in_document_pool_if(self.is_large(&before), client, apply);
        let Some((write, after)) = applied.await?? else {
            return Ok(Some(Updated::Unchanged(before)));
        };
        if let Some(more) = context.counted_growth(before.sizes, after.sizes) {
            let account = after.people.accountable(after.trip.owner);
            let context = Arc::clone(context);
            let check =
                move |data: &mut dyn Repositories| context.check_account_bytes(data, account, more);
            executor.read(client, check).await?;
        }
        let (own, edited) = (Arc::clone(&before.trip), Arc::clone(&after.trip));
        let user = self.caller.user;
        let then = move || audit_edit(user, &own, &edited);
        if executor.save(client, write, then).await? {
            return Ok(Some(Updated::Changed { before, after }));
        }
        let key = self.key.as_ref();
        context.check_unused(self.caller, key).await?;
        Ok(None)
    }

    /// Whether applying it is too slow for a request thread. Making edits may read long texts.
    fn is_large(&self, before: &TripView) -> bool {
        if self.make.is_some() {
            return true;
        }
        let needs = Needs::of(&self.edits);
        // Places that are looked up are written to all items.
        let keeps_places = self.has_same_mentions && self.gathered_for == before.trip.version;
        let (bytes, copied) = if keeps_places && !needs.whole {
            (before.sizes.plan, 0)
        } else {
            (before.sizes.total(), before.trip.elements())
        };
        bytes > MAX_INLINE_BYTES || needs.elements + copied > MAX_INLINE_ELEMENTS
    }

    /// Applies any edit and saves it, within a unit of work. Returns `None` if the trip, or the
    /// caller's token generation, is not as in `before`.
    pub(super) fn write_in(
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
        // Who has no room for what was handed over to them neither fills it for its maker, also not
        // by others, nor keeps its maker from making it smaller.
        let is_for_another = account != after.owner && self.caller.user == after.owner;
        let may_edit = after.role_of(account).may(Action::Edit, after.private);
        let is_new = |member: &UserId| !before.trip.members.contains(member);
        let takes_over = may_edit != AccessDecision::Allowed || after.members.iter().any(is_new);
        if is_for_another && takes_over {
            let members = Path::root().field("members");
            return Err(Error::Invalid(Violations::at(members, NO_ROOM)));
        }
        if is_for_another && !changes.added.is_empty() {
            let limit = context.policy.pictures_per_account;
            return Err(Error::PictureQuota { limit });
        }
        context.check_picture_quota(data, account, &changes)?;
        let (write, after) = self.write(&before, after, people, changes)?;
        if let Some(more) = context.counted_growth(before.sizes, after.sizes) {
            if is_for_another {
                return Err(context.account_full());
            }
            context.check_account_bytes(data, account, more)?;
        }
        if !data.trips().save(&write)? {
            if let Some(key) = &self.key {
                key.check_unused(data, self.caller, context.now())?;
            }
            return Ok(None);
        }
        audit_edit(self.caller.user, &before.trip, &after.trip);
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
        let role = before.trip.role_of(self.caller.user);
        let may_edit = role.may(Action::Edit, before.trip.private) == AccessDecision::Allowed;
        let refused = |error| if may_edit { error } else { Error::NotPermitted };
        let is_current = self.gathered_for == before.trip.version;
        let mut edits = match &self.make {
            Some(make) if !is_current => {
                make(before).map_err(|found| refused(Error::Invalid(found)))?
            }
            _ => self.edits.clone(),
        };
        if edits.is_empty() && self.make.is_some() {
            return Ok(None);
        }
        edits.extend(pictures.main.map(Edit::MainPicture));
        edits.extend(pictures.photos.clone().map(Edit::Photos));
        let mut violations = self.violations.clone();
        self.clean_notes(&mut edits, &before.trip.map.notes, &mut violations);
        violations.append(pictures.violations.clone());
        let places = |query: &PlaceQuery| self.places.get(query).cloned();
        let clock: &WallClock = &Zone::same_hour;
        let after = match self.edited(context, before, edits, named, &places, clock) {
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
            return Err(refused(Error::Picture { path, fault }));
        }
        violations
            .or(())
            .map_err(|found| refused(Error::Invalid(found)))?;
        self.precondition.check_trip(&before.trip)?;
        Ok(after)
    }

    /// Cleans notes that were sent. Those that are stored, sent back, stay.
    fn clean_notes(&self, edits: &mut Vec<Edit>, stored: &Notes, violations: &mut Violations) {
        edits.retain_mut(|edit| {
            let Edit::Notes(sent) = edit else {
                return true;
            };
            let cleaned = match &self.notes {
                _ if sent == stored => return false,
                Some((known, cleaned)) if known == sent => cleaned.clone(),
                _ => clean(sent),
            };
            let cleaned = violations.take(&Path::root().field("notes"), cleaned);
            cleaned.map(|cleaned| *sent = cleaned).is_some()
        });
    }

    fn edited(
        &self,
        context: &Context,
        before: &TripView,
        edits: Vec<Edit>,
        named: &People,
        places: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
        wall_clock: &WallClock,
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
            has_same_mentions: self.has_same_mentions && self.gathered_for == before.trip.version,
            places,
            wall_clock,
        };
        before.trip.apply(edits, &mut edit_context)
    }

    /// The trip after the edit without its look-ups, if those of its places differ from before.
    fn preview(&self, context: &Context, before: &TripView) -> Option<Trip> {
        // Who is on the trip moves no place, and new people are not read yet.
        let edits = self.edits.iter();
        let edits = edits.filter(|edit| !matches!(edit, Edit::People(_)));
        let people = People::default();
        // The zones that hours are in are not known yet, and an invalid edit is refused later.
        let edits = edits.cloned().collect();
        let clock: &WallClock = &|_, _, _, _| Some(Instant::EPOCH);
        let applied = self.edited(context, before, edits, &people, &|_| None, clock);
        let mut after = applied.ok().flatten()?;
        after.plan.place_rules = before.trip.plan.place_rules;
        after.needs_places(&before.trip, false).then_some(after)
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
}
