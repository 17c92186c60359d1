//! A booking, and which ones of a file are the same.

use std::collections::{HashMap, HashSet};

use wayfare_domain::trip::import::ImportedBooking;
use wayfare_domain::trip::{Budget, ItemClass};
use wayfare_domain::{Currency, ShortText, SignedAmount};

use super::schema::Site;
use super::when::{When, dated};
use crate::import::details::Details;
use crate::import::draft::{DatedItem, DraftItem};

/// What a booking says.
pub(super) struct Booking {
    pub(super) class: ItemClass,
    pub(super) title: String,
    pub(super) start: Option<When>,
    pub(super) end: Option<When>,
    pub(super) site: Site,
    /// Where travel ends.
    pub(super) end_site: Site,
    /// Who makes it the same in another file: the code of an airline, the name of a hotel.
    pub(super) provider: String,
    /// What it is confirmed by; may be empty.
    pub(super) number: String,
    /// What makes it the same in another file if it has no number.
    pub(super) other_key: String,
    /// The number of a flight, train or bus, as [`transport_number`] has it.
    pub(super) transport: String,
    /// The number of its ticket.
    pub(super) ticket: String,
    pub(super) price: Option<(SignedAmount, Currency)>,
    pub(super) details: Details,
    pub(super) is_cancelled: bool,
}

impl Booking {
    /// A booking that says nothing else.
    pub(super) fn new(class: ItemClass, title: String) -> Self {
        Self {
            class,
            title,
            start: None,
            end: None,
            site: Site::default(),
            end_site: Site::default(),
            provider: String::new(),
            number: String::new(),
            other_key: String::new(),
            transport: String::new(),
            ticket: String::new(),
            price: None,
            details: Details::default(),
            is_cancelled: false,
        }
    }

    /// What makes it the same in another file, with its day, title and number; empty if nothing
    /// does.
    pub(super) fn key(&self) -> String {
        let number: String = self.number.split_whitespace().collect();
        if number.is_empty() {
            return self.other_key.clone();
        }
        let mut parts = vec![self.provider.to_lowercase(), number];
        if self.class.is_travel() {
            let ends = [&self.site, &self.end_site];
            parts.extend(ends.map(|end| end.title().to_lowercase()));
        }
        format!("{}{}", ImportedBooking::ORDER, parts.join("|"))
    }

    /// Whether another one of its key is the same: it begins then, and is not another event or
    /// ride. A flight, train or bus of one number goes once a day, whatever hour a file has.
    fn is_same(&self, other: &Known) -> bool {
        if self.number.is_empty() {
            // The key is of one.
            return true;
        }
        if self.class.is_travel() {
            let numbers = [&self.transport, &other.transport];
            if numbers.iter().all(|number| !number.is_empty()) {
                return numbers[0] == numbers[1] && is_same_time(self.start, other.start, true);
            }
        } else if self.class != ItemClass::Stay
            && self.title.to_lowercase() != other.title.to_lowercase()
        {
            return false;
        }
        is_same_time(self.start, other.start, false)
    }

    /// The item, and its end if that is before its start.
    pub(super) fn into_item(mut self) -> (DatedItem, Option<When>) {
        let budget = Budget {
            category: ShortText::cut(self.class.category()),
            currency: self.price.as_ref().map(|(_, currency)| *currency),
            total: self.price.as_ref().map(|(amount, _)| *amount),
            ..Budget::default()
        };
        let booking = self.key();
        let end_title = self.end_site.title().to_owned();
        let is_told = !end_title.is_empty()
            && (self.end_site.code.is_empty() || self.end_site.coordinates.is_some());
        let end = std::mem::take(&mut self.end_site);
        let mut place = self.site.into_place(&self.title);
        place.description = self.details.after("");
        let item = DraftItem {
            transport: self.transport,
            kind: self.class.kind().to_owned(),
            class: Some(self.class),
            confirmation: self.number,
            booking,
            budget,
            place,
            end: is_told.then(|| end.into_place(&end_title)),
            ..DraftItem::default()
        };
        dated(item, self.start, self.end)
    }
}

/// The number of a flight, train or bus without the letters that some leave out: `505` of `ICE
/// 505`. Of one without digits, its letters.
pub(super) fn transport_number(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let number = digits.trim_start_matches('0');
    if !number.is_empty() {
        return number.to_owned();
    }
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// A booking whose item is there.
struct Known {
    /// The place of the item.
    item: usize,
    start: Option<When>,
    title: String,
    transport: String,
}

/// The bookings of a file whose items are there.
#[derive(Default)]
pub(super) struct KnownBookings {
    by_key: HashMap<String, Vec<Known>>,
    /// The prices that were counted: the numbers of booking and ticket, and the amount.
    prices: HashSet<[String; 3]>,
}

impl KnownBookings {
    /// The place of the item of the same booking. If there is none, the next one is at `item`.
    pub(super) fn find_or_insert(&mut self, booking: &Booking, item: usize) -> Option<usize> {
        let known = self.by_key.entry(same_key(booking)).or_default();
        if let Some(same) = known.iter_mut().find(|known| booking.is_same(known)) {
            same.start = same.start.or(booking.start);
            if same.transport.is_empty() {
                same.transport.clone_from(&booking.transport);
            }
            return Some(same.item);
        }
        known.push(Known {
            item,
            start: booking.start,
            title: booking.title.clone(),
            transport: booking.transport.clone(),
        });
        None
    }

    /// Whether the price of a booking is one that was not counted: another amount, or that of
    /// another ticket.
    pub(super) fn is_new_price(&mut self, booking: &Booking, price: &str) -> bool {
        let number = match booking.number.as_str() {
            "" => same_key(booking),
            number => number.to_owned(),
        };
        let ticket = booking.ticket.clone();
        self.prices.insert([number, ticket, price.to_owned()])
    }
}

/// What all of the same booking have in common.
fn same_key(booking: &Booking) -> String {
    match booking.key() {
        key if key.is_empty() => format!("{}|{:?}", booking.title, booking.start),
        key => key,
    }
}

/// Whether two times may be the same one, or of the same day. What has none may be at any.
fn is_same_time(time: Option<When>, other: Option<When>, of_day: bool) -> bool {
    let (Some(time), Some(other)) = (time, other) else {
        return true;
    };
    match (time, other) {
        _ if of_day || !time.has_hour() || !other.has_hour() => {
            have_common(time.days(), other.days())
        }
        (When::Instant(at, _), When::Instant(other, _)) => at == other,
        _ => have_common(time.hours(), other.hours()),
    }
}

/// Whether two spans have something in common, with their ends.
fn have_common<T: PartialOrd + Copy>(one: (T, T), other: (T, T)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}

/// The code of a flight's airline and what its title begins with, such as `AF 1025`.
pub(super) fn flight(code: &str, number: &str) -> (String, String) {
    let number: String = number.split_whitespace().collect();
    let code = code.trim().to_ascii_uppercase();
    let is_code = |code: &str| {
        let is_part = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit();
        code.len() == 2 && code.bytes().all(is_part) && code.bytes().any(|it| !it.is_ascii_digit())
    };
    let parts = number.split_at_checked(2);
    let parts = parts.filter(|(begin, _)| is_code(begin));
    let (code, number) = match parts {
        Some((begin, rest)) if code.is_empty() || code == begin => (begin.to_owned(), rest),
        _ => (code, number.as_str()),
    };
    let number = number.trim_start_matches('0');
    if is_code(&code) && number.bytes().next().is_some_and(|it| it.is_ascii_digit()) {
        let title = format!("{code} {number}");
        (code, title)
    } else {
        (code, "Flight".to_owned())
    }
}
