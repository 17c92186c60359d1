//! What is known of pictures.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{PictureId, UserId};

use super::{Handle, MAX_LIST};
use crate::columns::Key;
use crate::rows::{ContentRow, PictureRow};
use crate::schema::{pictures, trips};
use crate::{Picture, PictureContent, PictureOwner, PictureRepository, Result};

impl PictureRepository for Handle {
    fn insert(&mut self, picture: &Picture) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(pictures::table).values(PictureRow::new(picture)?).execute(connection)?;
            Ok(())
        })
    }

    fn find(&mut self, id: PictureId) -> Result<Option<Picture>> {
        self.run(|connection| {
            let row = pictures::table.find(Key::from(id)).select(PictureRow::as_select());
            Ok(row.get_result(connection).optional()?.map(PictureRow::into_picture).transpose()?)
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
            Ok(rows.into_iter().map(PictureRow::into_picture).collect::<QueryResult<_>>()?)
        })
    }

    fn find_of_user_and_trips(&mut self, user: UserId) -> Result<Vec<PictureId>> {
        self.run(|connection| {
            let owned = trips::table.filter(trips::owner_id.eq(Key::from(user))).select(trips::id.nullable());
            let of_either = pictures::user_id.eq(Key::from(user)).or(pictures::trip_id.eq_any(owned));
            let ids = pictures::table.filter(of_either).select(pictures::id).load::<Key>(connection)?;
            Ok(ids.into_iter().map(|id| PictureId(id.0)).collect())
        })
    }

    fn set_content(&mut self, id: PictureId, content: &PictureContent) -> Result<()> {
        self.run(|connection| {
            diesel::update(pictures::table.find(Key::from(id))).set(ContentRow::new(content)?).execute(connection)?;
            Ok(())
        })
    }

    fn delete(&mut self, ids: &[PictureId]) -> Result<()> {
        self.run(|connection| {
            for some in ids.chunks(MAX_LIST) {
                diesel::delete(pictures::table.filter(pictures::id.eq_any(keys(some)))).execute(connection)?;
            }
            Ok(())
        })
    }

    fn known(&mut self, ids: &[PictureId]) -> Result<Vec<PictureId>> {
        self.run(|connection| {
            let mut known = Vec::with_capacity(ids.len());
            for some in ids.chunks(MAX_LIST) {
                let some = pictures::table.filter(pictures::id.eq_any(keys(some))).select(pictures::id);
                known.extend(some.load::<Key>(connection)?.into_iter().map(|id| PictureId(id.0)));
            }
            Ok(known)
        })
    }
}

fn keys(ids: &[PictureId]) -> Vec<Key> {
    ids.iter().copied().map(Key::from).collect()
}
