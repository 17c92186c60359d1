//! Sizes with units, and limits in plain words.

use super::{error, settings};

#[test]
fn sizes_have_units() {
    for (text, bytes) in [
        ("0", 0),
        ("123", 123),
        ("5GB", 5_000_000_000),
        ("5 GB", 5_000_000_000),
        ("5gb", 5_000_000_000),
        ("5 GiB", 5 << 30),
        ("5GiB", 5 << 30),
        ("5G", 5 << 30),
        ("20m", 20 << 20),
        ("7kB", 7_000),
        ("7 KiB", 7 << 10),
        ("2T", 2 << 40),
        ("100 B", 100),
        ("9223372036854775807", i64::MAX.unsigned_abs()),
    ] {
        let set = settings(&["--pictures-per-account", text], &[], "");
        assert_eq!(set.pictures_per_account, bytes, "{text}");
    }
    let set = settings(
        &[],
        &[],
        "pictures_per_account = \"5 GiB\"\ntrip_cache = 64\n",
    );
    assert_eq!(
        (set.pictures_per_account, set.trip_cache),
        (5 << 30, Some(64 << 20))
    );
    for (text, bytes) in [
        ("64", 64 << 20),
        ("64MiB", 64 << 20),
        ("1G", 1 << 30),
        ("0", 0),
    ] {
        let set = settings(&[], &[("WAYFARE_TRIP_CACHE", text)], "");
        assert_eq!(set.trip_cache, Some(bytes), "{text}");
    }
}

#[test]
fn errors_list_the_units_of_sizes() {
    for wrong in [
        "GB",
        "1.5GB",
        "5 GBs",
        "5 G B",
        "9223372036854775808",
        "9000000T",
    ] {
        let line = error(&["--pictures-per-account", wrong], &[], "");
        assert!(line.starts_with("--pictures-per-account: "), "{line}");
        for unit in ["bytes", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"] {
            assert!(line.contains(unit), "{unit}: {line}");
        }
    }
    let line = error(&["--trip-cache", "65GiB"], &[], "");
    assert!(
        line.contains("number of MiB") && line.ends_with("to 64 GiB"),
        "{line}"
    );
}

#[test]
fn limits_of_durations_are_in_plain_words() {
    for (flag, limits) in [
        ("--access-token-ttl", "from 1 second to 365 days"),
        ("--body-timeout", "from 1 millisecond to 1 hour"),
        ("--drain", "from 0 seconds to 1 hour"),
        ("--gazetteer-interval", "from 0 seconds to 1 minute"),
    ] {
        let line = error(&[flag, "900d"], &[], "");
        assert!(line.contains(limits), "{line}");
    }
}
