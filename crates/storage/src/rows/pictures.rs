//! Rows of pictures.

use diesel::result::Error;
use diesel::{AsChangeset, Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::{PictureId, TripId, UserId};

use super::hash;
use crate::columns::{Key, Timestamp};
use crate::schema::pictures;
use crate::{Picture, PictureContent, PictureOwner};

/// The record of a picture, which belongs to either a trip or a user.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = pictures, treat_none_as_default_value = false)]
pub(crate) struct PictureRow {
    pub(crate) id: Key,
    pub(crate) trip_id: Option<Key>,
    pub(crate) user_id: Option<Key>,
    pub(crate) source: Option<String>,
    pub(crate) created_at: Timestamp,
    #[diesel(embed)]
    pub(crate) content: ContentRow,
}

/// The description of stored bytes: all columns are set, or none.
#[derive(Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = pictures, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct ContentRow {
    pub(crate) hash: Option<Vec<u8>>,
    pub(crate) media_type: Option<String>,
    pub(crate) width: Option<i64>,
    pub(crate) height: Option<i64>,
    pub(crate) bytes: Option<i64>,
}

impl ContentRow {
    /// The columns of a description.
    pub(crate) fn new(content: &PictureContent) -> QueryResult<Self> {
        let bytes = i64::try_from(content.bytes);
        Ok(Self {
            hash: Some(content.hash.to_vec()),
            media_type: Some(content.media_type.clone()),
            width: Some(i64::from(content.width)),
            height: Some(i64::from(content.height)),
            bytes: Some(bytes.map_err(|error| Error::SerializationError(error.into()))?),
        })
    }

    /// What is described; `None` also for what breaks a rule, as if it was not stored.
    fn into_content(self) -> Option<PictureContent> {
        Some(PictureContent {
            hash: hash(self.hash?).ok()?,
            media_type: self.media_type?,
            width: u32::try_from(self.width?).ok()?,
            height: u32::try_from(self.height?).ok()?,
            bytes: u64::try_from(self.bytes?).ok()?,
        })
    }
}

impl PictureRow {
    /// The row of a picture.
    pub(crate) fn new(picture: &Picture) -> QueryResult<Self> {
        let (trip_id, user_id) = match picture.owner {
            PictureOwner::Trip(trip) => (Some(Key::from(trip)), None),
            PictureOwner::User(user) => (None, Some(Key::from(user))),
        };
        let content = picture.content.as_ref().map(ContentRow::new).transpose()?;
        Ok(Self {
            id: Key::from(picture.id),
            trip_id,
            user_id,
            source: picture.source.clone(),
            created_at: Timestamp(picture.created_at),
            content: content.unwrap_or_default(),
        })
    }

    /// Builds the picture.
    pub(crate) fn into_picture(self) -> QueryResult<Picture> {
        let owner = match (self.trip_id, self.user_id) {
            (Some(trip), None) => PictureOwner::Trip(TripId(trip.0)),
            (None, Some(user)) => PictureOwner::User(UserId(user.0)),
            _ => {
                return Err(Error::DeserializationError(
                    "a picture of neither a trip nor a user".into(),
                ));
            }
        };
        Ok(Picture {
            id: PictureId(self.id.0),
            owner,
            source: self.source,
            content: self.content.into_content(),
            created_at: self.created_at.0,
        })
    }
}
