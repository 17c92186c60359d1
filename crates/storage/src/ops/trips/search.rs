//! Searches of a user's trips.
//!
//! The trips that the user owns are read in order, by an index if the order is that of their last
//! change; those of other owners, of which an account has a limited number, are read all. Only ids
//! and keys are read so. A second statement reads the trips of the page.

use std::collections::HashMap;

use diesel::query_builder::QueryFragment;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{IntoSql, QueryResult, RunQueryDsl};
use uuid::Uuid;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Gallery, Instant, MemberRole, TripId, UserId};

use super::super::imposed::IMPOSED_ON;
use super::super::users::deletions::AND_IS_SHOWN;
use super::super::{Backend, Connection, OperationResult, PLACE_IN};
use crate::cached_statement::CachedStatement;
use crate::columns::{JsonColumn, Key, Timestamp, sql};
use crate::rows::{self, name};
use crate::{FoundTrip, SortKey, SortPlace, TripOrder, TripSearch, TripSearchResult, TripTime};

/// The numbers of keys that are read: few, so that there are few different statements.
const LIMITS: [usize; 3] = [11, 51, TripSearch::MAX_LIMIT + 1];
/// The numbers of ids of the statement that reads trips. A shorter list is padded.
const IDS: [usize; 3] = [10, 50, TripSearch::MAX_LIMIT];
/// The ids of a key that is limited to some trips.
const ONLY: usize = wayfare_domain::KeyTrips::MAX;

/// A part of a statement, with a value for each `?`.
#[derive(Default)]
struct Fragment {
    text: String,
    values: Vec<Box<dyn QueryFragment<Backend>>>,
}

impl Fragment {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn bind(&mut self, value: impl QueryFragment<Backend> + 'static) {
        self.values.push(Box::new(value));
    }

    fn bind_id(&mut self, id: impl Into<Key>) {
        self.bind(id.into().into_sql::<sql::Id>());
    }

    fn bind_instant(&mut self, at: Instant) {
        self.bind(Timestamp(at).into_sql::<sql::Instant>());
    }

    fn append(&mut self, other: Self) {
        self.push(&other.text);
        self.values.extend(other.values);
    }

    fn into_statement<ST>(self) -> CachedStatement<'static, Backend, ST> {
        let statement = CachedStatement::new(self.text);
        self.values
            .into_iter()
            .fold(statement, CachedStatement::bind)
    }
}

/// Reads a page of a search.
pub(super) fn search(
    connection: &mut Connection,
    search: &TripSearch,
) -> OperationResult<TripSearchResult> {
    let (mut result, mut places) = read_places(connection, search)?;
    places.sort_unstable();
    if search.order.is_descending() {
        places.reverse();
    }
    let limit = search.limit.min(TripSearch::MAX_LIMIT);
    if places.len() > limit {
        places.truncate(limit);
        result.next = places.last().cloned();
    }
    let mut found = read_trips(connection, search, &places)?;
    let in_order = places.into_iter().filter_map(|place| {
        let row = found.remove(&place.id)?;
        into_found(row, search.caller, place).transpose()
    });
    result.trips = in_order.collect::<QueryResult<_>>()?;
    Ok(result)
}

/// What is read of the user, and a place of a trip: its id, with the time or the name that it is
/// sorted by.
type PlaceRow = (
    Option<i64>,
    Option<Key>,
    Option<Key>,
    Option<Timestamp>,
    Option<String>,
);
type PlaceColumns = (
    Nullable<BigInt>,
    Nullable<sql::Id>,
    Nullable<sql::Id>,
    Nullable<sql::Instant>,
    Nullable<Text>,
);

/// Reads the places of at least the first trips of the page, in no particular order, together with
/// the caller's token generation and the user of the username.
fn read_places(
    connection: &mut Connection,
    search: &TripSearch,
) -> QueryResult<(TripSearchResult, Vec<SortPlace>)> {
    let mut statement = Fragment::default();
    statement.push(
        "SELECT auth.generation, auth.named, part.id, part.sort_time, part.sort_name \
        FROM (SELECT (SELECT token_generation FROM users WHERE id = ?) AS generation, \
        (SELECT id FROM users WHERE username_key = ?) AS named) AS auth LEFT JOIN (",
    );
    statement.bind_id(search.caller);
    statement.bind(search.username_key().into_sql::<Text>());
    if search.role.is_none_or(|role| role == MemberRole::Owner) {
        statement.append(of_owner(search));
    }
    if search.role.is_none() {
        statement.push(" UNION ALL ");
    }
    if search.role != Some(MemberRole::Owner) {
        statement.append(of_others(search));
    }
    statement.push(") AS part ON TRUE");
    let caller = Key::from(search.caller).into_sql::<sql::Id>();
    let statement = statement.into_statement::<PlaceColumns>();
    let statement = statement.named("account", caller);
    let rows: Vec<PlaceRow> = statement.load(connection)?;
    let user = rows.first();
    let named = user.and_then(|(_, named, ..)| *named);
    let result = TripSearchResult {
        generation: user.and_then(|(generation, ..)| *generation),
        named: named.map(|named| UserId(named.0)),
        ..TripSearchResult::default()
    };
    let places = rows.into_iter().filter_map(|(_, _, id, time, name)| {
        let time = time.map(|time| SortKey::Time(time.0));
        Some(SortPlace {
            id: TripId(id?.0),
            key: time.or_else(|| name.map(SortKey::Name))?,
        })
    });
    Ok((result, places.collect()))
}

/// The first trips of the page that the user owns.
fn of_owner(search: &TripSearch) -> Fragment {
    let mut part = Fragment::default();
    part.push("SELECT id, sort_time, sort_name FROM (SELECT trips.id AS id, ");
    part.append(sort_columns(search.order));
    part.push(" FROM trips WHERE trips.owner_id = ?");
    part.bind_id(search.caller);
    if let Some(is_imposed) = search.imposed {
        part.push(if is_imposed {
            " AND trips.id IN ("
        } else {
            " AND trips.id NOT IN ("
        });
        part.push(IMPOSED_ON);
        part.push(")");
    }
    part.append(conditions(search));
    // The planner sees the order of an index, and the limit.
    part.push(match search.order {
        TripOrder::Updated => " ORDER BY trips.updated_at DESC, trips.id DESC",
        TripOrder::Start => " ORDER BY sort_time, trips.id",
        TripOrder::Latest => " ORDER BY sort_time DESC, trips.id DESC",
        TripOrder::Name => " ORDER BY sort_name, trips.id",
    });
    let limit = fitting(&LIMITS, search.limit.saturating_add(1));
    part.push(&format!(" LIMIT {limit}) AS own"));
    part
}

/// All trips of other owners, from the beginning of the page on, on which the user is a member.
fn of_others(search: &TripSearch) -> Fragment {
    let mut part = Fragment::default();
    part.push("SELECT trips.id AS id, ");
    part.append(sort_columns(search.order));
    // Two ranges of indexes: half the time of looking each trip's owner up.
    part.push(" FROM (SELECT trip_id FROM trip_members WHERE user_id = ?");
    part.bind_id(search.caller);
    if let Some(role) = search.role {
        part.push(" AND is_viewer = ?");
        part.bind((role == MemberRole::Viewer).into_sql::<Bool>());
    }
    if let Some(is_imposed) = search.imposed {
        part.push(" AND (imposed_by IS NOT NULL) = ?");
        part.bind(is_imposed.into_sql::<Bool>());
    }
    part.push(
        " EXCEPT SELECT id FROM trips WHERE owner_id = ?) AS others \
        CROSS JOIN trips WHERE trips.id = others.trip_id",
    );
    part.bind_id(search.caller);
    part.push(" ");
    part.push(AND_IS_SHOWN);
    part.append(conditions(search));
    part
}

/// What an order sorts by.
fn sort_key(order: TripOrder) -> Fragment {
    let mut key = Fragment::default();
    match order {
        TripOrder::Updated => key.push("trips.updated_at"),
        TripOrder::Start | TripOrder::Latest => {
            key.push("COALESCE(trips.starts_at, trips.ends_at, ?)");
            key.bind_instant(last_instant());
        }
        TripOrder::Name => key.push("trips.name_key"),
    }
    key
}

/// The columns `sort_time` and `sort_name`, of which one has what an order sorts by.
fn sort_columns(order: TripOrder) -> Fragment {
    let mut columns = Fragment::default();
    match order {
        TripOrder::Updated | TripOrder::Start | TripOrder::Latest => {
            columns.append(sort_key(order));
            columns.push(" AS sort_time, CAST(NULL AS text) AS sort_name");
        }
        TripOrder::Name => {
            columns.push("CAST(NULL AS timestamptz) AS sort_time, trips.name_key AS sort_name");
        }
    }
    columns
}

/// The conditions of a search, but for the role.
fn conditions(search: &TripSearch) -> Fragment {
    let mut part = Fragment::default();
    part.push(" AND (");
    part.append(sort_key(search.order));
    part.push(match search.order.is_descending() {
        true => ", trips.id) < (?, ?)",
        false => ", trips.id) > (?, ?)",
    });
    let after = search
        .after
        .clone()
        .unwrap_or_else(|| before_all(search.order));
    match after.key {
        SortKey::Time(at) => part.bind_instant(at),
        SortKey::Name(name) => part.bind(name.into_sql::<Text>()),
    }
    part.bind_id(after.id);
    if search.order != TripOrder::Updated {
        part.push(" AND trips.moved_at <= ?");
        part.bind_instant(search.began.unwrap_or_else(last_instant));
    }
    if let Some(since) = search.moved_since {
        part.push(match search.order {
            TripOrder::Updated => " AND trips.updated_at >= ?",
            TripOrder::Start | TripOrder::Latest | TripOrder::Name => " AND trips.moved_at > ?",
        });
        part.bind_instant(since);
    }
    if let Some((first, last)) = search.period {
        part.push(
            " AND COALESCE(trips.ends_at, trips.starts_at) >= ? \
            AND COALESCE(trips.starts_at, trips.ends_at) <= ?",
        );
        part.bind_instant(first);
        part.bind_instant(last);
    }
    let last_day = "COALESCE(trips.ends_at, trips.starts_at)";
    match search.time {
        None => {}
        Some(TripTime::From(at)) => {
            part.push(&format!(" AND {last_day} >= ?"));
            part.bind_instant(at);
        }
        Some(TripTime::Before(at)) => {
            part.push(&format!(" AND {last_day} < ?"));
            part.bind_instant(at);
        }
        Some(TripTime::Undated) => part.push(&format!(" AND {last_day} IS NULL")),
    }
    if let Some(since) = search.updated_since {
        part.push(" AND trips.updated_at >= ?");
        part.bind_instant(since);
    }
    if let Some(words) = &search.words {
        // As many as there may be, so that there is one statement.
        let words = words.iter().chain(std::iter::repeat(""));
        for word in words.take(SearchWords::MAX_WORDS) {
            part.push(&format!(" AND {PLACE_IN}(trips.search_key, ?) > 0"));
            part.bind(word.to_owned().into_sql::<Text>());
        }
    }
    if let Some(only) = &search.only {
        part.push(" AND trips.id IN (");
        let ids: Vec<TripId> = only.iter().collect();
        push_ids(&mut part, &ids, ONLY);
        part.push(")");
    }
    part
}

/// A place before those of all trips.
fn before_all(order: TripOrder) -> SortPlace {
    match order {
        TripOrder::Updated | TripOrder::Latest => SortPlace {
            key: SortKey::Time(last_instant()),
            id: TripId(Uuid::max()),
        },
        TripOrder::Start => SortPlace {
            key: SortKey::Time(Instant::EPOCH.plus_days(i64::MIN)),
            id: TripId(Uuid::nil()),
        },
        TripOrder::Name => SortPlace {
            key: SortKey::Name(String::new()),
            id: TripId(Uuid::nil()),
        },
    }
}

/// The last instant that there is, as which a missing start counts.
fn last_instant() -> Instant {
    Instant::EPOCH.plus_days(i64::MAX)
}

/// The first of `sizes` that is at least `size`.
fn fitting(sizes: &[usize], size: usize) -> usize {
    sizes
        .iter()
        .copied()
        .find(|fits| *fits >= size)
        .unwrap_or(size)
}

/// Adds ids to a list, padded to a length by repeating the last one.
fn push_ids(part: &mut Fragment, ids: &[TripId], length: usize) {
    let last = ids.last().copied().unwrap_or(TripId::NOWHERE);
    let padded = ids.iter().copied().chain(std::iter::repeat(last));
    for (place, id) in padded.take(length).enumerate() {
        part.push(if place == 0 { "?" } else { ", ?" });
        part.bind_id(id);
    }
}

/// A trip of a page; its role is `None` if the user has left it meanwhile.
type TripRow = (
    Key,
    i64,
    Timestamp,
    String,
    String,
    Option<Timestamp>,
    Option<Timestamp>,
    JsonColumn<Gallery>,
    Key,
    Option<String>,
    Option<bool>,
    Option<Key>,
    i64,
);
type TripColumns = (
    sql::Id,
    BigInt,
    sql::Instant,
    Text,
    Text,
    Nullable<sql::Instant>,
    Nullable<sql::Instant>,
    Text,
    sql::Id,
    Nullable<Text>,
    Nullable<Bool>,
    Nullable<sql::Id>,
    BigInt,
);

/// Reads the trips at these places as they are now.
fn read_trips(
    connection: &mut Connection,
    search: &TripSearch,
    places: &[SortPlace],
) -> QueryResult<HashMap<TripId, TripRow>> {
    if places.is_empty() {
        return Ok(HashMap::new());
    }
    let mut statement = Fragment::default();
    statement.push(
        "SELECT trips.id, trips.version, trips.updated_at, trips.name, trips.description, \
        trips.starts_at, trips.ends_at, trips.gallery, trips.owner_id, \
        (SELECT username FROM users WHERE users.id = trips.owner_id), \
        (SELECT is_viewer FROM trip_members WHERE trip_id = trips.id AND user_id = ?), \
        (SELECT imposed_by FROM trip_members WHERE trip_id = trips.id AND user_id = ?), \
        (SELECT count(*) FROM trip_members WHERE trip_id = trips.id) \
        FROM trips WHERE trips.id IN (",
    );
    statement.bind_id(search.caller);
    statement.bind_id(search.caller);
    let ids: Vec<TripId> = places.iter().map(|place| place.id).collect();
    push_ids(&mut statement, &ids, fitting(&IDS, ids.len()));
    statement.push(")");
    let statement = statement.into_statement::<TripColumns>();
    let rows: Vec<TripRow> = statement.load(connection)?;
    Ok(rows.into_iter().map(|row| (TripId(row.0.0), row)).collect())
}

fn into_found(row: TripRow, caller: UserId, place: SortPlace) -> QueryResult<Option<FoundTrip>> {
    let (
        _,
        version,
        updated_at,
        title,
        description,
        start,
        end,
        gallery,
        owner,
        username,
        is_viewer,
        imposed_by,
        members,
    ) = row;
    let role = match is_viewer {
        None => return Ok(None),
        Some(_) if owner == Key::from(caller) => MemberRole::Owner,
        Some(true) => MemberRole::Viewer,
        Some(false) => MemberRole::Editor,
    };
    Ok(Some(FoundTrip {
        id: place.id,
        place,
        version,
        updated_at: updated_at.0,
        name: name(&title)?,
        description: rows::description(&description),
        start: start.map(|start| start.0),
        end: end.map(|end| end.0),
        owner: username.unwrap_or_default(),
        role,
        is_imposed: imposed_by.is_some(),
        members: u64::try_from(members).unwrap_or_default(),
        gallery: gallery.value,
    }))
}
