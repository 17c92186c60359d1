//! Share links of trips.

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::trip::{ShareLink, ShareLinkId};
use wayfare_domain::{Date, TripId, UserId};

use super::{Connection, Handle};
use crate::columns::{Key, Timestamp};
use crate::rows::{NewShareLink, ShareLinkRow, section_names};
use crate::schema::{share_links, trips};
use crate::{Result, ShareLinkRepository, StoredShareLink};

impl ShareLinkRepository for Handle {
    fn find(&mut self, id: ShareLinkId) -> Result<Option<StoredShareLink>> {
        self.run(|connection| {
            let row = share_links::table
                .inner_join(trips::table)
                .filter(share_links::id.eq(Key(id.0)))
                .filter(share_links::owner_id.eq(trips::owner_id))
                .select(ShareLinkRow::as_select())
                .get_result(connection)
                .optional()?;
            Ok(row.map(ShareLinkRow::into_link).transpose()?)
        })
    }

    fn list(&mut self, trip: TripId, owner: UserId) -> Result<Vec<StoredShareLink>> {
        self.run(|connection| {
            let rows = share_links::table
                .filter(share_links::trip_id.eq(Key::from(trip)))
                .filter(share_links::owner_id.eq(Key::from(owner)))
                .order((share_links::created_at.desc(), share_links::id.desc()))
                .select(ShareLinkRow::as_select())
                .load(connection)?;
            let links = rows.into_iter().map(ShareLinkRow::into_link);
            Ok(links.collect::<QueryResult<_>>()?)
        })
    }

    fn insert(&mut self, link: &StoredShareLink) -> Result<()> {
        self.run(|connection| {
            let row = NewShareLink::new(link)?;
            diesel::insert_into(share_links::table)
                .values(row)
                .execute(connection)?;
            Ok(())
        })
    }

    fn save(&mut self, after: &StoredShareLink) -> Result<bool> {
        self.run(|connection| {
            let StoredShareLink { link, password } = after;
            let rows = diesel::update(share_links::table)
                .filter(share_links::trip_id.eq(Key::from(link.trip)))
                .filter(share_links::id.eq(Key(link.id.0)))
                .filter(share_links::version.eq(link.version - 1))
                .set((
                    share_links::version.eq(link.version),
                    share_links::label.eq(link.label.as_str()),
                    share_links::sections.eq(section_names(&link.sections)?),
                    share_links::expires_at.eq(link.expires_at.map(Timestamp)),
                    share_links::password_hash.eq(password.as_ref().map(|hash| hash.0.as_str())),
                ))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn delete(&mut self, trip: TripId, id: ShareLinkId) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::delete(share_links::table)
                .filter(share_links::trip_id.eq(Key::from(trip)))
                .filter(share_links::id.eq(Key(id.0)))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn record_use(&mut self, link: &ShareLink, day: Date) -> Result<()> {
        self.run(|connection| {
            diesel::update(share_links::table)
                .filter(share_links::trip_id.eq(Key::from(link.trip)))
                .filter(share_links::id.eq(Key(link.id.0)))
                .set(share_links::last_used.eq(day.to_string()))
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Deletes all links of a trip.
pub(super) fn delete_of_trip(connection: &mut Connection, trip: TripId) -> QueryResult<()> {
    diesel::delete(share_links::table)
        .filter(share_links::trip_id.eq(Key::from(trip)))
        .execute(connection)?;
    Ok(())
}
