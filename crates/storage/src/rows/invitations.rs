//! Rows of invitations.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::trip::{Invitation, InvitationId};
use wayfare_domain::{Reason, TripId, UserId};

use super::stored;
use crate::columns::{Key, Timestamp};
use crate::schema::invitations;

/// An invitation.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = invitations, treat_none_as_default_value = false)]
pub(crate) struct InvitationRow {
    id: Key,
    trip_id: Key,
    owner_id: Key,
    role: String,
    expires_at: Timestamp,
    uses: Option<i64>,
    used: i64,
    created_at: Timestamp,
}

impl InvitationRow {
    /// The row of an invitation.
    pub(crate) fn new(invitation: &Invitation) -> Self {
        let Invitation {
            id,
            trip,
            owner,
            role,
            expires_at,
            uses,
            used,
            created_at,
        } = invitation;
        Self {
            id: Key(id.0),
            trip_id: Key::from(*trip),
            owner_id: Key::from(*owner),
            role: role.as_str().to_owned(),
            expires_at: Timestamp(*expires_at),
            uses: uses.map(i64::from),
            used: i64::from(*used),
            created_at: Timestamp(*created_at),
        }
    }

    /// Builds the invitation.
    pub(crate) fn into_invitation(self) -> QueryResult<Invitation> {
        let count = |column, number: i64| {
            let number = u32::try_from(number);
            stored(column, number.map_err(|_| Reason::new("is no count")))
        };
        Ok(Invitation {
            id: InvitationId(self.id.0),
            trip: TripId(self.trip_id.0),
            owner: UserId(self.owner_id.0),
            role: stored("role", Invitation::parse_role(&self.role))?,
            expires_at: self.expires_at.0,
            uses: self.uses.map(|uses| count("uses", uses)).transpose()?,
            used: count("used", self.used)?,
            created_at: self.created_at.0,
        })
    }
}
