//! Proposals.

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{Instant, PictureId, UserId};

use super::{Handle, pictures};
use crate::columns::{Key, Timestamp};
use crate::rows::ProposalRow;
use crate::schema::proposals;
use crate::{Proposal, ProposalRepository, Result};

/// The most proposals that are deleted at once.
const PRUNED: i64 = 64;

impl ProposalRepository for Handle {
    fn insert(&mut self, proposal: &Proposal) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::insert_into(proposals::table)
                .values(ProposalRow::new(proposal)?)
                .on_conflict((proposals::user_id, proposals::digest))
                .do_nothing()
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn count_since(&mut self, user: UserId, since: Instant) -> Result<u64> {
        self.run(|connection| {
            let count: i64 = proposals::table
                .filter(proposals::user_id.eq(Key::from(user)))
                .filter(proposals::received_at.ge(Timestamp(since)))
                .count()
                .get_result(connection)?;
            Ok(u64::try_from(count).unwrap_or_default())
        })
    }

    fn list_open(&mut self, user: UserId, since: Instant) -> Result<Vec<Proposal>> {
        self.run(|connection| {
            let rows: Vec<ProposalRow> = proposals::table
                .filter(proposals::user_id.eq(Key::from(user)))
                .filter(proposals::received_at.ge(Timestamp(since)))
                .filter(proposals::content.is_not_null())
                .order((proposals::received_at.desc(), proposals::id.desc()))
                .select(ProposalRow::as_select())
                .load(connection)?;
            let rows = rows.into_iter().map(ProposalRow::into_proposal);
            Ok(rows.collect::<QueryResult<_>>()?)
        })
    }

    fn find(&mut self, user: UserId, id: PictureId, since: Instant) -> Result<Option<Proposal>> {
        self.run(|connection| {
            let row = proposals::table
                .find(Key::from(id))
                .filter(proposals::user_id.eq(Key::from(user)))
                .filter(proposals::received_at.ge(Timestamp(since)))
                .select(ProposalRow::as_select())
                .get_result(connection)
                .optional()?;
            Ok(row.map(ProposalRow::into_proposal).transpose()?)
        })
    }

    fn close(&mut self, user: UserId, id: PictureId, is_taken: bool) -> Result<bool> {
        self.run(|connection| {
            let open = proposals::table
                .find(Key::from(id))
                .filter(proposals::user_id.eq(Key::from(user)))
                .filter(proposals::content.is_not_null());
            let rows = diesel::update(open)
                .set((
                    proposals::content.eq(None::<String>),
                    proposals::is_taken.eq(is_taken),
                ))
                .execute(connection)?;
            if rows > 0 {
                pictures::delete(connection, &[id])?;
            }
            Ok(rows > 0)
        })
    }

    fn prune(&mut self, before: Instant) -> Result<Vec<PictureId>> {
        self.run(|connection| {
            let expired: Vec<Key> = proposals::table
                .filter(proposals::received_at.lt(Timestamp(before)))
                .order(proposals::received_at)
                .limit(PRUNED)
                .select(proposals::id)
                .load(connection)?;
            let ids: Vec<PictureId> = expired.iter().map(|id| PictureId(id.0)).collect();
            diesel::delete(proposals::table.filter(proposals::id.eq_any(expired)))
                .execute(connection)?;
            pictures::delete(connection, &ids)?;
            Ok(ids)
        })
    }
}
