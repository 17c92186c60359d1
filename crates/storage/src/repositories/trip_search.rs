//! Searches of the trips of a user: filtered, sorted, and read page by page.

use wayfare_domain::text::SearchWords;
use wayfare_domain::{
    Description, Gallery, Instant, KeyTrips, MemberRole, Name, TripId, UserId, Username,
};

/// The order of a search. Ties are broken by the id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TripOrder {
    /// Changed last first.
    #[default]
    Updated,
    /// Earliest start first; trips without dates last.
    Start,
    /// Latest start first; trips without dates before all.
    Latest,
    /// By the name in lower case, in the order of its code points.
    Name,
}

impl TripOrder {
    /// Whether the greatest key comes first.
    pub(crate) fn is_descending(self) -> bool {
        matches!(self, Self::Updated | Self::Latest)
    }
}

/// When trips are, as seen from an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripTime {
    /// They end then or later: they are ahead, or under way.
    From(Instant),
    /// They have ended before.
    Before(Instant),
    /// They have no dates.
    Undated,
}

/// What a trip is sorted by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortKey {
    /// The time of its last change, or its start.
    Time(Instant),
    /// Its name in lower case.
    Name(String),
}

/// The place of a trip in an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortPlace {
    /// What it is sorted by.
    pub key: SortKey,
    /// The trip.
    pub id: TripId,
}

/// A request for the trips that a user owns or is a member of.
#[derive(Debug, Clone)]
pub struct TripSearch {
    /// The user, who is also the caller.
    pub caller: UserId,
    /// The name by which the request knows the user. Whose it is, is read along.
    pub username: String,
    /// The trips that the search is limited to; `None` for all.
    pub only: Option<KeyTrips>,
    /// The role that the user has.
    pub role: Option<MemberRole>,
    /// Whether to find those alone that were imposed on the user, or the others; `None` for all.
    pub imposed: Option<bool>,
    /// Words that the name or the description has.
    pub words: Option<SearchWords>,
    /// The first and the last instant of a period that the dates overlap. A trip with one date has
    /// that alone, and one without dates none.
    pub period: Option<(Instant, Instant)>,
    /// When the trips are; `None` for whenever.
    pub time: Option<TripTime>,
    /// The earliest time of the last change.
    pub updated_since: Option<Instant>,
    /// The order.
    pub order: TripOrder,
    /// The place after which the page begins; `None` for the first page.
    pub after: Option<SortPlace>,
    /// When the first page was read: trips that an order by start or name has moved since are left
    /// out, since they may have been on an earlier page. `None` for the first page.
    pub began: Option<Instant>,
    /// Only trips that have changed at this time or later; with an order by start or name, only
    /// those that it has moved after this time.
    pub moved_since: Option<Instant>,
    /// The greatest number of trips, up to [`TripSearch::MAX_LIMIT`].
    pub limit: usize,
}

impl TripSearch {
    /// The greatest [`TripSearch::limit`].
    pub const MAX_LIMIT: usize = 200;

    /// The key of a user's name.
    pub(crate) fn username_key(&self) -> String {
        Username::key_of(&self.username)
    }
}

/// The answer to a [`TripSearch`].
#[derive(Debug, Clone, Default)]
pub struct TripSearchResult {
    /// The caller's token generation; `None` if that user does not exist.
    pub generation: Option<i64>,
    /// The user of that name, if there is one.
    pub named: Option<UserId>,
    /// The trips in order.
    pub trips: Vec<FoundTrip>,
    /// The place of the last one, if there are more.
    pub next: Option<SortPlace>,
}

/// A trip as a search returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTrip {
    /// The trip.
    pub id: TripId,
    /// Where it stands in the order.
    pub place: SortPlace,
    /// Its version.
    pub version: i64,
    /// The time of its last change.
    pub updated_at: Instant,
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// When it starts, if that is known.
    pub start: Option<Instant>,
    /// When it ends, if that is known.
    pub end: Option<Instant>,
    /// The username of its owner.
    pub owner: String,
    /// The role of the user.
    pub role: MemberRole,
    /// Whether it was imposed on them, and they have not accepted it.
    pub is_imposed: bool,
    /// The number of its people.
    pub members: u64,
    /// Its pictures.
    pub gallery: Gallery,
}
