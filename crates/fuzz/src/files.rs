//! Files of trips.

use std::io::Cursor;

use uuid::Uuid;
use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::{Currency, Date, Instant, People, ReferenceRates, Trip, TripId, UserId};
use wayfare_formats::{Format, ImportError, ImportedTrip, Limits, read, write, write_settlement};

/// A file is refused, or makes a trip that can be written in every format; maps and calendars that
/// were written can be read.
pub(crate) fn file(bytes: &[u8]) {
    let Ok(imported) = read_file(bytes) else {
        return;
    };
    assert!(imported.content.itinerary.len() <= Trip::MAX_ITEMS);
    let mut context = EditContext {
        by: UserId(Uuid::from_u128(1)),
        now: Instant::EPOCH,
        find_user: &|_| None,
        mint: &mut || Uuid::from_u128(9),
        default_currency: Currency::CAD,
        rates: &ReferenceRates::default(),
        has_same_mentions: false,
        places: &|_| None,
        wall_clock: &wayfare_formats::Zone::same_hour,
    };
    let import = Trip::import(TripId(Uuid::from_u128(2)), imported.content, &mut context);
    let Ok(import) = import else {
        return;
    };
    let trip = import.locate(&|_| None, &wayfare_formats::Zone::same_hour);
    let (rates, people) = (ReferenceRates::default(), People::default());
    let names = trip.member_names(&people);
    for format in Format::ALL {
        let written = write(&trip, &names, Currency::CAD, format).unwrap();
        if format != Format::Csv {
            read_file(&written).unwrap();
        }
    }
    let settlement = trip.settlement(Currency::CAD, &rates, &people);
    let explained = trip.explain(&settlement, &rates, &people);
    write_settlement(&explained, &names).unwrap();
}

fn read_file(bytes: &[u8]) -> Result<ImportedTrip, ImportError> {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let today = Date::from(Instant::EPOCH);
    read(Cursor::new(bytes), Limits::default(), today, &mut mint)
}
