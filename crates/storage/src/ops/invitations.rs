//! Invitations to trips.

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::trip::{Invitation, InvitationId};
use wayfare_domain::{TripId, UserId};

use super::{Connection, Handle};
use crate::columns::Key;
use crate::rows::InvitationRow;
use crate::schema::{invitations, trips};
use crate::{InvitationRepository, Result};

impl InvitationRepository for Handle {
    fn find(&mut self, id: InvitationId) -> Result<Option<Invitation>> {
        self.run(|connection| {
            let row = invitations::table
                .inner_join(trips::table)
                .filter(invitations::id.eq(Key(id.0)))
                .filter(invitations::owner_id.eq(trips::owner_id))
                .select(InvitationRow::as_select())
                .get_result(connection)
                .optional()?;
            Ok(row.map(InvitationRow::into_invitation).transpose()?)
        })
    }

    fn list(&mut self, trip: TripId, owner: UserId) -> Result<Vec<Invitation>> {
        self.run(|connection| {
            let rows = invitations::table
                .filter(invitations::trip_id.eq(Key::from(trip)))
                .filter(invitations::owner_id.eq(Key::from(owner)))
                .order((invitations::created_at.desc(), invitations::id.desc()))
                .select(InvitationRow::as_select())
                .load(connection)?;
            let rows = rows.into_iter().map(InvitationRow::into_invitation);
            Ok(rows.collect::<QueryResult<_>>()?)
        })
    }

    fn insert(&mut self, invitation: &Invitation) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(invitations::table)
                .values(InvitationRow::new(invitation))
                .execute(connection)?;
            Ok(())
        })
    }

    fn count_use(&mut self, invitation: &Invitation) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::update(invitations::table)
                .filter(invitations::trip_id.eq(Key::from(invitation.trip)))
                .filter(invitations::id.eq(Key(invitation.id.0)))
                .filter(invitations::used.eq(i64::from(invitation.used)))
                .set(invitations::used.eq(i64::from(invitation.used) + 1))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn delete(&mut self, trip: TripId, id: InvitationId) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::delete(invitations::table)
                .filter(invitations::trip_id.eq(Key::from(trip)))
                .filter(invitations::id.eq(Key(id.0)))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }
}

/// Deletes all invitations to a trip.
pub(super) fn delete_of_trip(connection: &mut Connection, trip: TripId) -> QueryResult<()> {
    diesel::delete(invitations::table)
        .filter(invitations::trip_id.eq(Key::from(trip)))
        .execute(connection)?;
    Ok(())
}
