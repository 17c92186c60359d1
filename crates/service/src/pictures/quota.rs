//! The quota of stored pictures of an account (interface: "Pictures"). The pictures of a trip count
//! for its owner, or who has handed it over to them.

use wayfare_domain::UserId;
use wayfare_storage::{Picture, PictureChanges, Repositories};

use crate::context::Context;
use crate::{Caller, Error};

/// The quota, in bytes; 0 for no limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PictureQuota(u64);

impl PictureQuota {
    /// Returns whether `more` bytes of pictures fit into the quota of `account`, which it locks.
    pub(crate) fn has_room(
        self,
        data: &mut dyn Repositories,
        account: UserId,
        more: u64,
    ) -> Result<bool, Error> {
        Ok(more == 0 || self.is_within(data, account, more)?)
    }

    /// Returns whether the pictures of `account`, which it locks, are within the quota, together
    /// with `more` bytes.
    pub(crate) fn is_within(
        self,
        data: &mut dyn Repositories,
        account: UserId,
        more: u64,
    ) -> Result<bool, Error> {
        let Self(limit) = self;
        if limit == 0 {
            return Ok(true);
        }
        data.users().lock(account)?;
        let stored = data.pictures().bytes_of_account(account)?;
        Ok(stored.saturating_add(more) <= limit)
    }
}

impl Context {
    /// The quota of every account.
    pub(crate) fn picture_quota(&self) -> PictureQuota {
        PictureQuota(self.policy.pictures_per_account)
    }

    /// How many more bytes of pictures the caller's account may have.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], [`Error::Busy`], [`Error::Unavailable`].
    pub(crate) async fn picture_room(&self, caller: Caller) -> Result<u64, Error> {
        let PictureQuota(limit) = self.picture_quota();
        if limit == 0 {
            return Ok(u64::MAX);
        }
        let stored = move |data: &mut dyn Repositories| {
            caller.check(data.users().find(caller.user)?)?;
            Ok::<_, Error>(data.pictures().bytes_of_account(caller.user)?)
        };
        let stored = self.executor.read(caller.client(), stored).await?;
        Ok(limit.saturating_sub(stored))
    }

    /// Checks that the pictures of `account` stay within the quota after `changes`. A change that
    /// needs no more room than before is always permitted. Locks the account, so that concurrent
    /// changes of other trips are counted too.
    ///
    /// # Errors
    /// [`Error::AccountFull`] for files, [`Error::PictureQuota`].
    pub(crate) fn check_picture_quota(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
        changes: &PictureChanges,
    ) -> Result<(), Error> {
        let added = bytes_of(&changes.added);
        // Files have no size in pixels. They count with the trips, too.
        let files = changes.added.iter().filter_map(|it| it.content.as_ref());
        let files: u64 = files.filter(|it| it.width == 0).map(|it| it.bytes).sum();
        if files > 0 {
            self.check_account_bytes(data, account, usize::try_from(files).unwrap_or(usize::MAX))?;
        }
        let PictureQuota(limit) = self.picture_quota();
        if limit == 0 || added == 0 {
            return Ok(());
        }
        let removed = bytes_of(&data.pictures().find_many(&changes.removed)?);
        let more = added.saturating_sub(removed);
        if self.picture_quota().has_room(data, account, more)? {
            return Ok(());
        }
        self.metrics.limit_hits("pictures-per-account").inc();
        Err(Error::PictureQuota { limit })
    }
}

/// The stored bytes of pictures. One that has not been fetched has none.
pub(crate) fn bytes_of(pictures: &[Picture]) -> u64 {
    let contents = pictures
        .iter()
        .filter_map(|picture| picture.content.as_ref());
    contents.map(|content| content.bytes).sum()
}
