//! Serving pictures: authorization, look-up, and renditions within bounds.

use std::sync::Arc;

use wayfare_domain::{Action, PictureId, TripId, Username};
use wayfare_pictures::{Bounds, DefaultPicture, Rendition, RenditionError, Subject};
use wayfare_storage::{Picture, PictureOwner, Repositories};

use super::{Pictures, remote};
use crate::executor::Abort;
use crate::picture_files::content;
use crate::trips::access::permitted;
use crate::{Caller, Error};

/// Look-ups of a picture that is replaced while it is read.
const ATTEMPTS: u32 = 2;

/// A picture, and the authorization to read it.
#[derive(Debug, Clone)]
pub enum PictureOf {
    /// The profile picture of a username, which is public.
    User(String),
    /// The main picture of a trip that the caller may see.
    Trip(Caller, TripId),
    /// Any picture of a trip that the caller may see.
    Photo(Caller, TripId, PictureId),
    /// Any picture of a trip, authorized by the query of its signed URL.
    Signed(TripId, PictureId, String),
    /// A picture that comes with the service.
    Default(DefaultPicture),
}

/// A served picture.
#[derive(Debug)]
pub struct Served {
    /// Its strong entity tag, quotes included.
    pub etag: String,
    /// Whether it replaces a picture that is unavailable now. It must not be cached.
    pub is_stand_in: bool,
    /// The picture; `None` if the client has it.
    pub rendition: Option<Arc<Rendition>>,
}

/// The result of a look-up.
enum Found {
    /// A picture with a record.
    Picture(Picture),
    /// No picture is set: the default one is served.
    Default(DefaultPicture),
    /// The picture was removed during the look-up.
    Vanished(DefaultPicture),
}

impl Pictures {
    /// Renders a picture within `bounds`. `client_has` tells from an entity tag whether the client
    /// has the picture.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user, trip or picture does not exist or the caller may not see
    /// it; [`Error::TokenRefused`]; [`Error::LinkRefused`] for a signed URL that is altered or
    /// expired; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn serve(
        &self,
        which: &PictureOf,
        bounds: Bounds,
        client_has: impl Fn(&str) -> bool,
    ) -> Result<Served, Error> {
        let bounds = match which {
            PictureOf::Signed(trip, picture, query) => {
                bounds.and(self.context.signer.verify(*trip, *picture, query)?)
            }
            _ => bounds,
        };
        for _ in 0..ATTEMPTS {
            let (subject, is_stand_in) = self.subject(which).await?;
            match self
                .render(&subject, is_stand_in, bounds, &client_has)
                .await
            {
                Err(RenditionError::NotFound) => {}
                rendered => return rendered.map_err(from_rendition),
            }
        }
        // Usernames and the queries of signed URLs are not logged.
        tracing::warn!("a picture is not in the picture store");
        let stand_in = Subject::Default(which.default());
        self.render(&stand_in, true, bounds, &client_has)
            .await
            .map_err(from_rendition)
    }

    async fn render(
        &self,
        subject: &Subject,
        is_stand_in: bool,
        bounds: Bounds,
        client_has: &impl Fn(&str) -> bool,
    ) -> Result<Served, RenditionError> {
        let etag = subject.etag(bounds);
        if client_has(&etag) {
            return Ok(Served {
                etag,
                is_stand_in,
                rendition: None,
            });
        }
        let rendition = self.context.ingest.renditions.get(subject, bounds).await?;
        Ok(Served {
            etag,
            is_stand_in,
            rendition: Some(rendition),
        })
    }

    /// Finds the picture to serve. The flag tells whether it is a stand-in.
    async fn subject(&self, which: &PictureOf) -> Result<(Subject, bool), Error> {
        let picture = match self.find(which).await? {
            Found::Picture(picture) => picture,
            Found::Default(default) => return Ok((Subject::Default(default), false)),
            Found::Vanished(default) => return Ok((Subject::Default(default), true)),
        };
        let info = match (&picture.content, &picture.source) {
            (Some(content), _) => Some(content::info(content)?),
            (None, Some(source)) => remote::fetch(&self.context, picture.id, source).await,
            (None, None) => None,
        };
        Ok(match info {
            Some(info) => (
                Subject::Stored {
                    id: picture.id.0,
                    info,
                },
                false,
            ),
            None => (Subject::Default(which.default()), true),
        })
    }

    async fn find(&self, which: &PictureOf) -> Result<Found, Error> {
        if let PictureOf::Default(default) = which {
            return Ok(Found::Default(*default));
        }
        let which = which.clone();
        self.context
            .executor
            .read(move |data| which.find(data))
            .await
    }
}

impl PictureOf {
    /// The default picture in its place.
    fn default(&self) -> DefaultPicture {
        match self {
            Self::User(_) => DefaultPicture::User,
            Self::Trip(..) | Self::Photo(..) | Self::Signed(..) => DefaultPicture::Trip,
            Self::Default(default) => *default,
        }
    }

    fn find(&self, data: &mut dyn Repositories) -> Result<Found, Abort> {
        let present = match self {
            Self::User(username) => user_picture(data, username)?,
            Self::Trip(caller, trip) => {
                let lookup = data.trips().find(*trip, caller.user)?;
                permitted(lookup, *caller, Action::Read)?.trip.gallery.main
            }
            Self::Photo(caller, trip, picture) => {
                let lookup = data.trips().find(*trip, caller.user)?;
                permitted(lookup, *caller, Action::Read)?;
                return Ok(Found::Picture(of_trip(data, *trip, *picture)?));
            }
            Self::Signed(trip, picture, _) => {
                return Ok(Found::Picture(of_trip(data, *trip, *picture)?));
            }
            Self::Default(_) => None,
        };
        let Some(id) = present else {
            return Ok(Found::Default(self.default()));
        };
        Ok(data
            .pictures()
            .find(id)?
            .map_or(Found::Vanished(self.default()), Found::Picture))
    }
}

fn user_picture(data: &mut dyn Repositories, username: &str) -> Result<Option<PictureId>, Abort> {
    let username = Username::new(username).map_err(|_| Error::NotFound)?;
    let account = data.users().find_by_username(username.as_str())?;
    Ok(account.ok_or(Error::NotFound)?.user.picture)
}

fn of_trip(
    data: &mut dyn Repositories,
    trip: TripId,
    picture: PictureId,
) -> Result<Picture, Abort> {
    let found = data
        .pictures()
        .find(picture)?
        .filter(|picture| picture.owner == PictureOwner::Trip(trip));
    Ok(found.ok_or(Error::NotFound)?)
}

fn from_rendition(error: RenditionError) -> Error {
    match error {
        RenditionError::NotFound => Error::NotFound,
        RenditionError::Busy => Error::Busy,
        RenditionError::Unavailable(_) => Error::Unavailable(error.into()),
        RenditionError::Damaged(_) => Error::internal(error),
    }
}
