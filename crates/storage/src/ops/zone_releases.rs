//! Releases of the time zone database.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use wayfare_domain::{Instant, TripId};

use super::Handle;
use crate::columns::{Key, Timestamp};
use crate::schema::zone_releases;
use crate::{Result, ZoneRelease, ZoneReleaseRepository};

impl ZoneReleaseRepository for Handle {
    fn newest(&mut self) -> Result<Option<ZoneRelease>> {
        self.run(|connection| {
            let newest = zone_releases::table
                .order(zone_releases::release.desc())
                .select((zone_releases::release, zone_releases::moved_through))
                .first::<(String, Option<Key>)>(connection)
                .optional()?;
            Ok(newest.map(|(name, through)| ZoneRelease {
                name,
                moved_through: through.map(|trip| TripId(trip.0)),
            }))
        })
    }

    fn insert(&mut self, release: &ZoneRelease) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(zone_releases::table)
                .values((
                    zone_releases::release.eq(&release.name),
                    zone_releases::moved_through.eq(release.moved_through.map(Key::from)),
                    zone_releases::claimed_until.eq(Timestamp(Instant::EPOCH)),
                ))
                .on_conflict(zone_releases::release)
                .do_nothing()
                .execute(connection)?;
            Ok(())
        })
    }

    fn claim(&mut self, name: &str, now: Instant, until: Instant) -> Result<Option<TripId>> {
        self.run(|connection| {
            let own = zone_releases::table.find(name);
            let free = own
                .filter(zone_releases::moved_through.is_not_null())
                .filter(zone_releases::claimed_until.le(Timestamp(now)));
            let claimed = diesel::update(free)
                .set(zone_releases::claimed_until.eq(Timestamp(until)))
                .execute(connection)?;
            if claimed == 0 {
                return Ok(None);
            }
            let through = own.select(zone_releases::moved_through);
            let through = through.get_result::<Option<Key>>(connection)?;
            Ok(through.map(|trip| TripId(trip.0)))
        })
    }

    fn advance(&mut self, release: &ZoneRelease, until: Instant) -> Result<()> {
        self.run(|connection| {
            diesel::update(zone_releases::table.find(&release.name))
                .set((
                    zone_releases::moved_through.eq(release.moved_through.map(Key::from)),
                    zone_releases::claimed_until.eq(Timestamp(until)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }
}
