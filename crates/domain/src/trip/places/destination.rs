//! Destinations, and the resolution of the entries of a list.

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::place::{Coordinates, PlaceAnswer, PlaceQuery, Point, Precision, ZoneName};
use crate::text::or_fallback;
use crate::trip::Trip;
use crate::trip::edit::context::EditContext;
use crate::user::set;
use crate::{Path, ShortText, Violations};

/// A place that a trip goes to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Destination {
    /// Its id, unique in the trip; empty only in the empty destination.
    pub id: ShortText,
    /// Its name.
    pub name: ShortText,
    /// Where it is, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// What it is like.
    pub description: ShortText,
    /// Its coordinates, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// How exactly they are known, as [`precision`](Self::precision) tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// The time zone of the place at its coordinates. No answer shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<ZoneName>,
    /// Whether a person or a file has set the coordinates, which then stay under another name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_pinned: bool,
    /// Whether a gazetteer filled in what was left out, which stays if it is left out again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_filled: bool,
    /// Whether a gazetteer filled in its location, and its description if
    /// [`is_filled`](Self::is_filled): they follow the place and say nothing about where it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_found_location: bool,
}

/// Where a place is, as a client says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The point.
    pub coordinates: Coordinates,
    /// How exactly it is known; exact if nothing else is known of it.
    pub precision: Option<Precision>,
    /// Its time zone; left out, that of the nearest settlement.
    pub time_zone: Option<ZoneName>,
}

/// A destination in a request: fields that were left out are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DestinationDraft {
    /// Its id; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// Its name.
    pub name: Option<ShortText>,
    /// Where it is.
    pub location: Option<ShortText>,
    /// What it is like.
    pub description: Option<ShortText>,
    /// The coordinates that a person picked; `Some(None)` has it looked up again.
    pub pin: Option<Option<Point>>,
    /// Where it is, unless that is known: what a client has read says nothing when it is sent back.
    pub position: Option<Position>,
}

/// An entry of the list of destinations in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DestinationEntry {
    /// The id or the name of a destination of the trip, else the name of a new one.
    Named(ShortText),
    /// A destination in full or in part.
    Given(DestinationDraft),
}

impl Destination {
    /// What it is called: its name, else where it is.
    pub fn title(&self) -> &str {
        or_fallback(&self.name, &self.location)
    }

    /// How exactly its place is known; `None` if it is not known.
    pub fn precision(&self) -> Option<Precision> {
        let precision = self.precision.unwrap_or(Precision::assumed(self.is_pinned));
        self.coordinates.map(|_| precision)
    }

    /// Whether it has an id at most.
    pub(in crate::trip) fn is_blank(&self) -> bool {
        let texts = [&self.name, &self.location, &self.description];
        texts.iter().all(|text| text.is_empty()) && self.coordinates.is_none()
    }

    /// Sets the coordinates that a person picked.
    pub(in crate::trip) fn pin(&mut self, at: Point) {
        if !self.is_pinned || self.coordinates != Some(at.coordinates) {
            self.coordinates = Some(at.coordinates);
            self.time_zone = None;
            self.is_pinned = true;
        }
        self.precision = Some(at.precision);
    }

    /// Takes over what a look-up found of another state of this place.
    pub(in crate::trip) fn take_found(&mut self, other: &Self) {
        if !self.is_pinned {
            self.coordinates = other.coordinates;
            self.precision = other.precision;
            self.time_zone.clone_from(&other.time_zone);
        }
        if self.has_found_location {
            self.location.clone_from(&other.location);
            if self.is_filled {
                self.description.clone_from(&other.description);
            }
        }
    }

    /// Whether it has a location that a gazetteer finds again by another name.
    pub(in crate::trip) fn follows_name(&self) -> bool {
        self.has_found_location && !self.is_pinned
    }

    /// Whether it is known to be there, that exactly, and in that zone.
    fn is_at(&self, position: &Position) -> bool {
        let zone = position.time_zone.as_ref();
        self.coordinates == Some(position.coordinates)
            && position
                .precision
                .is_none_or(|precision| self.precision() == Some(precision))
            && zone.is_none_or(|zone| self.time_zone.as_ref() == Some(zone))
    }

    /// Removes the coordinates that a person picked.
    pub(in crate::trip) fn unpin(&mut self) {
        if self.is_pinned {
            (self.coordinates, self.precision, self.time_zone) = (None, None, None);
            self.is_pinned = false;
        }
    }
}

impl DestinationDraft {
    /// The id that was sent; an empty one counts as left out.
    pub(crate) fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }

    /// Adds a later draft of the same destination, whose values replace the earlier ones.
    pub(in crate::trip) fn merge(&mut self, later: Self) {
        let Self {
            id: _,
            name,
            location,
            description,
            pin,
            position,
        } = later;
        self.name = name.or(self.name.take());
        self.location = location.or(self.location.take());
        self.description = description.or(self.description.take());
        self.pin = pin.or(self.pin);
        self.position = position.or(self.position.take());
    }

    /// Whether this is the destination: it has the id and the values of the draft.
    pub(in crate::trip) fn is_of(&self, destination: Option<&Destination>) -> bool {
        destination.is_some_and(|destination| {
            self.sent_id().is_none_or(|id| *id == destination.id) && self.agrees_with(destination)
        })
    }

    /// Whether this is the destination, and says nothing new about where it is.
    pub(in crate::trip) fn changes_nothing_of(&self, destination: Option<&Destination>) -> bool {
        self.is_of(destination) && !self.without_known_position(destination).has_point()
    }

    /// The draft without a position that is known of `current`.
    pub(in crate::trip) fn without_known_position(&self, current: Option<&Destination>) -> Self {
        let position = self.position.clone();
        let is_known = |position: &Position| current.is_some_and(|current| current.is_at(position));
        Self {
            position: position.filter(|position| !is_known(position)),
            ..self.clone()
        }
    }

    /// The draft without what a gazetteer filled in of `current`, if it has another name: that says
    /// nothing about where the other place is.
    pub(in crate::trip) fn without_found_texts(mut self, current: Option<&Destination>) -> Self {
        let is_followed = |current: &&Destination| {
            current.follows_name() && !agrees(self.name.as_ref(), &current.name)
        };
        if let Some(current) = current.filter(is_followed) {
            self.location = self.location.filter(|sent| *sent != current.location);
            let is_found = |sent: &ShortText| current.is_filled && *sent == current.description;
            self.description = self.description.filter(|sent| !is_found(sent));
        }
        self
    }

    /// Whether it says where the place is, other than by texts.
    pub(in crate::trip) fn has_point(&self) -> bool {
        self.pin.is_some() || self.position.is_some()
    }

    /// Whether `destination` already has the values of this draft.
    fn agrees_with(&self, destination: &Destination) -> bool {
        agrees(self.name.as_ref(), &destination.name)
            && agrees(self.location.as_ref(), &destination.location)
            && agrees(self.description.as_ref(), &destination.description)
    }

    /// The destination that this draft alone makes.
    pub(crate) fn build(&self, id: ShortText) -> Destination {
        let mut new = Destination {
            id,
            ..Destination::default()
        };
        self.merge_into(&mut new);
        new
    }

    /// Changes the fields of `over` that this draft has; its id stays.
    pub(crate) fn merge_into(&self, over: &mut Destination) {
        let before = (over.name.clone(), over.location.clone());
        let position = self.position.as_ref();
        let position = position.filter(|position| !over.is_at(position));
        over.has_found_location &= agrees(self.location.as_ref(), &over.location);
        over.is_filled &= agrees(self.description.as_ref(), &over.description);
        set(&mut over.name, self.name.clone());
        set(&mut over.location, self.location.clone());
        set(&mut over.description, self.description.clone());
        if !over.is_pinned && (&over.name, &over.location) != (&before.0, &before.1) {
            // Another name or location is another place.
            (over.coordinates, over.precision, over.time_zone) = (None, None, None);
        }
        match self.pin {
            Some(Some(at)) => over.pin(at),
            Some(None) => over.unpin(),
            None => {}
        }
        if let Some(Position {
            coordinates,
            precision,
            time_zone,
        }) = position
        {
            over.pin(Point {
                coordinates: *coordinates,
                precision: precision.unwrap_or(Precision::Exact),
            });
            over.time_zone = time_zone.clone().or(over.time_zone.take());
        }
    }

    /// Fills in the fields of `new` that this draft left out, if the place is known (interface:
    /// "Destinations"). `name` is that of the place. Returns whether it is known to be none.
    pub(crate) fn complete(
        &self,
        new: &mut Destination,
        name: &str,
        places: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
    ) -> bool {
        let is_complete = self.location.is_some() && self.description.is_some();
        if is_complete || name.is_empty() {
            return false;
        }
        let answer = new.query(name).and_then(|query| places(&query));
        let Some(Some(found)) = answer else {
            return answer.is_some();
        };
        new.has_found_location = self.location.is_none();
        set(
            &mut new.location,
            Some(found.location).filter(|_| new.has_found_location),
        );
        // It describes one end of travel only.
        let is_meant = self.description.is_none() && new.name.as_str() == name;
        new.is_filled = self.description.is_none();
        set(
            &mut new.description,
            Some(found.description).filter(|_| is_meant),
        );
        new.coordinates = Some(found.coordinates);
        new.precision = new.precision.or(Some(found.precision));
        new.time_zone = found.time_zone;
        false
    }
}

/// Whether a field was left out or sent with this value.
fn agrees(sent: Option<&ShortText>, value: &ShortText) -> bool {
    sent.is_none_or(|sent| sent == value)
}

/// A destination that entries of a list may mean.
struct Candidate {
    /// The destination of the trip; `None` if the list makes a new one.
    stored: Option<Destination>,
    /// What the entries that mean it send, merged.
    sent: DestinationDraft,
    /// What it is after these entries, without gazetteer data: later entries are compared with it
    /// by the fields that were sent.
    now: Destination,
}

impl Candidate {
    fn stored(destination: &Destination) -> Self {
        Self {
            stored: Some(destination.clone()),
            sent: DestinationDraft::default(),
            now: destination.clone(),
        }
    }

    fn new(sent: DestinationDraft, mint: &mut dyn FnMut() -> Uuid) -> Self {
        let id = sent.sent_id().cloned().unwrap_or_else(|| minted(mint));
        Self {
            stored: None,
            now: sent.build(id),
            sent,
        }
    }

    /// Whether it is an id alone that no destination has.
    fn is_unknown_id(&self) -> bool {
        self.stored.is_none() && self.sent.sent_id().is_some() && self.sent.name.is_none()
    }

    /// Whether an entry means it by its id.
    fn has_id_of(&self, entry: &DestinationEntry) -> bool {
        match entry {
            DestinationEntry::Named(text) => self.now.id == *text,
            DestinationEntry::Given(draft) => draft.sent_id() == Some(&self.now.id),
        }
    }

    /// Whether an entry, which has no id, means it by its name or its other fields.
    fn is_described_by(&self, entry: &DestinationEntry) -> bool {
        let draft = match entry {
            DestinationEntry::Named(text) => return self.now.name == *text,
            DestinationEntry::Given(draft) => draft,
        };
        if draft.sent_id().is_some() {
            return false;
        }
        if draft.name.as_ref().is_none_or(|name| name.is_empty()) {
            // Without a name, it can only mean an equal destination.
            let texts =
                |it: &Destination| (it.name.clone(), it.location.clone(), it.description.clone());
            return texts(&self.now) == texts(&draft.build(ShortText::EMPTY));
        }
        draft.name.as_ref() == Some(&self.now.name)
            && (self.stored.is_some() || draft.agrees_with(&self.now))
    }

    /// Takes what another entry that means it sends.
    fn merge(&mut self, draft: DestinationDraft) {
        draft.merge_into(&mut self.now);
        self.sent.merge(draft);
    }

    /// The destination after all entries of the list. If two entries rename it, the later one wins.
    fn finish(self, places: &dyn Fn(&PlaceQuery) -> PlaceAnswer) -> Destination {
        let Self { stored, sent, now } = self;
        match stored {
            Some(mut stored) => {
                sent.merge_into(&mut stored);
                stored
            }
            None => {
                let mut new = now;
                let name = new.name.clone();
                sent.complete(&mut new, &name, places);
                new
            }
        }
    }
}

/// Resolves the entries of a list of destinations of `trip`.
///
/// An entry with the id or name of a destination of the trip's list, else of its itinerary, means
/// that destination. Each destination of the list is found once before any is repeated: of equal
/// names the nth is the nth destination of that name. A text that is the name of the destination in
/// its own place and the id of another one is that name. Another entry means an equal new
/// destination of this list, else it makes one. Objects without ids mean the same new destination
/// only if their fields agree. The gazetteer fills in the missing fields of new destinations.
///
/// # Errors
/// An id without a name that is of no destination.
pub(crate) fn resolve(
    trip: &Trip,
    entries: Vec<DestinationEntry>,
    context: &mut EditContext<'_>,
) -> Result<Vec<Destination>, Violations> {
    // An id is unique: the destination of the list, else of the first item, has it.
    let mut ids = IndexSet::new();
    let mut candidates: Vec<Candidate> = trip
        .destinations()
        .filter(|stored| !stored.id.is_empty() && ids.insert(&stored.id))
        .map(Candidate::stored)
        .collect();
    // The candidate at each place of the trip's list, until an entry has meant it.
    let places = trip.plan.destinations.iter();
    let places = places.map(|stored| ids.get_index_of(&stored.id));
    let mut unmeant: Vec<Option<usize>> = places.collect();
    let mut meant = Vec::with_capacity(entries.len());
    for (here, entry) in entries.into_iter().enumerate() {
        let has_id = |candidate: &Candidate| candidate.has_id_of(&entry);
        let is_described = |candidate: &Candidate| candidate.is_described_by(&entry);
        let next = |is_meant: &dyn Fn(&Candidate) -> bool| {
            let is_meant = |place: &usize| candidates.get(*place).is_some_and(is_meant);
            unmeant
                .iter()
                .position(|place| place.as_ref().is_some_and(is_meant))
        };
        let described = next(&is_described);
        let next = described
            .filter(|place| *place == here)
            .or_else(|| next(&has_id))
            .or(described);
        let found = next
            .and_then(|place| unmeant.get_mut(place)?.take())
            .or_else(|| candidates.iter().position(has_id))
            .or_else(|| candidates.iter().position(is_described));
        let draft = match entry {
            DestinationEntry::Named(_) if found.is_some() => DestinationDraft::default(),
            DestinationEntry::Named(name) => DestinationDraft {
                name: Some(name),
                ..DestinationDraft::default()
            },
            DestinationEntry::Given(draft) => draft,
        };
        meant.push(found.unwrap_or(candidates.len()));
        match found.and_then(|found| candidates.get_mut(found)) {
            Some(candidate) => candidate.merge(draft),
            None => candidates.push(Candidate::new(draft, context.mint)),
        }
    }
    let mut violations = Violations::new();
    for (here, place) in meant.iter().enumerate() {
        if candidates.get(*place).is_some_and(Candidate::is_unknown_id) {
            let path = Path::root().field("dest").index(here);
            violations.add(path, "must be a destination of the trip, or have a name");
        }
    }
    let candidates = candidates.into_iter();
    let finished = candidates.map(|candidate| candidate.finish(context.places));
    let finished: Vec<Destination> = finished.collect();
    let meant = meant.into_iter();
    let resolved = meant.filter_map(|place| finished.get(place).cloned());
    violations.or(resolved.collect())
}

/// A new id as text.
pub(crate) fn minted(mint: &mut dyn FnMut() -> Uuid) -> ShortText {
    // A hyphenated UUID is 36 characters: it always fits.
    ShortText::new(mint().hyphenated().to_string()).unwrap_or_default()
}
