//! Passes of Apple Wallet: a zip file with `pass.json`, or a bundle of such files. Their signatures
//! are not checked.

use std::collections::HashMap;
use std::io::{Cursor, Read, Seek};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use serde_json::Value;
use wayfare_domain::trip::ItemClass;

use super::recognize::is_packed;
use super::reservation::{amount, flight};
use super::schema::{self, Node, Site, is_airport, text_of, travel_title};
use super::when::When;
use super::{Booking, Bookings, boarding_pass, decoded};
use crate::archive::zip_file::Unpacked;
use crate::import::details::Details;
use crate::import::{ImportError, Limits};

/// The file of a pass with all that it says, and the one of its texts in a language.
const PASS: &str = "pass.json";
const STRINGS: &str = "pass.strings";
/// The longest file of a pass that is read, and the largest pass of a bundle, in bytes.
const MAX_FILE: u64 = 1 << 20;
const MAX_PASS: u64 = 20 << 20;
/// The most texts of a language.
const MAX_STRINGS: usize = 5_000;
/// The lists of fields, as they are shown.
const FIELDS: [&str; 5] = [
    "headerFields",
    "primaryFields",
    "secondaryFields",
    "auxiliaryFields",
    "backFields",
];
/// What the keys and labels of fields with the number of a booking have.
const NUMBER: [&str; 9] = [
    "pnr",
    "confirm",
    "booking",
    "reservation",
    "locator",
    "buchung",
    "reserva",
    "prenotazione",
    "réservation",
];
/// What the keys of fields with a place have.
const PLACE: [&str; 6] = [
    "venue", "location", "place", "theater", "theatre", "stadium",
];
/// What is kept of fields: what their keys have, and what it is.
const DETAILS: [(&str, &str); 6] = [
    ("terminal", "Terminal"),
    ("gate", "Gate"),
    ("platform", "Platform"),
    ("coach", "Coach"),
    ("seat", "Seat"),
    ("class", "Class"),
];

/// Adds the bookings of a pass or of a bundle. A pass of a bundle that is no booking is a warning.
///
/// # Errors
/// The only pass is no booking, or the file can't be read.
pub(super) fn read<R: Read + Seek>(
    file: R,
    limits: Limits,
    bookings: &mut Bookings<'_>,
) -> Result<(), ImportError> {
    let mut unpacked = Unpacked::open(file, limits)?;
    if unpacked.names().iter().any(|name| name == PASS) {
        return add(&mut unpacked, bookings);
    }
    let names: Vec<String> = unpacked
        .names()
        .iter()
        .filter(|it| is_packed(it))
        .cloned()
        .collect();
    if names.is_empty() {
        return Err(ImportError::malformed("is a zip file that is no pass"));
    }
    for name in names {
        let pass = unpacked.entry(&name, MAX_PASS)?;
        let added = Unpacked::open(Cursor::new(pass), limits);
        if let Err(error) = added.and_then(|mut pass| add(&mut pass, bookings)) {
            let warning = "a pass of the bundle is left out";
            bookings
                .draft
                .warn(format!("{warning}: {name:.100} {error}"));
        }
    }
    Ok(())
}

fn add<R: Read + Seek>(
    unpacked: &mut Unpacked<R>,
    bookings: &mut Bookings<'_>,
) -> Result<(), ImportError> {
    let json = text(&unpacked.entry(PASS, MAX_FILE)?);
    let value = schema::parse(&json).map_err(|error| {
        let what = "is a pass whose content can't be read; ask its sender for it again";
        ImportError::malformed(format!("{what}: {error:.200}"))
    })?;
    let is_strings = |name: &&String| name.ends_with(STRINGS);
    let strings: Vec<&String> = unpacked.names().iter().filter(is_strings).collect();
    let english = strings.iter().find(|name| name.starts_with("en.lproj"));
    let strings = english.or(strings.first()).map(|name| (*name).clone());
    let strings = strings
        .map(|name| unpacked.entry(&name, MAX_FILE))
        .transpose()?;
    let strings = strings
        .map(|bytes| texts(&text(&bytes)))
        .unwrap_or_default();
    let booking = Node::of(&value)
        .and_then(|json| Pass::new(json, strings))
        .ok_or_else(|| ImportError::malformed("is a pass of a kind that is not known"))?
        .read(bookings)?;
    bookings.add(booking)
}

/// A pass of one kind.
struct Pass<'v> {
    json: Node<'v>,
    kind: &'static str,
    fields: Vec<Field>,
    /// What programs read, by name.
    semantics: Vec<Node<'v>>,
}

/// A field that a pass shows.
struct Field {
    /// Its key and label, in small letters.
    name: String,
    label: String,
    value: String,
    is_primary: bool,
}

impl<'v> Pass<'v> {
    fn new(json: Node<'v>, strings: HashMap<String, String>) -> Option<Self> {
        let kinds = [
            "boardingPass",
            "eventTicket",
            "generic",
            "coupon",
            "storeCard",
        ];
        let kind = kinds.into_iter().find(|kind| json.node(kind).is_some())?;
        let style = json.node(kind)?;
        let localized = |text: String| strings.get(&text).cloned().unwrap_or(text);
        let (mut fields, mut semantics) = (Vec::new(), Vec::from_iter(json.node("semantics")));
        for list in FIELDS {
            for field in style.nodes(list) {
                semantics.extend(field.node("semantics"));
                let label = localized(field.text("label"));
                fields.push(Field {
                    name: format!("{} {label}", field.text("key")).to_lowercase(),
                    value: localized(field.text("value")),
                    label,
                    is_primary: list == "primaryFields",
                });
            }
        }
        Some(Self {
            json,
            kind,
            fields,
            semantics,
        })
    }

    /// # Errors
    /// It is no booking.
    fn read(&self, bookings: &mut Bookings<'_>) -> Result<Booking, ImportError> {
        let mut booking = match self.kind {
            "coupon" | "storeCard" => {
                return Err(ImportError::malformed(
                    "is a card or coupon of a shop, which is no booking: boarding passes, event \
                     tickets and passes of a place are read",
                ));
            }
            "boardingPass" => self.journey(bookings),
            _ => self.event(bookings)?,
        };
        for (key, name) in DETAILS {
            let known = booking.details.after("");
            let found = self
                .field(&[key])
                .filter(|_| !known.contains(&format!("{name}: ")));
            booking.details.add(name, found.unwrap_or_default());
        }
        let organization = self.json.text("organizationName");
        booking.details.add("Provider", &organization);
        if booking.provider.is_empty() {
            booking.provider = organization;
        }
        if booking.number.is_empty() {
            let number = self.semantic("confirmationNumber");
            let field = || {
                self.field(&NUMBER)
                    .filter(|it| !it.contains(' '))
                    .unwrap_or_default()
            };
            booking.number = if number.is_empty() {
                field().to_owned()
            } else {
                number
            };
        }
        let [kind, serial] = ["passTypeIdentifier", "serialNumber"].map(|it| self.json.text(it));
        if !serial.is_empty() {
            booking.other_key = format!("pass|{kind}|{serial}");
        }
        let price = self.semantics.iter().find_map(|it| it.node("totalPrice"));
        booking.price = price.and_then(|it| amount(&it.text("amount"), &it.text("currencyCode")));
        booking.is_cancelled = self.json.value("voided") == Some(&Value::Bool(true));
        if booking.start.is_none() && !booking.is_cancelled {
            let warning = "a pass does not tell when it is";
            bookings
                .draft
                .warn(format!("{warning}: {:.100}", booking.title));
        }
        Ok(booking)
    }

    /// A boarding pass. Of a flight, the text of its code tells what its other parts don't.
    fn journey(&self, bookings: &mut Bookings<'_>) -> Booking {
        let (class, word) = match last_part(&self.style("transitType")) {
            "Air" => (ItemClass::Flight, "Flight"),
            "Train" => (ItemClass::Train, "Train"),
            "Bus" => (ItemClass::Bus, "Bus"),
            "Boat" => (ItemClass::Ferry, "Ferry"),
            _ => (ItemClass::Travel, ""),
        };
        let mut primary = self.fields.iter().filter(|field| field.is_primary);
        let [mut site, mut end_site] = ["departure", "destination"].map(|end| {
            let field = primary.next();
            self.end(end, field, class == ItemClass::Flight)
        });
        let codes = self
            .json
            .nodes("barcodes")
            .into_iter()
            .chain(self.json.node("barcode"));
        let messages = codes.filter_map(|code| code.value("message")?.as_str());
        let legs = messages.filter(|_| class == ItemClass::Flight);
        let mut legs = legs.flat_map(|code| boarding_pass::legs(code).0);
        let is_it = |leg: &boarding_pass::Leg| {
            (site.code.is_empty() || site.code == leg.from)
                && (end_site.code.is_empty() || end_site.code == leg.to)
        };
        let leg = legs.find(is_it);
        let near = self.relevant().map_or(bookings.near, When::date);
        let day = leg.as_ref().and_then(|leg| leg.date(near));
        let numbers = [
            self.semantic("flightCode"),
            leg.as_ref()
                .map(|leg| format!("{}{}", leg.airline, leg.flight))
                .unwrap_or_default(),
            self.field(&["flight"]).unwrap_or_default().to_owned(),
        ];
        let number = numbers.into_iter().find(|number| !number.is_empty());
        let number: String = number.unwrap_or_default().split_whitespace().collect();
        let (airline, word) = match class {
            ItemClass::Flight => flight(&self.semantic("airlineCode"), &number),
            _ => (String::new(), word.to_owned()),
        };
        let mut booking = match leg {
            Some(leg) => leg.booking(near),
            None => self.booking(class),
        };
        booking.provider = airline;
        for (site, known) in [
            (&mut site, &booking.site),
            (&mut end_site, &booking.end_site),
        ] {
            if site.code.is_empty() {
                site.code.clone_from(&known.code);
            }
        }
        booking.title = travel_title(&word, [&site, &end_site]);
        (booking.site, booking.end_site) = (site, end_site);
        let train = self.field(&["train", "bus", "vehicle"]).unwrap_or_default();
        booking.details.add(
            "Number",
            Some(train)
                .filter(|_| class != ItemClass::Flight)
                .unwrap_or(""),
        );
        let boarding = self.field(&["boarding"]).filter(|it| it.contains(':'));
        booking
            .details
            .add("Boarding", boarding.unwrap_or_default());
        let exact = self.time(
            &["currentDepartureDate", "originalDepartureDate"],
            "depart",
            day,
        );
        booking.start = exact.or_else(|| {
            let relevant = self.relevant();
            if relevant.is_some_and(When::has_hour) {
                let warning = "the hour of a pass may be that of boarding";
                bookings
                    .draft
                    .warn(format!("{warning}: {:.100}", booking.title));
            }
            relevant.or(day.map(When::Day))
        });
        booking.end = self.time(
            &["currentArrivalDate", "originalArrivalDate"],
            "arriv",
            None,
        );
        booking
    }

    /// An event ticket, or a pass of a place.
    ///
    /// # Errors
    /// It has no place.
    fn event(&self, bookings: &mut Bookings<'_>) -> Result<Booking, ImportError> {
        let mut booking = self.booking(ItemClass::Activity);
        let primary = self
            .fields
            .iter()
            .find(|it| it.is_primary && !it.value.is_empty());
        let titles = [
            self.semantic("eventName"),
            primary.map(|it| it.value.clone()).unwrap_or_default(),
            self.json.text("description"),
        ];
        let title = titles.into_iter().find(|title| !title.is_empty());
        booking.title = title.unwrap_or_else(|| "Event".to_owned());
        let venue = self
            .semantics
            .iter()
            .find_map(|it| it.node("venueLocation"));
        let point = venue.or_else(|| self.json.node("locations"));
        booking.site = point
            .map(|it| Site::of(it, &mut bookings.draft))
            .unwrap_or_default();
        let name = [
            self.semantic("venueName"),
            self.field(&PLACE).unwrap_or_default().to_owned(),
        ];
        booking.site.name = name
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        if self.kind == "generic"
            && booking.site.title().is_empty()
            && booking.site.coordinates.is_none()
        {
            return Err(ImportError::malformed(
                "is a pass without a place, which is no booking: keep it in your wallet",
            ));
        }
        booking.start = self
            .time(&["eventStartDate"], "start", None)
            .or_else(|| self.relevant());
        booking.end = self.time(&["eventEndDate"], "end", None);
        Ok(booking)
    }

    fn booking(&self, class: ItemClass) -> Booking {
        Booking {
            class,
            title: String::new(),
            start: None,
            end: None,
            site: Site::default(),
            end_site: Site::default(),
            provider: String::new(),
            number: String::new(),
            other_key: String::new(),
            price: None,
            details: Details::default(),
            is_cancelled: false,
        }
    }

    /// An end of a journey: what programs read of it, else the field that shows it.
    fn end(&self, end: &str, field: Option<&Field>, is_flight: bool) -> Site {
        let [code, station, airport] = ["AirportCode", "StationName", "AirportName"]
            .map(|part| self.semantic(&format!("{end}{part}")));
        let value = field.map(|field| field.value.clone()).unwrap_or_default();
        let label = field.map(|field| field.label.clone()).unwrap_or_default();
        let is_code = is_flight && is_airport(&value);
        let names = match is_code {
            true => [station, airport, label],
            false => [station, airport, value.clone()],
        };
        Site {
            code: if code.is_empty() && is_code {
                value
            } else {
                code
            },
            name: names
                .into_iter()
                .find(|name| !name.is_empty())
                .unwrap_or_default(),
            ..Site::default()
        }
    }

    /// A time: what programs read, else of a field whose name has a word; an hour alone is one of
    /// the day.
    fn time(&self, names: &[&str], word: &str, day: Option<super::Date>) -> Option<When> {
        let semantic = names
            .iter()
            .find_map(|name| When::parse(&self.semantic(name)));
        semantic.or_else(|| {
            let mut fields = self.fields.iter().filter(|field| field.name.contains(word));
            let day = day.or_else(|| self.relevant().map(When::date));
            fields.find_map(|field| {
                let time = When::parse(&field.value).filter(|time| time.has_hour());
                time.or_else(|| When::of_day(day?, &field.value))
            })
        })
    }

    /// When it becomes relevant.
    fn relevant(&self) -> Option<When> {
        let dates = self.json.node("relevantDates");
        let date = dates
            .map(|it| it.first_text(&["date", "startDate"]))
            .unwrap_or_default();
        When::parse(&self.json.text("relevantDate")).or_else(|| When::parse(&date))
    }

    fn style(&self, name: &str) -> String {
        self.json
            .node(self.kind)
            .map(|style| style.text(name))
            .unwrap_or_default()
    }

    fn semantic(&self, name: &str) -> String {
        let found = self.semantics.iter().find_map(|it| it.value(name));
        found.map(text_of).unwrap_or_default()
    }

    /// The value of the first field whose name has one of these words.
    fn field(&self, words: &[&str]) -> Option<&str> {
        let mut fields = self.fields.iter().filter(|field| !field.value.is_empty());
        let is_it = |field: &&Field| words.iter().any(|word| field.name.contains(word));
        fields.find(is_it).map(|field| field.value.as_str())
    }
}

/// `Air` of `PKTransitTypeAir`.
fn last_part(transit: &str) -> &str {
    transit.strip_prefix("PKTransitType").unwrap_or_default()
}

/// A text of a pass: in UTF-16, with a mark or not, else UTF-8.
fn text(bytes: &[u8]) -> String {
    let encoding = match bytes {
        _ if Encoding::for_bom(bytes).is_some() => None,
        [0, _, ..] => Some(UTF_16BE),
        [_, 0, ..] => Some(UTF_16LE),
        _ => None,
    };
    match (encoding, Encoding::for_bom(bytes)) {
        (Some(encoding), _) | (None, Some((encoding, _))) => encoding.decode(bytes).0.into_owned(),
        (None, None) => decoded(bytes, None).into_owned(),
    }
}

/// The texts of a language by their keys: lines such as `"key" = "value";`.
fn texts(strings: &str) -> HashMap<String, String> {
    let (mut texts, mut key) = (HashMap::new(), None);
    let mut rest = strings;
    while let Some(start) = rest.find(['"', '/']) {
        let (sign, after) = rest.split_at(start).1.split_at(1);
        if sign == "/" {
            let end = match after.as_bytes().first() {
                Some(b'*') => after.find("*/").map(|end| end + 2),
                Some(b'/') => after.find('\n'),
                _ => Some(0),
            };
            rest = end.and_then(|end| after.get(end..)).unwrap_or_default();
            continue;
        }
        let (mut text, mut letters) = (String::new(), after.char_indices());
        let end = loop {
            match letters.next() {
                Some((_, '\\')) => match letters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, letter)) => text.push(letter),
                    None => break after.len(),
                },
                Some((at, '"')) => break at + 1,
                Some((_, letter)) => text.push(letter),
                None => break after.len(),
            }
        };
        rest = after.get(end..).unwrap_or_default();
        match key.take() {
            None => key = Some(text),
            Some(key) if texts.len() < MAX_STRINGS => {
                texts.insert(key, text);
            }
            Some(_) => break,
        }
    }
    texts
}
