//! Share links: the sections that they show, when they end, and what of a trip they show.

use crate::trip::money::budget::MemberId;
use crate::trip::money::settlement::Settlement;
use crate::trip::money::summary::BudgetSummary;
use crate::trip::{ItemZones, ItineraryItem, MapLocation, MemberShare, Parties, Trip};
use crate::{
    Dates, Description, Gallery, Grant, GrantKind, GrantScope, Instant, LinkScope, Name, Notes,
    People, Quantity, Reason, ShortText, UserId,
};

/// A part of a trip that a link shows or not. Name, description and dates are always shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// The items.
    Itinerary,
    /// The locations on the map.
    Map,
    /// The pictures of the trip, and the photos of its items.
    Photos,
    /// The notes of the map.
    Notes,
    /// The to-do list.
    Todo,
    /// The budget's summary, and the budgets of the items.
    Budget,
    /// The display names of the members.
    Members,
}

impl Section {
    /// All sections.
    pub const ALL: [Self; 7] = [
        Self::Itinerary,
        Self::Map,
        Self::Photos,
        Self::Notes,
        Self::Todo,
        Self::Budget,
        Self::Members,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Itinerary => "itinerary",
            Self::Map => "map",
            Self::Photos => "photos",
            Self::Notes => "notes",
            Self::Todo => "todo",
            Self::Budget => "budget",
            Self::Members => "members",
        }
    }

    /// Parses a name.
    ///
    /// # Errors
    /// There is no such section.
    pub fn parse(name: &str) -> Result<Self, Reason> {
        let found = Self::ALL
            .into_iter()
            .find(|section| section.as_str() == name);
        found.ok_or_else(|| {
            Reason::new("must be itinerary, map, photos, notes, todo, budget or members")
        })
    }
}

/// The sections that a link shows: at least one, each once, in the order in which they were sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sections(Vec<Section>);

impl Sections {
    /// The sections of a list, which may name one more than once.
    ///
    /// # Errors
    /// The list is empty.
    pub fn new(list: impl IntoIterator<Item = Section>) -> Result<Self, Reason> {
        let mut sections: Vec<Section> = Vec::new();
        for section in list {
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
        if sections.is_empty() {
            return Err(Reason::new("must name at least one section"));
        }
        Ok(Self(sections))
    }

    /// Whether the link shows a section.
    pub fn contains(&self, section: Section) -> bool {
        self.0.contains(&section)
    }

    /// The sections in order.
    pub fn iter(&self) -> impl Iterator<Item = Section> {
        self.0.iter().copied()
    }
}

impl Default for Sections {
    fn default() -> Self {
        Self(vec![Section::Itinerary, Section::Map, Section::Photos])
    }
}

/// A link that shows parts of a trip to everybody who has its token.
pub type ShareLink = Grant<Sections>;

impl GrantScope for Sections {
    const KIND: GrantKind = GrantKind::ShareLink;

    fn to_words(&self) -> String {
        let names: Vec<&str> = self.iter().map(Section::as_str).collect();
        names.join(" ")
    }

    fn parse_words(words: &str) -> Result<Self, Reason> {
        let sections = words.split(' ').map(Section::parse);
        Self::new(sections.collect::<Result<Vec<_>, _>>()?)
    }
}

impl LinkScope for Sections {
    fn no_more(most: usize) -> String {
        format!("a trip has at most {most} links")
    }

    /// 90 days after the trip's end, if that is to come.
    fn usual_end(dates: Dates, now: Instant) -> Instant {
        let end = dates.end.map_or(now, |end| end.at.max(now));
        end.plus_days(90)
    }
}

/// What a link shows of a trip. A section that is off is `None`. Nothing in it names an account:
/// people are known by their display names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedTrip {
    /// [`TripOverview::name`](crate::trip::TripOverview::name).
    pub name: Name,
    /// [`TripOverview::description`](crate::trip::TripOverview::description).
    pub description: Description,
    /// [`Plan::dates`](crate::trip::Plan::dates).
    pub dates: Dates,
    /// [`Trip::itinerary`], each item with both its zones, without budgets, expenses and photos if
    /// their sections are off.
    pub itinerary: Option<Vec<ItineraryItem>>,
    /// [`TripMap::locations`](crate::trip::TripMap::locations), their transportation without costs
    /// if the budget is off.
    pub locations: Option<Vec<MapLocation>>,
    /// [`TripOverview::gallery`](crate::trip::TripOverview::gallery).
    pub gallery: Option<Gallery>,
    /// [`TripMap::notes`](crate::trip::TripMap::notes).
    pub notes: Option<Notes>,
    /// The to-do list.
    pub todo: Option<Vec<ShortText>>,
    /// The summary of the budgets, its members by display name.
    pub budget: Option<BudgetSummary>,
    /// Who owes whom, by display name, if it was asked for.
    pub settlement: Option<Settlement>,
    /// The display names of the members, in the order in which they joined.
    pub members: Option<Vec<String>>,
    /// The display names of those in the budgets who are no members; none if the budget is off.
    pub others: Vec<String>,
}

impl Trip {
    /// The users whose display names [`Trip::shared`] asks for: the members, and those whom the
    /// budgets name.
    pub fn shown_people(&self, people: &People) -> Vec<UserId> {
        let parties = self.parties(people);
        let places = 0..parties.names().len();
        let mut shown: Vec<UserId> = places.filter_map(|place| parties.user(place)).collect();
        shown.extend(&self.members);
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    /// What a link with these sections shows. `summary` is that of the trip's budgets, `settlement`
    /// who owes whom if that is to be shown, and `name_of` the display name of a user.
    pub fn shared(
        &self,
        sections: &Sections,
        people: &People,
        summary: impl FnOnce() -> BudgetSummary,
        settlement: impl FnOnce() -> Option<Settlement>,
        name_of: &dyn Fn(UserId) -> Option<String>,
    ) -> SharedTrip {
        let has = |section| sections.contains(section);
        let parties = self.parties(people);
        let names = self.shown_names(&parties, name_of);
        let item = |(item, zones): (&ItineraryItem, ItemZones<'_>)| {
            let mut item = item.clone();
            item.ends.time_zone = zones.start.cloned();
            item.ends.end_time_zone = zones.end.cloned();
            item.confirmation = Default::default();
            item.booking = None;
            // Its category may be hidden.
            item.class = Some(item.class());
            if has(Section::Budget) {
                for share in &mut item.budget.shares {
                    share.rename(&parties, &names);
                }
            } else {
                item.budget = Default::default();
            }
            if !has(Section::Photos) {
                item.photos = Vec::new();
            }
            item
        };
        let location = |location: &MapLocation| {
            let mut location = location.clone();
            if !has(Section::Budget) {
                location.transportation.cost = Quantity::ZERO;
            }
            location
        };
        let budget = || {
            let mut summary = summary();
            for total in &mut summary.members {
                let place = parties.find(&total.member);
                total.member = shown_name(&names, place);
            }
            summary
        };
        let settlement = || {
            let name = |member: &str| shown_name(&names, parties.find(member));
            Some(settlement()?.renamed(name))
        };
        let others = || {
            let is_member = |user| self.members.contains(&user);
            let others = names.iter().enumerate();
            let others = others.filter(|(place, _)| !parties.user(*place).is_some_and(is_member));
            others.map(|(_, name)| name.clone()).collect()
        };
        let member = |id: &UserId| name_of(*id).unwrap_or_default();
        SharedTrip {
            name: self.name.clone(),
            description: self.description.clone(),
            dates: self.plan.dates,
            itinerary: has(Section::Itinerary).then(|| {
                let items = self.itinerary.iter().zip(self.item_zones());
                let is_shown =
                    |item: &ItineraryItem| has(Section::Budget) || !item.kind.is_expense();
                let items = items.filter(|(shown, _)| is_shown(shown));
                items.map(item).collect()
            }),
            locations: has(Section::Map).then(|| self.map.locations.iter().map(location).collect()),
            gallery: has(Section::Photos).then(|| self.gallery.clone()),
            notes: has(Section::Notes).then(|| self.map.notes.clone()),
            todo: has(Section::Todo).then(|| self.plan.lists.todo().cloned().collect()),
            budget: has(Section::Budget).then(budget),
            settlement: has(Section::Budget).then(settlement).flatten(),
            members: has(Section::Members).then(|| self.members.iter().map(member).collect()),
            others: has(Section::Budget).then(others).unwrap_or_default(),
        }
    }

    /// The name of each party, by its place: the display name of a person, else the first name
    /// that a budget gives it.
    fn shown_names(
        &self,
        parties: &Parties<'_>,
        name_of: &dyn Fn(UserId) -> Option<String>,
    ) -> Vec<String> {
        let places = 0..parties.names().len();
        let people = places.map(|place| parties.user(place).and_then(name_of));
        let mut names: Vec<String> = people.map(Option::unwrap_or_default).collect();
        for share in self.budgets().flat_map(|budget| &budget.shares) {
            let place = parties.place_of(share.mention());
            let name = place.and_then(|place| names.get_mut(place));
            if let Some(name) = name.filter(|name| name.is_empty()) {
                name.push_str(&share.name);
            }
        }
        for party in &self.plan.parties {
            let place = parties.place_of(party.mention());
            let name = place.and_then(|place| names.get_mut(place));
            if let Some(name) = name.filter(|name| name.is_empty()) {
                name.push_str(&party.name);
            }
        }
        names
    }
}

impl MemberShare {
    /// Replaces the member id, and the name of a person, by what a shared trip shows.
    fn rename(&mut self, parties: &Parties<'_>, names: &[String]) {
        let place = parties.place_of(self.mention());
        let name = shown_name(names, place);
        if place.and_then(|place| parties.user(place)).is_some() {
            // A display name has 200 characters at most.
            self.name = ShortText::new(&name).unwrap_or_default();
        }
        self.member = MemberId::shown(&name);
        self.user = None;
    }
}

fn shown_name(names: &[String], place: Option<usize>) -> String {
    place
        .and_then(|place| names.get(place))
        .cloned()
        .unwrap_or_default()
}
