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
        let PictureContent {
            hash,
            media_type,
            width,
            height,
            bytes,
        } = content;
        Ok(Self {
            hash: Some(hash.to_vec()),
            media_type: Some(media_type.clone()),
            width: Some(i64::from(*width)),
            height: Some(i64::from(*height)),
            bytes: Some(
                i64::try_from(*bytes).map_err(|error| Error::SerializationError(error.into()))?,
            ),
        })
    }

    fn into_content(self) -> QueryResult<Option<PictureContent>> {
        let Self {
            hash: Some(content_hash),
            media_type: Some(media_type),
            width: Some(width),
            height: Some(height),
            bytes: Some(bytes),
        } = self
        else {
            return Ok(None);
        };
        let side = |side: i64| {
            u32::try_from(side).map_err(|error| Error::DeserializationError(error.into()))
        };
        Ok(Some(PictureContent {
            hash: hash(content_hash)?,
            media_type,
            width: side(width)?,
            height: side(height)?,
            bytes: u64::try_from(bytes)
                .map_err(|error| Error::DeserializationError(error.into()))?,
        }))
    }
}

impl PictureRow {
    /// The row of a picture.
    pub(crate) fn new(picture: &Picture) -> QueryResult<Self> {
        let Picture {
            id,
            owner,
            source,
            content,
            created_at,
        } = picture;
        let (trip_id, user_id) = match owner {
            PictureOwner::Trip(trip) => (Some(Key::from(*trip)), None),
            PictureOwner::User(user) => (None, Some(Key::from(*user))),
        };
        Ok(Self {
            id: Key::from(*id),
            trip_id,
            user_id,
            source: source.clone(),
            created_at: Timestamp(*created_at),
            content: content
                .as_ref()
                .map(ContentRow::new)
                .transpose()?
                .unwrap_or_default(),
        })
    }

    /// Builds the picture.
    pub(crate) fn into_picture(self) -> QueryResult<Picture> {
        let Self {
            id,
            trip_id,
            user_id,
            source,
            created_at,
            content,
        } = self;
        let owner = match (trip_id, user_id) {
            (Some(trip), None) => PictureOwner::Trip(TripId(trip.0)),
            (None, Some(user)) => PictureOwner::User(UserId(user.0)),
            _ => {
                return Err(Error::DeserializationError(
                    "a picture of neither a trip nor a user".into(),
                ));
            }
        };
        Ok(Picture {
            id: PictureId(id.0),
            owner,
            source,
            content: content.into_content()?,
            created_at: created_at.0,
        })
    }
}
