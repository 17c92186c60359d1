//! Opening a share link: the one check of token, expiry and password, and what it shows.

use std::collections::HashMap;
use std::sync::Arc;

use wayfare_domain::trip::{Section, ShareLink, ShareLinkId, SharedTrip};
use wayfare_domain::{Date, Name, PictureId, TripId, UserId};
use wayfare_pictures::Bounds;
use wayfare_storage::{PictureOwner, StoredShareLink, TripParts, TripQuery};

use super::Shares;
use crate::sessions::derived_tokens::TokenClaim;
use crate::trips::access::MAX_INLINE_BYTES;
use crate::{Client, Error, Password};

/// A share link that was opened, and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenShare {
    /// The link.
    pub link: ShareLink,
    /// What it shows of its trip.
    pub trip: SharedTrip,
    /// Whether rendering it is too slow for a request thread.
    pub is_large: bool,
}

/// A picture that a share link shows, at its signed URL. Only [`Shares::open_picture`] makes it.
#[derive(Debug, Clone)]
pub struct SharedPicture {
    pub(crate) trip: TripId,
    pub(crate) picture: PictureId,
    pub(crate) bounds: Bounds,
}

/// How the sums of a shared budget are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedSums {
    /// Each by itself, as [`Trip::budget_summary`](wayfare_domain::Trip::budget_summary).
    Each,
    /// So that they add up, as
    /// [`Trip::apportioned_summary`](wayfare_domain::Trip::apportioned_summary).
    Apportioned,
}

impl Shares {
    /// Opens a link on behalf of a client, by its token and, if it has one, its password.
    ///
    /// Unknown, forged, expired and ended tokens answer alike, after one look-up each.
    ///
    /// # Errors
    /// [`Error::NotFound`], then [`Error::SharePassword`] if the password is wrong or missing;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open(
        &self,
        client: Client,
        token: &str,
        password: Option<Password>,
        sums: SharedSums,
    ) -> Result<OpenShare, Error> {
        let opened = self.try_open(client, token, password, sums).await;
        let metrics = &self.context.metrics;
        match &opened {
            Ok(_) => metrics.share_link_requested("opened"),
            Err(Error::NotFound) => metrics.share_link_requested("unknown"),
            Err(Error::SharePassword) => metrics.share_link_requested("password"),
            Err(_) => {}
        }
        opened
    }

    async fn try_open(
        &self,
        client: Client,
        token: &str,
        password: Option<Password>,
        sums: SharedSums,
    ) -> Result<OpenShare, Error> {
        let context = &self.context;
        let claim = TokenClaim::parse(token);
        let found = self.find_open(client, ShareLinkId(claim.id)).await?;
        let is_genuine = |stored: &StoredShareLink| {
            let link = &stored.link;
            let tokens = &context.share_tokens;
            tokens.verify(&claim, link.id.0, link.generation)
        };
        let StoredShareLink {
            link,
            password: hash,
        } = found.filter(is_genuine).ok_or(Error::NotFound)?;
        if let Some(hash) = hash {
            let password = password.ok_or(Error::SharePassword)?;
            if !context.hasher.verify(client, password, Some(hash)).await? {
                return Err(Error::SharePassword);
            }
        }
        let query = TripQuery {
            trip: link.trip,
            caller: Some(link.owner),
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
        let sections = link.sections.clone();
        let share = move || {
            let name_of = |user: UserId| names.get(&user).map(|name| name.as_str().to_owned());
            let summary = || match sums {
                SharedSums::Each => trip.budget_summary(default, &rates, &people),
                SharedSums::Apportioned => trip.apportioned_summary(default, &rates, &people),
            };
            let unpaid = || match sums {
                SharedSums::Each => Vec::new(),
                SharedSums::Apportioned => trip.settlement(default, &rates, &people).unpaid,
            };
            trip.shared(&sections, &people, summary, unpaid, &name_of)
        };
        let trip = context
            .run_in_document_pool_if(is_large, client, share)
            .await?;
        self.record_use(client, &link);
        Ok(OpenShare {
            link,
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
        id: ShareLinkId,
        picture: PictureId,
        query: &str,
    ) -> Result<SharedPicture, Error> {
        let context = &self.context;
        let found = self
            .find_open(client, id)
            .await?
            .ok_or(Error::LinkRefused)?;
        let link = found.link;
        let bounds = context.signer.verify_shared(&link, picture, query)?;
        if !link.sections.contains(Section::Photos) {
            return Err(Error::LinkRefused);
        }
        let trip = link.trip;
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

    /// Reads a link that has not ended.
    async fn find_open(
        &self,
        client: Client,
        id: ShareLinkId,
    ) -> Result<Option<StoredShareLink>, Error> {
        let find = self
            .context
            .executor
            .read(client, move |data| Ok(data.share_links().find(id)?));
        let now = self.context.now();
        Ok(find.await?.filter(|stored| stored.link.is_open(now)))
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

    /// Records the day of a use in the background, once a day.
    fn record_use(&self, client: Client, link: &ShareLink) {
        let today = Date::from(self.context.now());
        if link.last_used == Some(today) {
            return;
        }
        let (context, link) = (Arc::clone(&self.context), link.clone());
        tokio::spawn(async move {
            let record = context.executor.write(client, move |data| {
                data.share_links().record_use(&link, today)?;
                Ok(())
            });
            if let Err(error) = record.await {
                tracing::debug!(%error, "the use of a share link was not recorded");
            }
        });
    }
}
