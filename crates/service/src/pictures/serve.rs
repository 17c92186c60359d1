//! Serving pictures: authorization, look-up, and renditions within bounds.

use wayfare_domain::{Action, PictureId, TripId, TripOverview, Username};
use wayfare_pictures::{Bounds, DefaultPicture, ObjectId, PictureBody, RenditionError, Subject};
use wayfare_storage::{Picture, PictureContent, PictureOwner, Repositories};

use super::{Pictures, remote};
use crate::SharedPicture;
use crate::pictures::files::content;
use crate::{Caller, Client, Error};

/// Look-ups of a picture that is replaced while it is read.
const ATTEMPTS: u32 = 2;

/// A picture, and the authorization to read it.
#[derive(Clone)]
pub enum PictureOf {
    /// The profile picture of a username, which is public.
    User(String),
    /// The main picture of a trip that the caller may see.
    Trip(Caller, TripId),
    /// Any picture of a trip that the caller may see.
    Photo(Caller, TripId, PictureId),
    /// Any picture of a trip, authorized by the query of its signed URL.
    Signed(TripId, PictureId, String),
    /// A picture that a share link shows.
    Shared(SharedPicture),
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
    pub body: Option<PictureBody>,
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
    /// Renders a picture within `bounds` on behalf of a client. `client_has` tells from an entity
    /// tag whether the client has the picture.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user, trip or picture does not exist or the caller may not see
    /// it; [`Error::TokenRefused`]; [`Error::LinkRefused`] for a signed URL that is altered or
    /// expired; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn serve(
        &self,
        client: Client,
        which: &PictureOf,
        bounds: Bounds,
        client_has: impl Fn(&str) -> bool,
    ) -> Result<Served, Error> {
        let bounds = match which {
            PictureOf::Signed(trip, picture, query) => {
                bounds.and(self.context.signer.verify(*trip, *picture, query)?)
            }
            PictureOf::Shared(shared) => bounds.and(shared.bounds),
            _ => bounds,
        };
        let mut lost = None;
        for _ in 0..ATTEMPTS {
            let (subject, is_stand_in) = self.subject(client, which, lost).await?;
            match self
                .render(client, &subject, is_stand_in, bounds, &client_has)
                .await
            {
                Err(RenditionError::NotFound) => {
                    if let Subject::Stored { id, .. } = subject {
                        lost = Some(id);
                    }
                }
                rendered => return rendered.map_err(from_rendition),
            }
        }
        // Usernames and the queries of signed URLs are not logged.
        tracing::warn!("a picture is not in the picture store");
        let stand_in = Subject::Default(which.default());
        self.render(client, &stand_in, true, bounds, &client_has)
            .await
            .map_err(from_rendition)
    }

    async fn render(
        &self,
        client: Client,
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
                body: None,
            });
        }
        let renditions = &self.context.ingest.renditions;
        Ok(Served {
            etag,
            is_stand_in,
            body: Some(renditions.open(client, subject, bounds).await?),
        })
    }

    /// Finds the picture to serve. The flag tells whether it is a stand-in. A remote picture whose
    /// object is `lost` is fetched again.
    async fn subject(
        &self,
        client: Client,
        which: &PictureOf,
        lost: Option<ObjectId>,
    ) -> Result<(Subject, bool), Error> {
        let picture = match self.find(client, which).await? {
            Found::Picture(picture) => picture,
            Found::Default(default) => return Ok((Subject::Default(default), false)),
            Found::Vanished(default) => return Ok((Subject::Default(default), true)),
        };
        let source = picture.source.as_deref();
        let is_lost = lost.is_some_and(|lost| content::names(&picture, lost));
        let info = match (&picture.content, source) {
            (Some(content), _) if !is_lost => Some(content::info(content)?),
            (_, Some(source)) => {
                remote::fetch(&self.context, client, picture.id, source, lost).await
            }
            (_, None) => None,
        };
        Ok(match info {
            Some(info) => (
                Subject::Stored {
                    id: content::object(picture.id, source, &info),
                    info,
                },
                false,
            ),
            None => (Subject::Default(which.default()), true),
        })
    }

    async fn find(&self, client: Client, which: &PictureOf) -> Result<Found, Error> {
        if let PictureOf::Default(default) = which {
            return Ok(Found::Default(*default));
        }
        let main = match which {
            PictureOf::Trip(caller, trip) | PictureOf::Photo(caller, trip, _) => {
                let trip = self
                    .context
                    .find::<TripOverview>(*caller, *trip, Action::Read);
                trip.await?.trip.gallery.main
            }
            _ => None,
        };
        let which = which.clone();
        self.context
            .executor
            .read(client, move |data| which.find(data, main))
            .await
    }
}

impl PictureOf {
    /// The default picture in its place.
    fn default(&self) -> DefaultPicture {
        match self {
            Self::User(_) => DefaultPicture::User,
            Self::Trip(..) | Self::Photo(..) | Self::Signed(..) | Self::Shared(_) => {
                DefaultPicture::Trip
            }
            Self::Default(default) => *default,
        }
    }

    /// Finds the picture of a trip that the caller may see, whose main picture is `main`, or of
    /// anything else.
    fn find(&self, data: &mut dyn Repositories, main: Option<PictureId>) -> Result<Found, Error> {
        let present = match self {
            Self::User(username) => user_picture(data, username)?,
            Self::Trip(..) => main,
            Self::Photo(_, trip, picture) => {
                return Ok(Found::Picture(of_trip(data, *trip, *picture)?));
            }
            Self::Signed(trip, picture, _) => {
                let found = of_trip(data, *trip, *picture)?;
                // The account of a trip that is still to be deleted is gone.
                let account = data.pictures().account_of(found.owner)?;
                account.ok_or(Error::NotFound)?;
                return Ok(Found::Picture(found));
            }
            Self::Shared(shared) => {
                let picture = of_trip(data, shared.trip, shared.picture)?;
                return Ok(Found::Picture(picture));
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

fn user_picture(data: &mut dyn Repositories, username: &str) -> Result<Option<PictureId>, Error> {
    let username = Username::new(username).map_err(|_| Error::NotFound)?;
    let account = data.users().find_by_username(username.as_str())?;
    Ok(account.ok_or(Error::NotFound)?.user.picture)
}

fn of_trip(
    data: &mut dyn Repositories,
    trip: TripId,
    picture: PictureId,
) -> Result<Picture, Error> {
    let found = data
        .pictures()
        .find(picture)?
        .filter(|picture| picture.owner == PictureOwner::Trip(trip))
        .filter(|it| it.content.as_ref().is_none_or(PictureContent::is_picture));
    found.ok_or(Error::NotFound)
}

fn from_rendition(error: RenditionError) -> Error {
    match error {
        RenditionError::NotFound => Error::NotFound,
        RenditionError::Busy => Error::Busy,
        RenditionError::Unavailable(_) => Error::Unavailable(error.into()),
        _ => Error::internal(error),
    }
}
