//! Reading archives: every value by the constructor of its type.

use std::collections::HashSet;
use std::io::{BufReader, ErrorKind, Read, Seek};

use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::conversion::EntryRate;
use wayfare_domain::trip::import::ImportedContent;
use wayfare_domain::trip::itinerary::{Day, ItemKind, ItemPhoto, PhotoUrl};
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::trip::{
    Budget, Destination, Estimate, Expenditure, ItineraryItem, MapLocation, MemberShare, Payment,
    RecordedSettlement, Transportation, TripMap,
};
use wayfare_domain::{
    Amount, Dates, Instant, Moment, Name, Path, Period, Plan, Reason, Text, UserId,
};

use super::shapes::{
    BudgetFile, CoordinatesFile, DestinationFile, FORMAT, ItemFile, LocationFile, Manifest,
    MomentFile, Number, SettlementFile, ShareFile, TripFile, VERSION,
};
use super::zip_file::{Unpacked, too_large};
use super::{MANIFEST, TRIP};
use crate::import::draft::Draft;
use crate::import::json::BoundedJson;
use crate::import::{ImportError, ImportFormat, ImportedPicture, ImportedTrip, Limits};

/// The largest manifest and the largest document of a trip, in bytes.
const MAX_MANIFEST: u64 = 64 << 10;
const MAX_TRIP: u64 = 16 << 20;
/// The longest source of a reference rate, in characters.
const MAX_SOURCE: usize = 200;

/// Where a value is in the document, for messages.
type At<'p> = &'p str;

/// Reads an archive.
pub(crate) fn read<R: Read + Seek>(
    file: R,
    limits: Limits,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut unpacked = Unpacked::open(file, limits)?;
    let manifest: Manifest = document(&mut unpacked, MANIFEST, MAX_MANIFEST)?;
    if manifest.format != FORMAT || manifest.version == 0 {
        return Err(ImportError::malformed(
            "is an archive of something else than a trip",
        ));
    }
    if manifest.version > VERSION {
        return Err(ImportError::malformed(format!(
            "is an archive of version {}, of which this service knows those up to {VERSION}",
            manifest.version
        )));
    }
    let trip: TripFile = document(&mut unpacked, TRIP, MAX_TRIP)?;
    let names: HashSet<String> = unpacked.names().iter().cloned().collect();
    let picture = |draft: &mut Draft<'_>, path: &String| {
        if names.contains(path) && path.starts_with("pictures/") {
            return Some(ImportedPicture { path: path.clone() });
        }
        draft.warn("a picture is missing");
        None
    };
    let main_picture = trip.main_picture.as_ref();
    let main_picture = main_picture.and_then(|path| picture(&mut draft, path));
    let photos = trip
        .photos
        .iter()
        .filter_map(|path| picture(&mut draft, path));
    let photos: Vec<ImportedPicture> = photos.collect();
    let used: HashSet<&str> = main_picture
        .iter()
        .chain(&photos)
        .map(|picture| picture.path.as_str())
        .chain([MANIFEST, TRIP])
        .collect();
    if names.iter().any(|name| !used.contains(name.as_str())) {
        draft.warn("a file of the archive is not part of the trip");
    }
    Ok(ImportedTrip {
        format: ImportFormat::Zip,
        content: ImportedContent {
            name: value("name", Name::new(&trip.name))?,
            description: text("description", &trip.description)?,
            plan: plan(&trip)?,
            base_currency: trip.base_currency,
            itinerary: items(&trip)?,
            map: map(&trip)?,
        },
        main_picture,
        photos,
        warnings: draft.into_warnings(),
    })
}

fn document<R: Read + Seek, T: DeserializeOwned>(
    unpacked: &mut Unpacked<R>,
    name: &str,
    limit: u64,
) -> Result<T, ImportError> {
    let entry = BufReader::new(unpacked.reader(name, limit)?);
    serde_json::from_reader(BoundedJson::new(entry)).map_err(|error| {
        if error.io_error_kind() == Some(ErrorKind::FileTooLarge) {
            too_large(name, limit)
        } else {
            ImportError::malformed(format!("{name}: {error}"))
        }
    })
}

fn value<T>(at: At<'_>, result: Result<T, Reason>) -> Result<T, ImportError> {
    result.map_err(|reason| ImportError::malformed(format!("{TRIP}: {at} {reason}")))
}

fn text<const MAX: usize>(at: At<'_>, text: &str) -> Result<Text<MAX>, ImportError> {
    value(at, Text::new(text))
}

fn amount(at: At<'_>, number: Number) -> Result<Amount, ImportError> {
    value(at, Amount::new(number.0))
}

fn optional(at: At<'_>, number: Option<Number>) -> Result<Option<Amount>, ImportError> {
    number.map(|number| amount(at, number)).transpose()
}

fn instant(at: At<'_>, text: &str) -> Result<Instant, ImportError> {
    value(at, Instant::parse(text))
}

fn moment(at: At<'_>, file: Option<&MomentFile>) -> Result<Option<Moment>, ImportError> {
    let Some(file) = file else { return Ok(None) };
    let instant = instant(at, &file.time)?;
    let number = instant.epoch(file.unit);
    let moment = value(at, Moment::from_epoch(number))?;
    // A number of the other unit means another instant.
    if moment.at == instant {
        return Ok(Some(moment));
    }
    value(at, Moment::from_text(&file.time)).map(Some)
}

fn plan(trip: &TripFile) -> Result<Plan, ImportError> {
    let sent = Dates {
        start: moment("start", trip.start.as_ref())?,
        end: moment("end", trip.end.as_ref())?,
    };
    let dates = Dates::default().merge(sent, &Path::root());
    let dates = dates.map_err(|_| ImportError::malformed("trip.json: start is after the end"))?;
    let (lo, hi) = (
        amount("estimate", trip.estimate.lo)?,
        amount("estimate", trip.estimate.hi)?,
    );
    let estimate = Estimate::default().merge(Some(lo), Some(hi), &Path::root());
    let estimate =
        estimate.map_err(|_| ImportError::malformed("trip.json: estimate lo is above hi"))?;
    let expenditures = trip.expenditures.iter().map(|entry| {
        Ok(Expenditure {
            expenditure: text("expenditures", &entry.expenditure)?,
            cost: amount("expenditures", entry.cost)?,
        })
    });
    let destinations = trip.destinations.iter();
    let todo = trip.todo.iter().map(|entry| text("todo", entry));
    Ok(Plan {
        destinations: destinations.map(destination).collect::<Result<_, _>>()?,
        estimate,
        budget: budget("budget", &trip.budget)?,
        expenditures: expenditures.collect::<Result<_, ImportError>>()?,
        dates,
        todo: todo.collect::<Result<_, _>>()?,
        settlements: trip
            .settlements
            .iter()
            .map(settlement)
            .collect::<Result<_, _>>()?,
    })
}

fn destination(file: &DestinationFile) -> Result<Destination, ImportError> {
    let DestinationFile {
        id,
        name,
        location,
        description,
        coordinates,
        time_zone,
    } = file;
    let zone = time_zone.as_deref().map(ZoneName::new);
    Ok(Destination {
        id: text("a destination's id", id)?,
        name: text("a destination's name", name)?,
        location: text("a destination's location", location)?,
        description: text("a destination's description", description)?,
        coordinates: point(coordinates.as_ref())?,
        time_zone: zone.map(|zone| value("a timeZone", zone)).transpose()?,
    })
}

fn point(file: Option<&CoordinatesFile>) -> Result<Option<Coordinates>, ImportError> {
    file.map(|point| {
        let point = Coordinates::new(point.latitude.0, point.longitude.0);
        value("coordinates", point)
    })
    .transpose()
}

fn items(trip: &TripFile) -> Result<Vec<ItineraryItem>, ImportError> {
    trip.items.iter().map(item).collect()
}

fn item(file: &ItemFile) -> Result<ItineraryItem, ImportError> {
    let time = |text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| instant("an item's time", text)).transpose()
    };
    let photos = file.photos.iter().map(|photo| {
        Ok(ItemPhoto {
            url: value("a photo's url", PhotoUrl::new(&photo.url))?,
            description: text("a photo's description", &photo.description)?,
        })
    });
    Ok(ItineraryItem {
        id: text("an item's id", &file.id)?,
        kind: value("an item's type", ItemKind::new(&file.r#type))?,
        day: value("an item's day", Day::new(file.day))?,
        start: time(&file.start)?,
        end: time(&file.end)?,
        duration: amount("an item's duration", file.duration)?,
        budget: budget("an item's budget", &file.budget)?,
        destination: destination(&file.destination)?,
        photos: photos.collect::<Result<_, ImportError>>()?,
    })
}

fn budget(at: At<'_>, file: &BudgetFile) -> Result<Budget, ImportError> {
    Ok(Budget {
        currency: file.currency,
        category: text(at, &file.category)?,
        estimated: optional(at, file.estimated)?,
        total: optional(at, file.total)?,
        paid: optional(at, file.paid)?,
        shares: file
            .shares
            .iter()
            .map(|share| self::share(at, share))
            .collect::<Result<_, _>>()?,
        rate: rate(file.rate.as_ref())?,
    })
}

fn share(at: At<'_>, file: &ShareFile) -> Result<MemberShare, ImportError> {
    let payment = file.payment.as_ref();
    let payment = payment.map(|payment| {
        let value = amount(at, payment.value)?;
        let currency = payment.currency;
        Ok((!value.is_zero()).then_some(Payment { value, currency }))
    });
    let paid_at = file.paid_at.as_deref();
    Ok(MemberShare {
        member: value(at, MemberId::new(&file.member))?,
        user: file.user,
        name: text(at, &file.name)?,
        estimated: amount(at, file.estimated)?,
        cost: amount(at, file.cost)?,
        paid: amount(at, file.paid)?,
        paid_at: paid_at.map(|time| instant(at, time)).transpose()?,
        payment: payment.transpose()?.flatten(),
    })
}

/// A frozen rate, which must be above zero.
fn rate(file: Option<&EntryRate>) -> Result<Option<EntryRate>, ImportError> {
    let Some(entry) = file else { return Ok(None) };
    if let Some(rate) = &entry.rate {
        let is_positive = |number: Decimal| number.is_sign_positive() && !number.is_zero();
        if !is_positive(rate.worth) || !is_positive(rate.of) {
            return Err(ImportError::malformed(
                "trip.json: a rate must be above zero",
            ));
        }
        if rate.source.chars().count() > MAX_SOURCE {
            return Err(ImportError::malformed("trip.json: a source is too long"));
        }
    }
    Ok(Some(entry.clone()))
}

fn settlement(file: &SettlementFile) -> Result<RecordedSettlement, ImportError> {
    let at = "a settlement";
    let amount = amount(at, file.amount)?;
    if amount.is_zero() || file.from == file.to {
        return Err(ImportError::malformed(
            "trip.json: a settlement settles nothing",
        ));
    }
    Ok(RecordedSettlement {
        id: uuid::Uuid::nil(),
        from: value(at, MemberId::new(&file.from))?,
        to: value(at, MemberId::new(&file.to))?,
        from_user: file.from_user,
        to_user: file.to_user,
        amount,
        currency: file.currency,
        date: instant(at, &file.date)?,
        note: text(at, &file.note)?,
        recorded_by: UserId(uuid::Uuid::nil()),
        recorded_at: instant(at, &file.recorded_at)?,
        rate: rate(file.rate.as_ref())?,
    })
}

fn map(trip: &TripFile) -> Result<TripMap, ImportError> {
    Ok(TripMap {
        notes: text("notes", &trip.notes)?,
        locations: trip
            .locations
            .iter()
            .map(location)
            .collect::<Result<_, _>>()?,
    })
}

fn location(file: &LocationFile) -> Result<MapLocation, ImportError> {
    let at = "a location";
    let (start, end) = (
        moment(at, file.start.as_ref())?,
        moment(at, file.end.as_ref())?,
    );
    let period = Period::new(start, end, &Path::root());
    let period =
        period.map_err(|_| ImportError::malformed("trip.json: a location starts after its end"))?;
    let way = &file.transportation;
    Ok(MapLocation {
        title: text(at, &file.title)?,
        address: text(at, &file.address)?,
        period,
        transportation: Transportation {
            kind: text(at, &way.r#type)?,
            distance: amount(at, way.distance)?,
            time: amount(at, way.time)?,
            cost: amount(at, way.cost)?,
        },
        coordinates: point(file.coordinates.as_ref())?,
    })
}
