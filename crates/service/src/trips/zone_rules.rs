//! Typed hours after the rules of time zones have changed: their instants follow, in the background
//! (interface: "Hours as typed").

use std::time::Duration;

use tokio::time::{Instant as Timer, sleep};
use wayfare_domain::{Instant, Trip, TripId, UserId};
use wayfare_formats::{Zone, zone_release};
use wayfare_storage::{Repositories, ZoneRelease};

use super::Trips;
use super::places::relocation::SavedByService;
use crate::audit::{AuditAction, audit};
use crate::runtime::executor::INTERNAL;
use crate::{Client, Error};

/// Trips between two notes of how far it has got.
const PAGE: u32 = 100;
/// How long a server has the work to itself, in milliseconds; another one goes on if it has ended.
const LEASE: i64 = 20_000;
/// The pause after a failure, and before asking again whether another server is done.
const PAUSE: Duration = Duration::from_secs(5);
/// How often a trip is tried that others edit at the same time.
const ATTEMPTS: u32 = 20;

impl Trips {
    /// Moves the instants of all typed hours that are ahead if the release of the time zone
    /// database in use is newer than those that the store has followed, once for all servers. Ends
    /// once they have been moved, by whichever server.
    pub async fn follow_zone_release(&self) {
        let release = zone_release();
        loop {
            match self.move_hours(release).await {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, release, "typed hours are still to be moved"),
            }
            sleep(PAUSE).await;
        }
    }

    /// Goes on moving hours. Returns whether those of all trips follow the release, or a newer one.
    async fn move_hours(&self, name: &'static str) -> Result<bool, Error> {
        let executor = &self.context.executor;
        let begin = move |data: &mut dyn Repositories| {
            let newest = data.zone_releases().newest()?;
            let moved_through = match newest {
                // Nobody has typed an hour by earlier rules.
                None => None,
                Some(newest) if *newest.name < *name => Some(TripId::NOWHERE),
                Some(newest) if newest.name == name => return Ok(newest.moved_through.is_none()),
                Some(_) => return Ok(true),
            };
            let is_done = moved_through.is_none();
            let name = name.to_owned();
            let release = ZoneRelease {
                name,
                moved_through,
            };
            data.zone_releases().insert(&release)?;
            Ok(is_done)
        };
        if executor.write(INTERNAL, begin).await? {
            return Ok(true);
        }
        let (now, until) = self.lease();
        let claim =
            move |data: &mut dyn Repositories| Ok(data.zone_releases().claim(name, now, until)?);
        let Some(mut last) = executor.write(INTERNAL, claim).await? else {
            return Ok(false);
        };
        let mut moved = 0_u64;
        tracing::info!(
            release = name,
            "moving typed hours to new rules of time zones"
        );
        loop {
            let started = Timer::now();
            let read = move |data: &mut dyn Repositories| Ok(data.trips().ids(last, PAGE)?);
            let page = executor.read(INTERNAL, read).await?;
            for (trip, owner) in &page {
                moved += u64::from(self.move_hours_of(*trip, *owner, name).await?);
            }
            let through = page.last().map(|(trip, _)| *trip);
            self.advance(name, through).await?;
            let Some(through) = through else {
                tracing::info!(release = name, moved, "typed hours follow the new rules");
                return Ok(true);
            };
            last = through;
            // Half of the time is for others.
            sleep(started.elapsed()).await;
        }
    }

    /// Moves the hours of a trip. Returns whether there were any to move.
    async fn move_hours_of(
        &self,
        trip: TripId,
        owner: UserId,
        release: &'static str,
    ) -> Result<bool, Error> {
        for _ in 0..ATTEMPTS {
            match self.try_to_move_hours(trip, owner, release).await {
                Ok(SavedByService::Unchanged) => return Ok(false),
                Ok(SavedByService::Saved(_)) => return Ok(true),
                Ok(SavedByService::Conflict) => {}
                Err(error @ (Error::Busy | Error::Unavailable(_))) => return Err(error),
                Err(error) => {
                    tracing::warn!(%trip, %error, release, "typed hours of a trip stay");
                    return Ok(false);
                }
            }
        }
        tracing::warn!(%trip, release, "typed hours of a trip stay: others edit it");
        Ok(false)
    }

    async fn try_to_move_hours(
        &self,
        trip: TripId,
        owner: UserId,
        release: &'static str,
    ) -> Result<SavedByService, Error> {
        let context = &self.context;
        let client = Client::new(0);
        let Some((before, generation)) = context.find_for_service(client, trip, owner).await?
        else {
            return Ok(SavedByService::Unchanged);
        };
        let now = context.now();
        let moved = move |trip: &Trip| trip.follow_zone_rules(now, &Zone::same_hour);
        let told = move || audit(AuditAction::TripZoneRules, None, &release, Some(trip));
        context
            .write_for_service(client, &before, generation, moved, told)
            .await
    }

    /// Notes that the trips up to this one, or all, follow a release.
    async fn advance(&self, name: &str, through: Option<TripId>) -> Result<(), Error> {
        let (_, until) = self.lease();
        let release = ZoneRelease {
            name: name.to_owned(),
            moved_through: through,
        };
        let advance =
            move |data: &mut dyn Repositories| Ok(data.zone_releases().advance(&release, until)?);
        self.context.executor.write(INTERNAL, advance).await
    }

    /// The present time, and when a lease that begins now ends.
    fn lease(&self) -> (Instant, Instant) {
        let now = self.context.now();
        (now, now.plus_millis(LEASE))
    }
}
