//! The repository of invitations.

use wayfare_domain::trip::{Invitation, InvitationId};
use wayfare_domain::{TripId, UserId};

use crate::Result;

/// Invitations to trips. They are deleted with their trip, and by
/// [`TripRepository::save`](crate::TripRepository::save) when it changes the owner.
pub trait InvitationRepository {
    /// Reads an invitation. Returns `None` if it does not exist, or if its trip has got another
    /// owner since it was made.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, id: InvitationId) -> Result<Option<Invitation>>;

    /// Reads the invitations to a trip that `owner` made, newest first.
    fn list(&mut self, trip: TripId, owner: UserId) -> Result<Vec<Invitation>>;

    /// Inserts an invitation. Lock the trip before.
    fn insert(&mut self, invitation: &Invitation) -> Result<()>;

    /// Counts a use. Returns `false` and writes nothing if the invitation does not exist, or has
    /// been used since it was read. Lock the trip before it is read.
    fn count_use(&mut self, invitation: &Invitation) -> Result<bool>;

    /// Deletes an invitation to a trip. Returns `false` if it does not exist.
    fn delete(&mut self, trip: TripId, id: InvitationId) -> Result<bool>;
}
