//! Rows of proposals.

use diesel::result::Error;
use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::{PictureId, UserId};

use super::hash;
use crate::columns::{Key, Timestamp};
use crate::schema::proposals;
use crate::{Proposal, ProposalState};

/// A proposal.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = proposals, treat_none_as_default_value = false)]
pub(crate) struct ProposalRow {
    id: Key,
    user_id: Key,
    digest: Vec<u8>,
    subject: String,
    content: Option<String>,
    is_taken: bool,
    received_at: Timestamp,
}

impl ProposalRow {
    /// The row of a proposal.
    pub(crate) fn new(proposal: &Proposal) -> QueryResult<Self> {
        let content = match &proposal.state {
            ProposalState::Open(summary) => Some(
                serde_json::to_string(summary)
                    .map_err(|error| Error::SerializationError(error.into()))?,
            ),
            ProposalState::Taken | ProposalState::Removed => None,
        };
        Ok(Self {
            id: proposal.id.into(),
            user_id: proposal.user.into(),
            digest: proposal.digest.into(),
            subject: proposal.subject.clone(),
            content,
            is_taken: proposal.state == ProposalState::Taken,
            received_at: Timestamp(proposal.received_at),
        })
    }

    /// Builds the proposal.
    pub(crate) fn into_proposal(self) -> QueryResult<Proposal> {
        Ok(Proposal {
            id: PictureId(self.id.0),
            user: UserId(self.user_id.0),
            digest: hash(self.digest)?,
            subject: self.subject,
            state: match (self.content, self.is_taken) {
                (Some(content), _) => ProposalState::Open(
                    serde_json::from_str(&content)
                        .map_err(|error| Error::DeserializationError(error.into()))?,
                ),
                (None, true) => ProposalState::Taken,
                (None, false) => ProposalState::Removed,
            },
            received_at: self.received_at.0,
        })
    }
}
