//! One attempt at an edit of a trip: of what the trip holds together with other edits, of anything
//! alone, or within a unit of work that holds the trip.

use std::collections::HashSet;
use std::sync::Arc;

use wayfare_domain::trip::patch::EditContext;
use wayfare_domain::trip::{PatchError, TripPatch};
use wayfare_domain::{Instant, Path, People, PictureId, Reason, Trip, Username, Violations};
use wayfare_storage::{
    Change, Picture, PictureChange, PictureOwner, Repositories, Store, TripUpdate,
};

use super::TripView;
use crate::context::Context;
use crate::executor::{Edit, Ending, Stop, is_kept};
use crate::notes::CleanNotes;
use crate::pictures::{Kept, Replacement, Wish};
use crate::places::KnownPlaces;
use crate::{Caller, Error, Precondition, Updated, random};

/// An edit by somebody who may edit the trip's content.
pub(super) struct Update {
    pub(super) caller: Caller,
    /// What was sent but for notes and pictures.
    pub(super) change: TripPatch,
    /// What is wrong with the rest of it.
    pub(super) faults: Violations,
    /// The places of the new destinations.
    pub(super) places: KnownPlaces,
    /// What becomes of the main picture.
    pub(super) main: Option<Result<Wish, Reason>>,
    /// The photos, in place of all there were.
    pub(super) photos: Option<Vec<Kept>>,
    pub(super) notes: Option<CleanNotes>,
    pub(super) precondition: Precondition,
}

/// What an edit makes of a trip.
struct Made {
    after: Arc<Trip>,
    people: People,
    pictures: PictureChange,
}

/// What becomes of the pictures of a trip by an edit.
#[derive(Default)]
struct NewPictures {
    main: Option<Option<PictureId>>,
    photos: Option<Vec<PictureId>>,
    /// Those that are not kept yet.
    new: Vec<Picture>,
    /// What is wrong with what was sent.
    violations: Violations,
}

impl Update {
    /// Whether it concerns nothing but what the trip itself holds: neither who is on it nor its
    /// pictures.
    pub(super) fn is_of_content(&self) -> bool {
        let Self {
            change,
            main,
            photos,
            ..
        } = self;
        main.is_none() && photos.is_none() && change.owner.is_none() && change.members.is_none()
    }

    /// The edit of what a trip holds, by one that [is of content](Self::is_of_content).
    pub(super) fn of_content(self: &Arc<Self>, context: &Arc<Context>, view: &TripView) -> Edit {
        let (update, context, view) = (Arc::clone(self), Arc::clone(context), view.clone());
        Box::new(move || {
            let TripView {
                trip: before,
                people,
                ..
            } = view;
            let after = update.apply(
                &context,
                &before,
                &people,
                &People::default(),
                &NewPictures::default(),
            )?;
            Ok(after.map(|after| update.change(before, Arc::new(after))))
        })
    }

    /// Makes any edit of a trip as it was read; nothing where it is not (any more) what it was, or
    /// who edits it is of another token generation by now.
    pub(super) fn as_read(
        &self,
        context: &Context,
        store: &dyn Store,
        before: TripView,
    ) -> Result<Option<Updated<TripView>>, Stop> {
        let made = self.make(
            context,
            store.read()?.as_mut(),
            &before.trip,
            &before.people,
        )?;
        let Some(Made {
            after,
            people,
            pictures,
        }) = made
        else {
            return Ok(Some(Updated::Unchanged(before)));
        };
        let change = self.change(Arc::clone(&before.trip), Arc::clone(&after));
        let is_kept = is_kept(store.update_trip(&TripUpdate { change, pictures }))?;
        Ok(is_kept.then(|| Updated::Changed {
            before,
            after: self.view(after, people),
        }))
    }

    /// Makes the edit of `before`, with its people, which the unit of work holds.
    pub(super) fn run(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: Arc<Trip>,
        people: People,
    ) -> Result<Ending<Updated<TripView>>, Stop> {
        let made = self.make(context, data, &before, &people)?;
        let before = self.view(before, people);
        let Some(Made {
            after,
            people,
            pictures,
        }) = made
        else {
            return Ok(Ending::Rollback(Updated::Unchanged(before)));
        };
        data.trips().update(&before.trip, &after)?;
        data.pictures().change(&pictures)?;
        Ok(Ending::Commit(Updated::Changed {
            before,
            after: self.view(after, people),
        }))
    }

    /// What the edit makes of a trip and its people; nothing where it changes nothing.
    fn make(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: &Trip,
        people: &People,
    ) -> Result<Option<Made>, Stop> {
        let newcomers = self.newcomers(data, people)?;
        let pictures = self.new_pictures(data, before, context.now())?;
        let Some(after) = self.apply(context, before, people, &newcomers, &pictures)? else {
            return Ok(None);
        };
        let people = people_of(&after, people, &newcomers);
        let pictures = PictureChange {
            added: pictures.new,
            removed: pictures_gone(before, &after),
        };
        Ok(Some(Made {
            after: Arc::new(after),
            people,
            pictures,
        }))
    }

    /// What the edit makes of a trip; none where it changes nothing. In this order: whether the
    /// caller may, what is wrong with what was sent, the precondition.
    fn apply(
        &self,
        context: &Context,
        before: &Trip,
        people: &People,
        newcomers: &People,
        pictures: &NewPictures,
    ) -> Result<Option<Trip>, Error> {
        let mut violations = self.faults.clone();
        let mut change = self.change.clone();
        change.notes = self.notes_over(before, &mut violations);
        violations.append(pictures.violations.clone());
        change.main_picture = pictures.main;
        change.photos.clone_from(&pictures.photos);
        let mut with = EditContext {
            by: self.caller.user,
            now: context.now(),
            find_user: &|reference| {
                people
                    .resolve(reference)
                    .or_else(|| newcomers.resolve(reference))
            },
            mint: &mut random::id,
            default_currency: context.policy.default_currency,
            places: &|query| self.places.get(query).cloned(),
        };
        let after = match before.apply(change, &mut with) {
            Err(PatchError::Invalid(found)) => {
                violations.append(found);
                None
            }
            decided => decided?,
        };
        if let Some(Ok(Wish::Unfit(fault))) = self.main {
            return Err(Error::Picture { path: img(), fault });
        }
        violations.or(())?;
        self.precondition.check(before.version)?;
        Ok(after)
    }

    fn new_pictures(
        &self,
        data: &mut dyn Repositories,
        before: &Trip,
        now: Instant,
    ) -> Result<NewPictures, Stop> {
        let is_compared =
            matches!(&self.main, Some(Ok(wish)) if wish.is_compared()) || self.photos.is_some();
        let known = match is_compared {
            true => data
                .pictures()
                .find_by_owner(PictureOwner::Trip(before.id))?,
            false => Vec::new(),
        };
        let mut pictures = NewPictures::default();
        if let Some(replacement) = self.replacement(&known, before, now, &mut pictures.violations) {
            pictures.main = Some(replacement.picture);
            pictures.new.extend(replacement.new);
        }
        pictures.photos = self.settle_photos(&known, before, now, &mut pictures.new);
        Ok(pictures)
    }

    /// The users that the edit names and that are not among the trip's people, by one query at
    /// most.
    fn newcomers(&self, data: &mut dyn Repositories, people: &People) -> Result<People, Stop> {
        let named = self
            .change
            .owner
            .iter()
            .chain(self.change.members.iter().flatten());
        // What is neither a username nor an id (which has a username's form) is nobody's.
        let unknown: HashSet<String> = named
            .filter(|reference| {
                people.resolve(reference).is_none() && Username::new(reference).is_ok()
            })
            .map(|reference| Username::key_of(reference))
            .collect();
        if unknown.is_empty() {
            return Ok(People::default());
        }
        let references: Vec<String> = unknown.into_iter().collect();
        Ok(People::new(data.users().find_people(&references)?))
    }

    fn notes_over(
        &self,
        before: &Trip,
        violations: &mut Violations,
    ) -> Option<wayfare_domain::Notes> {
        let notes = self.notes.as_ref()?;
        violations.take(&Path::root().field("notes"), notes.over(&before.map.notes))
    }

    fn replacement(
        &self,
        known: &[Picture],
        before: &Trip,
        now: Instant,
        violations: &mut Violations,
    ) -> Option<Replacement> {
        let settled = match &self.main {
            Some(Ok(wish)) => wish.settle(
                known,
                PictureOwner::Trip(before.id),
                before.gallery.main,
                now,
            ),
            Some(Err(reason)) => Err(reason.clone()),
            None => Ok(None),
        };
        violations.take(&img(), settled).flatten()
    }

    /// The photos from now on; those of them that are not the trip's yet are added to `new`. One
    /// that shows the same as a present one is that.
    fn settle_photos(
        &self,
        known: &[Picture],
        before: &Trip,
        now: Instant,
        new: &mut Vec<Picture>,
    ) -> Option<Vec<PictureId>> {
        let photos = self.photos.as_ref()?;
        let owner = PictureOwner::Trip(before.id);
        let present = before.gallery.photos.iter();
        let mut present: Vec<&Picture> = present
            .filter_map(|id| known.iter().find(|picture| picture.id == *id))
            .collect();
        let settled = photos.iter().map(|kept| {
            match present.iter().position(|known| kept.is_same_as(known)) {
                Some(place) => present.remove(place).id,
                None => {
                    new.push(kept.picture(owner, now));
                    kept.id
                }
            }
        });
        Some(settled.collect())
    }

    /// What was put into the picture store for this edit.
    pub(super) fn kept(&self) -> Vec<PictureId> {
        let main = match &self.main {
            Some(Ok(Wish::Kept(kept))) => Some(kept.id),
            _ => None,
        };
        main.into_iter()
            .chain(self.photos.iter().flatten().map(|kept| kept.id))
            .collect()
    }

    fn change(&self, before: Arc<Trip>, after: Arc<Trip>) -> Change {
        let Caller {
            user: by,
            generation,
        } = self.caller;
        Change {
            before,
            after,
            by,
            generation,
        }
    }

    fn view(&self, trip: Arc<Trip>, people: People) -> TripView {
        TripView {
            trip,
            people,
            viewer: self.caller.user,
        }
    }
}

/// Where the interface takes a trip's main picture.
fn img() -> Path {
    Path::root().field("img")
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

/// The pictures that the trip showed and shows no more.
pub(super) fn pictures_gone(before: &Trip, after: &Trip) -> Vec<PictureId> {
    pictures_of(before)
        .difference(&pictures_of(after))
        .copied()
        .collect()
}

/// The people of a trip after an edit, from those it had and those who were looked up for it.
fn people_of(trip: &Trip, before: &People, newcomers: &People) -> People {
    People::new(
        trip.members
            .iter()
            .filter_map(|id| before.get(*id).or_else(|| newcomers.get(*id)))
            .cloned()
            .collect(),
    )
}
