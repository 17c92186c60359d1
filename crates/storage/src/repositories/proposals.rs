//! The repository of proposals: what was read of messages that came in for an account.

use serde::{Deserialize, Serialize};
use wayfare_domain::{Instant, PictureId, UserId};

use crate::Result;

/// What was read of a message, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalSummary {
    /// The name of its format.
    pub format: String,
    /// The titles of its items.
    pub items: Vec<String>,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
    /// Its first and its last day, if it is dated.
    pub days: Option<(Instant, Instant)>,
}

/// What has become of a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProposalState {
    /// It waits; what was read.
    Open(ProposalSummary),
    /// It was made a trip of, or added to one.
    Taken,
    /// It was removed.
    Removed,
}

/// A proposal. What is kept of its message is in the picture store, with a record of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its id, and that of the record.
    pub id: PictureId,
    /// Whose it is.
    pub user: UserId,
    /// SHA-256 of what tells the message from others.
    pub digest: [u8; 32],
    /// The subject of the message.
    pub subject: String,
    /// What has become of it.
    pub state: ProposalState,
    /// When the message came.
    pub received_at: Instant,
}

/// Proposals. They are deleted with their account. Lock it before any is written.
pub trait ProposalRepository {
    /// Inserts a proposal. Returns `false` and writes nothing if its message has come before.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, proposal: &Proposal) -> Result<bool>;

    /// Counts the messages that have come for an account since a time.
    fn count_since(&mut self, user: UserId, since: Instant) -> Result<u64>;

    /// Reads the open proposals of an account that have come since a time, newest first.
    fn list_open(&mut self, user: UserId, since: Instant) -> Result<Vec<Proposal>>;

    /// Reads a proposal of an account that has come since a time.
    fn find(&mut self, user: UserId, id: PictureId, since: Instant) -> Result<Option<Proposal>>;

    /// Takes or removes an open proposal, and deletes the record of what was kept. Returns `false`
    /// if it is not open.
    fn close(&mut self, user: UserId, id: PictureId, is_taken: bool) -> Result<bool>;

    /// Deletes at most 64 proposals that came before a time, with their records. Returns them.
    fn prune(&mut self, before: Instant) -> Result<Vec<PictureId>>;
}
