//! Opening a share link: the one check of token, expiry and password, and what it shows.

use std::collections::HashMap;

use wayfare_domain::trip::{Section, ShareLink, SharedTrip};
use wayfare_domain::{GrantId, GrantKind, Name, PictureId, TripId, UserId};
use wayfare_pictures::Bounds;
use wayfare_storage::{PictureOwner, TripParts, TripQuery};

use super::Grants;
use crate::trips::access::MAX_INLINE_BYTES;
use crate::{Client, Error, Password};

/// A share link that was opened, and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenShare {
    /// The link.
    pub link: ShareLink,
    /// The trip.
    pub trip_id: TripId,
    /// What it shows of its trip.
    pub trip: SharedTrip,
    /// Whether rendering it is too slow for a request thread.
    pub is_large: bool,
}

/// A picture that a share link shows, at its signed URL. Only [`Grants::open_picture`] makes it.
#[derive(Debug, Clone)]
pub struct SharedPicture {
    pub(crate) trip: TripId,
    pub(crate) picture: PictureId,
    pub(crate) bounds: Bounds,
}

/// How the sums of a shared budget are rounded, and whether who owes whom is beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedSums {
    /// Each by itself, as [`Trip::budget_summary`](wayfare_domain::Trip::budget_summary).
    Each,
    /// So that they add up, as
    /// [`Trip::apportioned_summary`](wayfare_domain::Trip::apportioned_summary); with
    /// [`Trip::settlement`](wayfare_domain::Trip::settlement).
    Apportioned,
}

impl Grants {
    /// Opens a share link on behalf of a client, by its token and, if it has one, its password.
    ///
    /// # Errors
    /// [`Error::NotFound`], then [`Error::SharePassword`] if the password is wrong or missing;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_share(
        &self,
        client: Client,
        token: &str,
        password: Option<Password>,
        sums: SharedSums,
    ) -> Result<OpenShare, Error> {
        let opened = self.try_open_share(client, token, password, sums).await;
        let metrics = &self.context.metrics;
        match &opened {
            Ok(_) => metrics.share_link_requested("opened"),
            Err(Error::NotFound) => metrics.share_link_requested("unknown"),
            Err(Error::SharePassword) => metrics.share_link_requested("password"),
            Err(_) => {}
        }
        opened
    }

    async fn try_open_share(
        &self,
        client: Client,
        token: &str,
        password: Option<Password>,
        sums: SharedSums,
    ) -> Result<OpenShare, Error> {
        let context = &self.context;
        let (link, stored): (ShareLink, _) = self.find_by_token(client, token).await?;
        if let Some(hash) = stored.password {
            let password = password.ok_or(Error::SharePassword)?;
            if !context.hasher.verify(client, password, Some(hash)).await? {
                return Err(Error::SharePassword);
            }
        }
        let trip_id = link.trip.ok_or(Error::NotFound)?;
        let query = TripQuery {
            trip: trip_id,
            caller: Some(link.user),
            parts: TripParts::Whole,
        };
        let (stored, people) = context
            .executor
            .look_up(client, query)
            .await?
            .trip
            .ok_or(Error::NotFound)?;
        let is_large = stored.sizes().total() > MAX_INLINE_BYTES;
        let parse = move || {
            let trip = stored.parse()?;
            let shown = trip.shown_people(&people);
            Ok::<_, wayfare_storage::Error>((trip, people, shown))
        };
        let parsed = context.run_in_document_pool_if(is_large, client, parse);
        let (trip, people, shown) = parsed.await??;
        let default = context.policy.default_currency;
        let rates = if trip.has_other_currencies(default) {
            context.fresh_rates().await?
        } else {
            context.rates.known()
        };
        let names = self.display_names(client, shown).await?;
        let sections = link.scope.clone();
        // Few parties can take long to settle.
        let is_slow = is_large || sections.contains(Section::Budget);
        let share = move || {
            let name_of = |user: UserId| names.get(&user).map(|name| name.as_str().to_owned());
            let summary = || match sums {
                SharedSums::Each => trip.budget_summary(default, &rates, &people),
                SharedSums::Apportioned => trip.apportioned_summary(default, &rates, &people),
            };
            let settlement = || match sums {
                SharedSums::Each => None,
                SharedSums::Apportioned => Some(trip.settlement(default, &rates, &people)),
            };
            trip.shared(&sections, &people, summary, settlement, &name_of)
        };
        let trip = context
            .run_in_document_pool_if(is_slow, client, share)
            .await?;
        self.record_use(client, &link);
        Ok(OpenShare {
            link,
            trip_id,
            trip,
            is_large,
        })
    }

    /// Opens a picture at its signed URL.
    ///
    /// # Errors
    /// [`Error::LinkRefused`] if the URL is altered or expired, the link has ended or another end,
    /// or the picture is gone; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_picture(
        &self,
        client: Client,
        id: GrantId,
        picture: PictureId,
        query: &str,
    ) -> Result<SharedPicture, Error> {
        let context = &self.context;
        let found = self.find_open(client, GrantKind::ShareLink, id).await?;
        let (stored, _) = found.ok_or(Error::LinkRefused)?;
        let link: ShareLink = stored.parse()?;
        let bounds = context.signer.verify_shared(&link, picture, query)?;
        if !link.scope.contains(Section::Photos) {
            return Err(Error::LinkRefused);
        }
        let trip = link.trip.ok_or(Error::LinkRefused)?;
        let is_shown = context.executor.read(client, move |data| {
            let record = data.pictures().find(picture)?;
            Ok(record.is_some_and(|record| record.owner == PictureOwner::Trip(trip)))
        });
        if !is_shown.await? {
            return Err(Error::LinkRefused);
        }
        Ok(SharedPicture {
            trip,
            picture,
            bounds,
        })
    }

    async fn display_names(
        &self,
        client: Client,
        users: Vec<UserId>,
    ) -> Result<HashMap<UserId, Name>, Error> {
        let names = self.context.executor.read(client, move |data| {
            Ok(data.users().display_names(&users)?)
        });
        Ok(names.await?.into_iter().collect())
    }
}
