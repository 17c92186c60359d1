//! Records of pictures.

use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Nullable};
use diesel::{
    ExpressionMethods, IntoSql, NullableExpressionMethods, OptionalExtension, QueryDsl,
    QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{PictureId, TripId, UserId};

use super::users::deletions::deleted_users;
use super::{Backend, Connection, Handle, MAX_LIST, OperationResult, imposed};
use crate::cached_statement::CachedStatement;
use crate::columns::Key;
use crate::columns::sql::Id;
use crate::rows::{ContentRow, PictureRow};
use crate::schema::{pictures, trip_members, trips};
use crate::{Picture, PictureChanges, PictureContent, PictureOwner, PictureRepository, Result};

impl PictureRepository for Handle {
    fn find(&mut self, id: PictureId) -> Result<Option<Picture>> {
        self.run(|connection| {
            let row = pictures::table
                .find(Key::from(id))
                .select(PictureRow::as_select());
            let row = row.get_result(connection).optional()?;
            Ok(row.map(PictureRow::into_picture).transpose()?)
        })
    }

    fn find_by_owner(&mut self, owner: PictureOwner) -> Result<Vec<Picture>> {
        self.run(|connection| {
            let rows: Vec<PictureRow> = match owner {
                PictureOwner::Trip(trip) => pictures::table
                    .filter(pictures::trip_id.eq(Key::from(trip)))
                    .select(PictureRow::as_select())
                    .load(connection)?,
                PictureOwner::User(user) => pictures::table
                    .filter(pictures::user_id.eq(Key::from(user)))
                    .select(PictureRow::as_select())
                    .load(connection)?,
            };
            Ok(rows
                .into_iter()
                .map(PictureRow::into_picture)
                .collect::<QueryResult<_>>()?)
        })
    }

    fn account_of(&mut self, owner: PictureOwner) -> Result<Option<UserId>> {
        match owner {
            PictureOwner::User(user) => Ok(Some(user)),
            PictureOwner::Trip(trip) => self.run(|connection| {
                let owner = trips::table
                    .inner_join(trip_members::table)
                    .filter(trips::id.eq(Key::from(trip)))
                    .filter(trip_members::user_id.eq(trips::owner_id))
                    .filter(trips::owner_id.ne_all(deleted_users()))
                    .select((trips::owner_id, trip_members::imposed_by));
                let owner = owner
                    .get_result::<(Key, Option<Key>)>(connection)
                    .optional()?;
                Ok(owner.map(|(owner, imposed_by)| UserId(imposed_by.unwrap_or(owner).0)))
            }),
        }
    }

    fn bytes_of_account(&mut self, account: UserId) -> Result<u64> {
        self.run(|connection| {
            let account = Key::from(account);
            let of_trips = format!(
                "SELECT CAST(SUM(bytes) AS BIGINT) FROM pictures WHERE trip_id IN ({})",
                imposed::of_trips("trips.id"),
            );
            let of_trips = CachedStatement::<Backend, Nullable<BigInt>>::new(of_trips);
            let of_trips = of_trips.named("account", account.into_sql::<Id>());
            let of_trips: Option<i64> = of_trips.get_result(connection)?;
            let of_user: i64 = pictures::table
                .filter(pictures::user_id.eq(account))
                .select(sql::<BigInt>("COALESCE(CAST(SUM(bytes) AS BIGINT), 0)"))
                .get_result(connection)?;
            Ok(u64::try_from(of_trips.unwrap_or(0).saturating_add(of_user)).unwrap_or_default())
        })
    }

    fn set_content(
        &mut self,
        id: PictureId,
        before: Option<&PictureContent>,
        content: &PictureContent,
    ) -> Result<bool> {
        let record = pictures::table.find(Key::from(id));
        self.run(|connection| {
            let row = ContentRow::new(content)?;
            let rows = match before {
                Some(before) => {
                    let unchanged = pictures::hash.eq(before.hash.as_slice());
                    diesel::update(record.filter(unchanged))
                        .set(row)
                        .execute(connection)?
                }
                None => diesel::update(record.filter(pictures::hash.is_null()))
                    .set(row)
                    .execute(connection)?,
            };
            Ok(rows > 0)
        })
    }

    fn insert(&mut self, pictures: &[Picture]) -> Result<()> {
        self.run(|connection| insert(connection, pictures))
    }

    fn find_many(&mut self, ids: &[PictureId]) -> Result<Vec<Picture>> {
        self.run(|connection| {
            let mut pictures = Vec::new();
            for chunk in ids.chunks(MAX_LIST) {
                let keys: Vec<Key> = chunk.iter().copied().map(Key::from).collect();
                let rows: Vec<PictureRow> = pictures::table
                    .filter(pictures::id.eq_any(keys))
                    .select(PictureRow::as_select())
                    .load(connection)?;
                for row in rows {
                    pictures.push(row.into_picture()?);
                }
            }
            Ok(pictures)
        })
    }
}

/// Inserts and deletes records.
pub(super) fn save(connection: &mut Connection, changes: &PictureChanges) -> OperationResult<()> {
    let PictureChanges { added, removed } = changes;
    insert(connection, added)?;
    delete(connection, removed)
}

/// Inserts records.
fn insert(connection: &mut Connection, added: &[Picture]) -> OperationResult<()> {
    // One row per statement: its text is constant, so the connection caches it prepared.
    for picture in added {
        let row = PictureRow::new(picture)?;
        diesel::insert_into(pictures::table)
            .values(row)
            .execute(connection)?;
    }
    Ok(())
}

/// Deletes records.
pub(super) fn delete(connection: &mut Connection, ids: &[PictureId]) -> OperationResult<()> {
    for id in ids {
        diesel::delete(pictures::table.find(Key::from(*id))).execute(connection)?;
    }
    Ok(())
}

/// Deletes the records of a trip. An engine that distributes trips, and not pictures, has no
/// foreign key to do so.
pub(super) fn delete_of_trip(connection: &mut Connection, trip: TripId) -> OperationResult<()> {
    let of_trip = pictures::table.filter(pictures::trip_id.eq(Key::from(trip)));
    diesel::delete(of_trip).execute(connection)?;
    Ok(())
}

/// Reads the pictures of a user and of the trips that the user owns.
pub(super) fn of_user_and_trips(
    connection: &mut Connection,
    user: Key,
) -> QueryResult<Vec<PictureId>> {
    let owned = trips::table
        .filter(trips::owner_id.eq(user))
        .select(trips::id.nullable());
    // Two queries, since no index serves either of them or the other.
    let mut ids: Vec<Key> = pictures::table
        .filter(pictures::user_id.eq(user))
        .select(pictures::id)
        .load(connection)?;
    let of_trips: Vec<Key> = pictures::table
        .filter(pictures::trip_id.eq_any(owned))
        .select(pictures::id)
        .load(connection)?;
    ids.extend(of_trips);
    Ok(ids.into_iter().map(|id| PictureId(id.0)).collect())
}
