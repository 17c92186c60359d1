//! One attempt at an edit of a trip, within a unit of work that holds the trip.

use std::collections::HashSet;

use wayfare_domain::trip::change::Circumstances;
use wayfare_domain::trip::{Refusal, TripChange};
use wayfare_domain::{Outcome, Path, People, PictureId, Trip, UserId, Username, Violations};
use wayfare_storage::{PictureOwner, Repositories};

use super::TripView;
use crate::context::Context;
use crate::executor::{Ending, Stop};
use crate::notes::CleanNotes;
use crate::pictures::{Replacement, Wish};
use crate::{Caller, Error, Guard, PictureInput, Updated, random};

/// An edit by somebody who may edit the trip's content.
pub(super) struct Update {
    pub(super) caller: Caller,
    /// What was sent but for the notes.
    pub(super) change: TripChange,
    pub(super) picture: Option<PictureInput>,
    pub(super) notes: Option<CleanNotes>,
    pub(super) guard: Guard,
}

impl Update {
    /// Makes the edit of `before`, with its people. In this order: whether the caller may, what is wrong with what was sent, the guard.
    pub(super) fn run(
        &self,
        context: &Context,
        data: &mut dyn Repositories,
        before: Trip,
        people: People,
    ) -> Result<Ending<Updated<TripView>>, Stop> {
        let newcomers = self.newcomers(data, &people)?;
        let mut violations = Violations::new();
        let mut change = self.change.clone();
        change.notes = self.notes_over(&before, &mut violations);
        let replacement = self.replacement(data, &before, context, &mut violations)?;
        if let Some(replacement) = &replacement {
            change.main_picture = Some(replacement.picture);
        }
        let mut after = before.clone();
        let outcome = self.apply(context, &mut after, change, &|reference| {
            people.resolve(reference).or_else(|| newcomers.resolve(reference))
        });
        let outcome = match outcome {
            Err(Refusal::Invalid(found)) => {
                violations.append(found);
                Outcome::Unchanged
            }
            decided => decided.map_err(Error::from)?,
        };
        violations.or(()).map_err(Error::from)?;
        self.guard.check(before.version)?;
        if outcome == Outcome::Unchanged {
            return Ok(Ending::Rollback(Updated::Unchanged(self.view(before, people))));
        }
        if let Some(new) = replacement.and_then(|replacement| replacement.new) {
            data.pictures().insert(&new)?;
        }
        data.trips().update(&before, &after)?;
        let gone = pictures_gone(&before, &after);
        if !gone.is_empty() {
            data.pictures().delete(&gone)?;
        }
        let people_after = people_of(&after, &people, &newcomers);
        Ok(Ending::Commit(Updated::Changed {
            before: self.view(before, people),
            after: self.view(after, people_after),
        }))
    }

    fn apply(
        &self,
        context: &Context,
        trip: &mut Trip,
        change: TripChange,
        find_user: &dyn Fn(&str) -> Option<UserId>,
    ) -> Result<Outcome, Refusal> {
        let mut with = Circumstances {
            by: self.caller.user,
            now: context.now(),
            find_user,
            mint: &mut random::id,
            default_currency: context.policy.default_currency,
        };
        trip.apply(change, &mut with)
    }

    /// The users that the edit names and that are not among the trip's people, by one query at most.
    fn newcomers(&self, data: &mut dyn Repositories, people: &People) -> Result<People, Stop> {
        let named = self.change.owner.iter().chain(self.change.members.iter().flatten());
        // What is neither a username nor an id (which has a username's form) is nobody's.
        let unknown: HashSet<String> = named
            .filter(|reference| people.resolve(reference).is_none() && Username::new(reference).is_ok())
            .map(|reference| Username::key_of(reference))
            .collect();
        if unknown.is_empty() {
            return Ok(People::default());
        }
        let references: Vec<String> = unknown.into_iter().collect();
        Ok(People::new(data.users().find_people(&references)?))
    }

    fn notes_over(&self, before: &Trip, violations: &mut Violations) -> Option<wayfare_domain::Notes> {
        let notes = self.notes.as_ref()?;
        violations.take(&Path::root().field("notes"), notes.over(&before.map.notes))
    }

    fn replacement(
        &self,
        data: &mut dyn Repositories,
        before: &Trip,
        context: &Context,
        violations: &mut Violations,
    ) -> Result<Option<Replacement>, Stop> {
        let wish = self.picture.as_ref().map(PictureInput::wish);
        let wish: Option<Wish> = wish.and_then(|wish| violations.take(&Path::root().field("img"), wish));
        match wish {
            Some(wish) => wish.settle(data, PictureOwner::Trip(before.id), before.gallery.main, context.now()),
            None => Ok(None),
        }
    }

    fn view(&self, trip: Trip, people: People) -> TripView {
        TripView { trip, people, viewer: self.caller.user }
    }
}

/// The pictures that the trip showed and shows no more.
fn pictures_gone(before: &Trip, after: &Trip) -> Vec<PictureId> {
    let shown: HashSet<&PictureId> = after.gallery.main.iter().chain(&after.gallery.photos).collect();
    let former: HashSet<&PictureId> = before.gallery.main.iter().chain(&before.gallery.photos).collect();
    former.difference(&shown).map(|id| **id).collect()
}

/// The people of a trip after an edit, from those it had and those who were looked up for it.
fn people_of(trip: &Trip, before: &People, newcomers: &People) -> People {
    People::new(trip.members.iter().filter_map(|id| before.get(*id).or_else(|| newcomers.get(*id))).cloned().collect())
}
