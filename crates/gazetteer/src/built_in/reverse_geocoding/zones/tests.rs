use jiff::tz::TimeZoneDatabase;

use super::*;

#[test]
fn the_time_zone_database_has_each_zone_of_the_boundaries() {
    let database = TimeZoneDatabase::bundled();
    let names = BOUNDARIES.timezonenames();
    assert!(names.len() > 400, "{}", names.len());
    for name in names {
        assert!(database.get(name).is_ok(), "{name}");
    }
}
