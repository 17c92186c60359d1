//! The bytes that the trips of an account may have together (interface: "Limits"). Pictures have a
//! quota of their own.

use wayfare_domain::UserId;
use wayfare_storage::{DocumentSizes, Repositories};

use crate::Error;
use crate::context::Context;

/// A trip that grows is counted when its size passes a multiple of this many bytes, so that most
/// edits cost no look-up. Each trip may thus exceed the limit by as much.
const STEP: usize = 4 << 10;

impl Context {
    /// Whether the trips of an account, which others may change at the same time, have room for
    /// `more` bytes.
    pub(crate) fn has_room_for_bytes(
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
        self.metrics.limit_hits("trip-bytes-per-account").inc();
        let limit = self.policy.trip_bytes_per_account;
        Err(Error::AccountFull { limit })
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
