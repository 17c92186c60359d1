//! Polling of watched trips and tokens.

use std::collections::HashMap;

use diesel::sql_types::{BigInt, Bool};
use diesel::{CombineDsl, ExpressionMethods, IntoSql, QueryDsl, QueryResult, RunQueryDsl};
use wayfare_domain::{TripId, UserId};

use super::users::deletions::deleted_users;
use super::{Connection, Handle, MAX_LIST};
use crate::columns::Key;
use crate::schema::{grants, refresh_tokens, trip_members, trips, users};
use crate::{Result, TripReaders, WatchQuery, WatchRepository, WatchState};

impl WatchRepository for Handle {
    fn poll(&mut self, query: &WatchQuery) -> Result<WatchState> {
        self.run(|connection| Ok(poll(connection, query)?))
    }
}

fn poll(connection: &mut Connection, query: &WatchQuery) -> QueryResult<WatchState> {
    let rows = read_rows(connection, query)?;
    let mut state = WatchState::default();
    for (trip, known) in &query.trips {
        match rows.get(&Key::from(*trip)) {
            None => _ = state.gone.insert(*trip),
            Some((version, ..)) if version == known => {}
            Some((version, owner, private)) => {
                let readers = TripReaders {
                    version: *version,
                    owner: UserId(owner.0),
                    private: *private,
                    members: Vec::new(),
                };
                state.changed.insert(*trip, readers);
            }
        }
    }
    add_members(connection, &mut state.changed)?;
    let generation = |user: &UserId| Some((*user, rows.get(&Key::from(*user))?.0));
    state.generations = query.users.iter().filter_map(generation).collect();
    let stored = query.refresh_tokens.iter().copied();
    let stored = stored.filter(|token| rows.contains_key(&Key(*token)));
    state.refresh_tokens = stored.collect();
    let keys = query.api_keys.iter().copied();
    let keys = keys.filter(|key| rows.contains_key(&Key(key.0)));
    state.api_keys = keys.collect();
    Ok(state)
}

/// The version, owner and privacy of a trip; the token generation of a user or refresh token; 0 of
/// an API key.
type Row = (i64, Key, bool);

/// Reads a row for each id that exists. Ids are unique among the tables.
fn read_rows(connection: &mut Connection, query: &WatchQuery) -> QueryResult<HashMap<Key, Row>> {
    let trips: Vec<Key> = query.trips.iter().map(|(trip, _)| (*trip).into()).collect();
    let users: Vec<Key> = query.users.iter().copied().map(Key::from).collect();
    let tokens: Vec<Key> = query.refresh_tokens.iter().copied().map(Key).collect();
    let keys: Vec<Key> = query.api_keys.iter().map(|key| Key(key.0)).collect();
    // Together as many as three full lists: a statement takes so many values.
    let lists = [
        (&trips, MAX_LIST),
        (&users, MAX_LIST),
        (&tokens, MAX_LIST / 2),
        (&keys, MAX_LIST / 2),
    ];
    let mut found = HashMap::with_capacity(lists.iter().map(|(list, _)| list.len()).sum());
    let mut lists = lists.map(|(list, most)| list.chunks(most));
    loop {
        let lists = lists.each_mut().map(|list| list.next().unwrap_or_default());
        if lists.iter().all(|list| list.is_empty()) {
            return Ok(found);
        }
        let [trips, users, tokens, keys] = lists;
        let trips = trips::table
            .filter(trips::id.eq_any(trips))
            .filter(trips::owner_id.ne_all(deleted_users()))
            .select((trips::id, trips::version, trips::owner_id, trips::private));
        let users = users::table
            .filter(users::id.eq_any(users))
            .filter(users::id.ne_all(deleted_users()))
            .select((
                users::id,
                users::token_generation,
                users::id,
                false.into_sql::<Bool>(),
            ));
        let tokens = refresh_tokens::table
            .filter(refresh_tokens::id.eq_any(tokens))
            .select((
                refresh_tokens::id,
                refresh_tokens::generation,
                refresh_tokens::user_id,
                false.into_sql::<Bool>(),
            ));
        let keys = grants::table.filter(grants::id.eq_any(keys)).select((
            grants::id,
            0.into_sql::<BigInt>(),
            grants::user_id,
            false.into_sql::<Bool>(),
        ));
        let all = trips.union_all(users).union_all(tokens).union_all(keys);
        let rows = all.load::<(Key, i64, Key, bool)>(connection)?;
        found.extend(
            rows.into_iter()
                .map(|(id, number, owner, flag)| (id, (number, owner, flag))),
        );
    }
}

/// Adds the members of trips.
fn add_members(
    connection: &mut Connection,
    trips: &mut HashMap<TripId, TripReaders>,
) -> QueryResult<()> {
    let ids: Vec<Key> = trips.keys().copied().map(Key::from).collect();
    for ids in ids.chunks(MAX_LIST) {
        let rows = trip_members::table
            .filter(trip_members::trip_id.eq_any(ids))
            .select((trip_members::trip_id, trip_members::user_id))
            .load::<(Key, Key)>(connection)?;
        for (trip, member) in rows {
            if let Some(readers) = trips.get_mut(&TripId(trip.0)) {
                readers.members.push(UserId(member.0));
            }
        }
    }
    Ok(())
}
