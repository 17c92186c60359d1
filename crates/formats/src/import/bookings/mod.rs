//! Bookings: reservations as JSON-LD or microdata, mails, passes and boarding passes (interface:
//! "Imports"). Whatever brings one fills the same [`Booking`].

mod boarding_pass;
mod booking;
mod extracted;
mod html;
mod mail;
mod pass;
mod price;
mod recognize;
mod reservation;
mod schema;
mod when;

use std::collections::HashSet;
use std::io::{Read, Seek};

use encoding_rs::{Encoding, WINDOWS_1252};
use wayfare_domain::trip::LocalTime;
use wayfare_domain::trip::import::ImportedBooking;
use wayfare_domain::{Currency, Date, Instant, ShortText, SignedAmount, Trip};

use self::booking::{Booking, KnownBookings};
use self::schema::joined;
use self::when::When;
use super::details::Details;
use super::draft::{DatedItem, Draft, DraftItem, too_many_items};
use super::{FileSource, ImportError, ImportFormat, ImportedFile, ImportedTrip, Limits, NearDays};
use crate::archive::zip_file::{Unpacked, too_many_bytes, too_many_entries};

pub use extracted::Extracted;
pub(crate) use recognize::{foreign, is_html, is_pdf, of_text, of_zip};

/// The longest JSON that is read, in bytes.
const MAX_JSON: usize = 2 << 20;
/// How much of the pages and passes of a file is read, in bytes.
const MAX_READ: usize = 8 << 20;
/// The name of a pass that is kept.
const PASS_NAME: &str = "pass.pkpass";
/// The name of a PDF that is kept.
const PDF_NAME: &str = "document.pdf";
/// The most reasons that a refusal gives.
const MAX_REASONS: usize = 3;

/// The bookings of a file, each once.
pub(crate) struct Bookings<'m> {
    draft: Draft<'m>,
    /// The days next to which a day of the year is meant.
    near: NearDays,
    items: Vec<DatedItem>,
    known: KnownBookings,
    /// When the items begin: as instants, and as hours as if in UTC.
    starts: HashSet<Instant>,
    cancelled: HashSet<String>,
    /// How many bytes of pages and passes may yet be read.
    left: usize,
    /// How many bookings were found, those included that are left out.
    found: usize,
    /// Whether there is something of which another program may read more.
    has_unread: bool,
    /// When those begin that were read here, while those of another program are added.
    read_here: Option<HashSet<Instant>>,
    /// How much may yet be unpacked of all zip files.
    unpacking: Unpacking,
}

/// How much may yet be unpacked of the zip files of a file: bytes, and files of theirs.
struct Unpacking {
    limits: Limits,
    bytes: u64,
    entries: usize,
}

impl Unpacking {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            bytes: limits.unpacked,
            entries: limits.entries,
        }
    }

    /// Unpacks a file of at most `limit` bytes.
    ///
    /// # Errors
    /// It is too large, damaged, or more than may yet be unpacked.
    fn entry<R: Read + Seek>(
        &mut self,
        unpacked: &mut Unpacked<R>,
        name: &str,
        limit: u64,
    ) -> Result<Vec<u8>, ImportError> {
        let size = unpacked.size_of(name)?;
        if size > limit {
            // Which is what it says.
            return unpacked.entry(name, limit);
        }
        self.bytes = self
            .bytes
            .checked_sub(size)
            .ok_or_else(|| too_many_bytes(self.limits.unpacked))?;
        self.entries = self
            .entries
            .checked_sub(1)
            .ok_or_else(|| too_many_entries(self.limits.entries))?;
        unpacked.entry(name, limit)
    }
}

impl<'m> Bookings<'m> {
    fn new(draft: Draft<'m>, near: NearDays, limits: Limits) -> Self {
        Self {
            draft,
            near,
            items: Vec::new(),
            known: KnownBookings::default(),
            starts: HashSet::new(),
            cancelled: HashSet::new(),
            left: MAX_READ,
            found: 0,
            has_unread: false,
            read_here: None,
            unpacking: Unpacking::new(limits),
        }
    }

    /// Adds a booking. What the same one says again ends the description of its item. One that was
    /// cancelled is left out.
    ///
    /// # Errors
    /// More were read than a trip may have items.
    fn add(&mut self, mut booking: Booking) -> Result<(), ImportError> {
        if self.found >= Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        self.found += 1;
        if self.is_read_here(&booking) {
            return Ok(());
        }
        let (key, title) = (booking.key(), booking.title.clone());
        if booking.is_cancelled {
            let day = booking.start.map(When::date);
            if self.cancelled.insert(format!("{key}|{title}|{day:?}")) {
                let cancelled = ImportedBooking {
                    transport: ShortText::cut(&booking.transport),
                    name: ShortText::cut(&title),
                    date: day,
                    ..ImportedBooking::default()
                };
                self.draft.add_booking(&key, cancelled);
                let warning = "a cancelled reservation is left out";
                self.draft.warn(format!("{warning}: {title:.100}"));
            }
            return Ok(());
        }
        let price = booking.price.map(|it| priced(&it));
        let price = price.filter(|price| !self.known.is_new_price(&booking, price));
        if let Some(price) = price {
            let warning = "a price that stands at several reservations counts once";
            self.draft.warn(format!("{warning}: {price}"));
            booking.price = None;
        }
        let same = self.known.find_or_insert(&booking, self.items.len());
        if let Some(item) = same.and_then(|at| self.items.get_mut(at)) {
            let place = &mut item.item.place;
            if place.description.len() < ShortText::MAX {
                place.description = booking.details.after(&place.description);
            }
            let left_out = booking.price.filter(|price| !add_price(item, price));
            if let Some(price) = left_out {
                let warning = "the price of several reservations together is left out";
                self.draft.warn(format!("{warning}: {}", priced(&price)));
            }
            return Ok(());
        }
        let is_local = matches!(booking.start, Some(When::Local(_))) && !booking.class.is_travel();
        let (mut item, lost) = booking.into_item();
        let place = &item.item.place;
        if is_local && place.location.is_empty() && place.coordinates.is_none() {
            self.draft
                .warn("a time without a zone is an hour of its place");
        }
        if let Some(end) = lost {
            let warning = "an end before its start is in the description";
            self.draft.warn(format!("{warning}: {title:.100}"));
            let mut details = Details::default();
            details.add("End", &end.to_string());
            let place = &mut item.item.place;
            place.description = details.after(&place.description);
        }
        self.starts.extend(starts(&item.item));
        self.items.push(item);
        Ok(())
    }

    /// Adds the event of a calendar that came with bookings, unless one of them begins then.
    ///
    /// # Errors
    /// There are more than a trip may have.
    fn add_event(&mut self, event: DatedItem) -> Result<(), ImportError> {
        let name = &event.item.place.name;
        let mut starts = starts(&event.item);
        if starts.any(|start| self.starts.contains(&start)) {
            let warning = "an event is left out, because a reservation of the mail begins then";
            self.draft.warn(format!("{warning}: {name:.100}"));
            return Ok(());
        }
        if self.items.len() >= Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        self.items.push(event);
        Ok(())
    }

    /// The part of a text that may yet be read.
    fn take<'t>(&mut self, text: &'t str) -> &'t str {
        let length = text.floor_char_boundary(self.left);
        self.left -= length;
        if length < text.len() {
            self.draft.warn(format!(
                "pages and passes are left out after the first {MAX_READ} bytes"
            ));
        }
        text.get(..length).unwrap_or_default()
    }

    /// Adds the reservations of a text of JSON. One that can't be read is a warning.
    ///
    /// # Errors
    /// As [`Bookings::add`].
    fn add_json(&mut self, json: &str) -> Result<(), ImportError> {
        let read = match json.len() {
            0..=MAX_JSON => schema::parse(json),
            _ => Err(format!("it has more than {MAX_JSON} bytes")),
        };
        match read {
            Ok(value) => reservation::add_all(&value, self),
            Err(reason) => {
                self.draft.warn(format!(
                    "JSON-LD that can't be read is left out: {reason:.200}"
                ));
                Ok(())
            }
        }
    }

    /// Adds the reservations of a page. Without any, another program may read more of it.
    ///
    /// # Errors
    /// As [`Bookings::add`].
    fn add_page(&mut self, page: &str) -> Result<(), ImportError> {
        let found = self.found;
        html::read(page, self)?;
        self.has_unread |= self.found == found;
        Ok(())
    }

    /// The trip of the bookings.
    ///
    /// # Errors
    /// There are none; `none` says what the file is and what can be done.
    fn finish(mut self, format: ImportFormat, none: &str) -> Result<ImportedTrip, ImportError> {
        let is_empty = self.items.is_empty() && self.cancelled.is_empty();
        if is_empty && !self.draft.has_bookings() && self.draft.files.is_empty() {
            let mut reasons = self.draft.into_warnings();
            reasons.truncate(MAX_REASONS);
            let reason = joined(&[none.to_owned(), reasons.join("; ")], ": ");
            return Err(match self.has_unread {
                true => ImportError::Unread(reason),
                false => ImportError::Malformed(reason),
            });
        }
        let first = self.items.iter().filter_map(|item| item.first).min();
        let last = self.items.iter().filter_map(|item| item.last).max();
        self.draft.has_times = first.is_some();
        self.draft.start = first.map(Date::midnight);
        self.draft.end = last.map(Date::midnight);
        self.items
            .sort_by_key(|item| (item.first, item.item.place.start));
        for DatedItem {
            first: day, item, ..
        } in self.items
        {
            let days = day.zip(first).map(|(day, first)| {
                let days = day.midnight().millis() - first.midnight().millis();
                u32::try_from(days / 86_400_000 + 1).unwrap_or(1)
            });
            self.draft.add_item(days.unwrap_or(1), item)?;
        }
        let mut trip = self.draft.finish(format)?;
        trip.has_unread = self.has_unread;
        Ok(trip)
    }
}

/// A price as warnings have it.
fn priced((amount, currency): &(SignedAmount, Currency)) -> String {
    format!("{} {}", amount.value(), currency.code())
}

/// Adds a price to that of an item. Returns whether there is one sum of both.
fn add_price(item: &mut DatedItem, (amount, currency): &(SignedAmount, Currency)) -> bool {
    let budget = &mut item.item.budget;
    if budget.currency.is_some_and(|present| present != *currency) {
        return false;
    }
    let present = budget.total.map(SignedAmount::value).unwrap_or_default();
    let sum = present.checked_add(amount.value());
    let Some(sum) = sum.and_then(|sum| SignedAmount::new(sum).ok()) else {
        return false;
    };
    (budget.total, budget.currency) = (Some(sum), Some(*currency));
    true
}

/// When an item begins: its instant, and its hour as if in UTC.
fn starts(item: &DraftItem) -> impl Iterator<Item = Instant> + use<> {
    let hour = item.typed.start.map(LocalTime::as_if_utc);
    [item.place.start, hour].into_iter().flatten()
}

/// Reads a pass, or a bundle of passes.
///
/// # Errors
/// No pass is a booking, or it can't be read.
pub(crate) fn read_pass<R: Read + Seek>(
    file: R,
    limits: Limits,
    near: NearDays,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut bookings = Bookings::new(draft, near, limits);
    pass::read(file, &mut bookings)?;
    let none = "is a bundle of passes without a booking (a boarding pass, an event ticket or a \
        pass of a place)";
    let trip = bookings.finish(ImportFormat::Pass, none)?;
    Ok(with_itself(trip, PASS_NAME))
}

/// A trip with the file that was read, which belongs to its item if it has one alone.
fn with_itself(mut trip: ImportedTrip, name: &str) -> ImportedTrip {
    let item = match trip.content.itinerary.as_slice() {
        [item] => Some(item.id.clone()),
        _ => None,
    };
    trip.files.push(ImportedFile {
        name: name.to_owned(),
        item,
        source: FileSource::Whole,
    });
    trip
}

/// Reads a PDF, by what another program has read of it.
///
/// # Errors
/// That is no booking, or more than a trip may have.
pub(crate) fn read_pdf(
    extracted: &Extracted,
    limits: Limits,
    near: NearDays,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut bookings = Bookings::new(draft, near, limits);
    bookings.has_unread = true;
    bookings.add_extracted(extracted)?;
    let trip = bookings.finish(ImportFormat::Reservation, recognize::PDF)?;
    Ok(with_itself(trip, PDF_NAME))
}

/// Reads a message.
///
/// # Errors
/// It has no booking, or can't be read.
pub(crate) fn read_mail(
    mut message: impl Read,
    limits: Limits,
    near: NearDays,
    extracted: Option<&Extracted>,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut bytes = Vec::new();
    message.read_to_end(&mut bytes)?;
    let mut bookings = Bookings::new(draft, near, limits);
    mail::read(bytes.trim_ascii_start(), extracted, &mut bookings)?;
    let none = "is a mail without a booking (a reservation as JSON-LD or microdata, a calendar or \
        a pass); import the calendar, pass or page of the booking instead, or forward the first \
        mail of its sender as an attachment";
    bookings.finish(ImportFormat::Mail, none)
}

/// Reads a document of text: boarding passes, or reservations as JSON-LD or in a page.
///
/// # Errors
/// It has no booking, or can't be read.
pub(crate) fn read_text(
    mut document: impl Read,
    format: ImportFormat,
    limits: Limits,
    near: NearDays,
    extracted: Option<&Extracted>,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut bytes = Vec::new();
    document.read_to_end(&mut bytes)?;
    let text = decoded(&bytes, None);
    let mut bookings = Bookings::new(draft, near, limits);
    if format == ImportFormat::BoardingPass {
        boarding_pass::read(&text, &mut bookings)?;
        return bookings.finish(
            format,
            "is a boarding pass without a flight; scan its code again",
        );
    }
    let none = if is_html(&text) {
        bookings.add_page(&text)?;
        if let Some(extracted) = extracted {
            bookings.add_extracted(extracted)?;
        }
        "is a page without a booking (a reservation of schema.org as JSON-LD or microdata); import \
         the mail, calendar or pass of the booking instead"
    } else {
        bookings.add_json(&text)?;
        "is JSON-LD without a booking (an object with the type of a reservation of schema.org)"
    };
    bookings.finish(format, none)
}

/// A text in UTF-8, else in the encoding of a label, else in Windows-1252.
fn decoded<'b>(bytes: &'b [u8], label: Option<&str>) -> std::borrow::Cow<'b, str> {
    let labelled = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    match str::from_utf8(bytes) {
        // Many senders name another encoding than the one they use, but not by chance.
        Ok(text) if labelled.is_none_or(Encoding::is_ascii_compatible) => text.into(),
        _ => labelled.unwrap_or(WINDOWS_1252).decode(bytes).0,
    }
}
