//! What is known of pictures.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension,
    QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::PictureId;

use super::{Connection, Handle, MAX_LIST};
use crate::columns::Key;
use crate::rows::{ContentRow, PictureRow};
use crate::schema::{pictures, trips};
use crate::{Picture, PictureContent, PictureOwner, PictureRepository, Result};

impl PictureRepository for Handle {
    fn insert(&mut self, pictures: &[Picture]) -> Result<()> {
        self.run(|connection| {
            let insert = diesel::insert_into(pictures::table);
            // Mostly there is one: that insertion is of fixed text, and so kept prepared.
            match pictures {
                [] => return Ok(()),
                [only] => insert.values(PictureRow::new(only)?).execute(connection)?,
                all => {
                    let rows: Vec<_> = all
                        .iter()
                        .map(PictureRow::new)
                        .collect::<QueryResult<_>>()?;
                    insert.values(rows).execute(connection)?
                }
            };
            Ok(())
        })
    }

    fn find(&mut self, id: PictureId) -> Result<Option<Picture>> {
        self.run(|connection| {
            let row = pictures::table
                .find(Key::from(id))
                .select(PictureRow::as_select());
            Ok(row
                .get_result(connection)
                .optional()?
                .map(PictureRow::into_picture)
                .transpose()?)
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

    fn set_content(&mut self, id: PictureId, content: &PictureContent) -> Result<()> {
        self.run(|connection| {
            diesel::update(pictures::table.find(Key::from(id)))
                .set(ContentRow::new(content)?)
                .execute(connection)?;
            Ok(())
        })
    }

    fn delete(&mut self, ids: &[PictureId]) -> Result<()> {
        self.run(|connection| {
            for some in ids.chunks(MAX_LIST) {
                diesel::delete(pictures::table.filter(pictures::id.eq_any(keys(some))))
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn known(&mut self, ids: &[PictureId]) -> Result<Vec<PictureId>> {
        self.run(|connection| {
            let mut known = Vec::with_capacity(ids.len());
            for some in ids.chunks(MAX_LIST) {
                let some = pictures::table
                    .filter(pictures::id.eq_any(keys(some)))
                    .select(pictures::id);
                known.extend(
                    some.load::<Key>(connection)?
                        .into_iter()
                        .map(|id| PictureId(id.0)),
                );
            }
            Ok(known)
        })
    }
}

/// The pictures of a user, and of the trips that the user owns.
pub(super) fn of_user_and_trips(
    connection: &mut Connection,
    user: Key,
) -> QueryResult<Vec<PictureId>> {
    let owned = trips::table
        .filter(trips::owner_id.eq(user))
        .select(trips::id.nullable());
    let of_either = pictures::user_id
        .eq(user)
        .or(pictures::trip_id.eq_any(owned));
    let ids = pictures::table
        .filter(of_either)
        .select(pictures::id)
        .load::<Key>(connection)?;
    Ok(ids.into_iter().map(|id| PictureId(id.0)).collect())
}

fn keys(ids: &[PictureId]) -> Vec<Key> {
    ids.iter().copied().map(Key::from).collect()
}
