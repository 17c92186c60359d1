//! The limits of what counts for an account: its trips, their bytes, its memberships (interface:
//! "Limits"). Pictures have a quota of their own.

use wayfare_domain::{Reason, UserId};
use wayfare_storage::{DocumentSizes, Repositories};

use crate::Error;
use crate::context::Context;

/// A trip that grows is counted when its size passes a multiple of this many bytes, so that most
/// edits cost no look-up. Each trip may thus exceed the limit by as much.
const STEP: usize = 4 << 10;

/// Why an account can't take a trip over.
pub(crate) const NO_ROOM: &str = "there is no room for the trip in your account";

/// What an account would take over.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Takeover {
    pub(crate) trips: u64,
    pub(crate) bytes: usize,
    pub(crate) pictures: u64,
}

impl Context {
    /// Checks that an account, which is locked, may own one more trip.
    ///
    /// # Errors
    /// [`Error::TooManyTrips`].
    pub(crate) fn check_trip_limit(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
    ) -> Result<(), Error> {
        if self.has_trips_left(data, account, 1)? {
            return Ok(());
        }
        self.metrics.limit_hits("trips-per-account").inc();
        let limit = self.policy.trips_per_account;
        Err(Error::TooManyTrips { limit })
    }

    fn has_trips_left(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
        more: u64,
    ) -> Result<bool, Error> {
        let limit = u64::from(self.policy.trips_per_account);
        Ok(limit == 0 || data.trips().counts_of_account(account)?.trips + more <= limit)
    }

    /// How many more memberships may count for an account.
    pub(crate) fn memberships_left(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
    ) -> Result<u64, Error> {
        let limit = u64::from(self.policy.memberships_per_account);
        if limit == 0 {
            return Ok(u64::MAX);
        }
        let counts = data.trips().counts_of_account(account)?;
        Ok(limit.saturating_sub(counts.memberships))
    }

    /// Whether more memberships count for an account than may.
    pub(crate) fn has_too_many_memberships(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
    ) -> Result<bool, Error> {
        let limit = u64::from(self.policy.memberships_per_account);
        Ok(limit > 0 && data.trips().counts_of_account(account)?.memberships > limit)
    }

    /// The reason why no further membership may count for an account.
    pub(crate) fn too_many_memberships(&self) -> Reason {
        let limit = self.policy.memberships_per_account;
        Reason::new(format!(
            "would be more than the {limit} memberships that an account may have or give"
        ))
    }

    /// Why an account, which it locks, can't take something over.
    pub(crate) fn lacks_room(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
        more: Takeover,
    ) -> Result<Option<Reason>, Error> {
        if !self.has_trips_left(data, account, more.trips)? {
            let limit = self.policy.trips_per_account;
            return Ok(Some(Reason::new(format!(
                "would be more than the {limit} trips that an account may own"
            ))));
        }
        if !self.has_room_for_bytes(data, account, more.bytes)? {
            return Ok(Some(Reason::new(NO_ROOM)));
        }
        let has_room = self
            .picture_quota()
            .is_within(data, account, more.pictures)?;
        let reason = || Reason::new("there is no room for the pictures in your account");
        Ok((!has_room).then(reason))
    }

    /// Whether the trips of an account, which others may change at the same time, have room for
    /// `more` bytes.
    fn has_room_for_bytes(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
        more: usize,
    ) -> Result<bool, Error> {
        let limit = self.policy.trip_bytes_per_account;
        if limit == 0 {
            return Ok(true);
        }
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        let held = data.trips().bytes_of_account(account)?;
        Ok(held.saturating_add(more) <= limit)
    }

    /// Checks that the trips of an account have room for `more` bytes.
    ///
    /// # Errors
    /// [`Error::AccountFull`].
    pub(crate) fn check_account_bytes(
        &self,
        data: &mut dyn Repositories,
        account: UserId,
        more: usize,
    ) -> Result<(), Error> {
        if self.has_room_for_bytes(data, account, more)? {
            return Ok(());
        }
        Err(self.account_full())
    }

    /// The error of an account without room for the bytes of a trip.
    pub(crate) fn account_full(&self) -> Error {
        self.metrics.limit_hits("trip-bytes-per-account").inc();
        let limit = self.policy.trip_bytes_per_account;
        Error::AccountFull { limit }
    }

    /// By how many bytes an edit makes a trip grow, if that is to be counted.
    pub(crate) fn counted_growth(
        &self,
        before: DocumentSizes,
        after: DocumentSizes,
    ) -> Option<usize> {
        let (before, after) = (before.total(), after.total());
        let is_counted = self.policy.trip_bytes_per_account > 0 && before / STEP < after / STEP;
        is_counted.then(|| after - before)
    }
}
