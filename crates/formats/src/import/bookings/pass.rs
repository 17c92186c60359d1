//! Passes of Apple Wallet: a zip file with `pass.json`, or a bundle of such files. Their signatures
//! are not checked.

use std::collections::HashMap;
use std::io::{Cursor, Read, Seek};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use serde_json::Value;
use wayfare_domain::trip::ItemClass;

use super::booking::{Booking, flight, transport_number};
use super::price::read_price;
use super::recognize::is_packed;
use super::schema::{self, Node, Site, first, is_airport, text_of, travel_title};
use super::when::{When, hour_alone};
use super::{Bookings, boarding_pass, decoded};
use crate::archive::zip_file::Unpacked;
use crate::import::ImportError;

/// The file of a pass with all that it says, and the one of its texts in a language.
const PASS: &str = "pass.json";
const STRINGS: &str = "pass.strings";
/// The longest file of a pass that is read, and the largest pass of a bundle, in bytes.
const MAX_FILE: u64 = 256 << 10;
const MAX_PASS: u64 = 20 << 20;
/// The most fields of a list.
const MAX_FIELDS: usize = 100;
/// The lists of fields, as they are shown.
const FIELDS: &str = "headerFields primaryFields secondaryFields auxiliaryFields backFields";
/// What the keys and labels of fields have: the number of a booking, a place, and details.
const NUMBER: &str = "pnr confirm booking reservation locator buchung reserva prenotazione";
const PLACE: &str = "venue location place theater theatre stadium";
const DETAILS: [&str; 6] = ["Terminal", "Gate", "Platform", "Coach", "Seat", "Class"];

/// Adds the bookings of a pass or of a bundle. A pass of a bundle that is no booking is a warning.
///
/// # Errors
/// The only pass is no booking, or the file can't be read.
pub(super) fn read<R: Read + Seek>(
    file: R,
    bookings: &mut Bookings<'_>,
) -> Result<(), ImportError> {
    let limits = bookings.unpacking.limits;
    let mut unpacked = Unpacked::open(file, limits)?;
    unpacked.check_document(limits)?;
    if unpacked.names().iter().any(|name| name == PASS) {
        return add(&mut unpacked, bookings);
    }
    let names = unpacked.names().iter();
    let names: Vec<String> = names.filter(|name| is_packed(name)).cloned().collect();
    if names.is_empty() {
        return Err(ImportError::malformed("is a zip file that is no pass"));
    }
    for name in names {
        let pass = bookings.unpacking.entry(&mut unpacked, &name, MAX_PASS);
        let pass = pass.and_then(|pass| Unpacked::open(Cursor::new(pass), limits));
        if let Err(error) = pass.and_then(|mut pass| add(&mut pass, bookings)) {
            let warning = "a pass of the bundle is left out";
            let warning = format!("{warning}: {name:.100} {error}");
            bookings.draft.warn(warning);
        }
    }
    Ok(())
}

fn add<R: Read + Seek>(
    unpacked: &mut Unpacked<R>,
    bookings: &mut Bookings<'_>,
) -> Result<(), ImportError> {
    let json = text(&bookings.unpacking.entry(unpacked, PASS, MAX_FILE)?);
    let value = schema::parse(bookings.take(&json)).map_err(|error| {
        let what = "is a pass whose content can't be read; ask its sender for it again";
        ImportError::malformed(format!("{what}: {error:.200}"))
    })?;
    let files = unpacked.names().iter();
    let mut files: Vec<String> = files.filter(|it| it.ends_with(STRINGS)).cloned().collect();
    files.sort_by_key(|name| !name.starts_with("en.lproj"));
    let mut strings = HashMap::new();
    if let Some(name) = files.first() {
        let file = text(&bookings.unpacking.entry(unpacked, name, MAX_FILE)?);
        strings = texts(bookings.take(&file));
    }
    let pass = Node::of(&value).and_then(|json| Pass::new(json, &strings));
    let pass = pass.ok_or_else(|| ImportError::malformed("is a pass of an unknown kind"))?;
    let booking = pass.read(bookings)?;
    bookings.add(booking)
}

/// A pass of one kind.
struct Pass<'v> {
    json: Node<'v>,
    kind: &'static str,
    style: Node<'v>,
    fields: Vec<Field>,
    /// What programs read, by name.
    semantics: Vec<Node<'v>>,
}

/// A field that a pass shows.
#[derive(Default)]
struct Field {
    /// Its key and label, in small letters.
    name: String,
    label: String,
    value: String,
    is_primary: bool,
}

impl<'v> Pass<'v> {
    fn new(json: Node<'v>, strings: &HashMap<String, String>) -> Option<Self> {
        let mut kinds = "boardingPass eventTicket generic coupon storeCard".split(' ');
        let (kind, style) = kinds.find_map(|kind| Some((kind, json.node(kind)?)))?;
        let localized = |text: String| strings.get(&text).cloned().unwrap_or(text);
        let (mut fields, mut semantics) = (Vec::new(), Vec::from_iter(json.node("semantics")));
        for list in FIELDS.split(' ') {
            for field in style.nodes(list).take(MAX_FIELDS) {
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
            style,
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
        let known = booking.details.after("");
        for name in DETAILS
            .iter()
            .filter(|name| !known.contains(&format!("{name}: ")))
        {
            booking.details.add(name, self.field(&name.to_lowercase()));
        }
        let organization = self.json.text("organizationName");
        booking.details.add("Provider", &organization);
        booking.provider = first([booking.provider, organization]);
        let numbers = [
            booking.number,
            self.semantic("confirmationNumber"),
            self.number(),
        ];
        booking.number = first(numbers);
        let serial = self.json.text("serialNumber");
        if !serial.is_empty() {
            let kind = self.json.text("passTypeIdentifier");
            booking.other_key = format!("pass|{kind}|{serial}");
        }
        let price = self.semantics.iter().find_map(|it| it.node("totalPrice"));
        booking.price = price.and_then(|it| {
            let (amount, currency) = (it.text("amount"), it.text("currencyCode"));
            read_price(&amount, &currency, &booking.title, &mut bookings.draft)
        });
        booking.is_cancelled = self.json.value("voided") == Some(&Value::Bool(true));
        if booking.start.is_none() && !booking.is_cancelled {
            let title = &booking.title;
            let warning = format!("a pass does not tell when it is: {title:.100}");
            bookings.draft.warn(warning);
        }
        Ok(booking)
    }

    /// A boarding pass. Of a flight, the text of its code tells what its other parts don't.
    fn journey(&self, bookings: &mut Bookings<'_>) -> Booking {
        let transit = self.style.text("transitType");
        let (class, word) = match transit.trim_start_matches("PKTransitType") {
            "Air" => (ItemClass::Flight, "Flight"),
            "Train" => (ItemClass::Train, "Train"),
            "Bus" => (ItemClass::Bus, "Bus"),
            "Boat" => (ItemClass::Ferry, "Ferry"),
            _ => (ItemClass::Travel, ""),
        };
        let is_flight = class == ItemClass::Flight;
        let mut primary = self.fields.iter().filter(|field| field.is_primary);
        let ends = ["departure", "destination"];
        let [mut from, mut to] = ends.map(|end| self.end(end, primary.next(), is_flight));
        let is_it = |leg: &boarding_pass::Leg| {
            let is_end = |site: &Site, code: &String| site.code.is_empty() || site.code == *code;
            is_end(&from, &leg.from) && is_end(&to, &leg.to)
        };
        let codes = self.json.nodes("barcodes").chain(self.json.node("barcode"));
        let codes = codes.filter(|_| is_flight);
        let codes = codes.filter_map(|code| code.value("message")?.as_str());
        let leg = codes
            .flat_map(|code| boarding_pass::legs(code).0)
            .find(is_it);
        let relevant = self.relevant();
        let near = relevant.map_or(bookings.near, |relevant| relevant.date().into());
        let day = leg.as_ref().and_then(|leg| leg.date(near));
        let (mut airline, mut word) = (String::new(), word.to_owned());
        let mut transport = self.field("train bus vehicle").to_owned();
        if is_flight {
            let of_leg = leg.as_ref().map(boarding_pass::Leg::flight_code);
            let field = self.field("flight").to_owned();
            let number = first([
                self.semantic("flightCode"),
                of_leg.unwrap_or_default(),
                field,
            ]);
            (airline, word) = flight(&self.semantic("airlineCode"), &number);
            let of_airline = word.split(' ').nth(1).map(str::to_owned);
            transport = of_airline.unwrap_or(number);
        }
        let mut booking = match leg {
            Some(leg) => leg.booking(near),
            None => Booking::new(class, String::new()),
        };
        from.code = first([from.code, booking.site.code]);
        to.code = first([to.code, booking.end_site.code]);
        let title = travel_title(&word, [&from, &to]);
        if !is_flight {
            booking.details.add("Number", &transport);
        }
        let boarding = Some(self.field("boarding")).filter(|it| it.contains(':'));
        booking
            .details
            .add("Boarding", boarding.unwrap_or_default());
        let near_day = day.map(When::Day).or(relevant);
        let alone = |hour: &str| near_day?.nearest(hour);
        let exact = self.time(
            "currentDepartureDate originalDepartureDate",
            "depart",
            alone,
        );
        let start = exact.or(relevant).or(day.map(When::Day));
        let alone = |hour: &str| start?.end_after(hour);
        let end = self.time("currentArrivalDate originalArrivalDate", "arriv", alone);
        if exact.is_none() && relevant.is_some_and(When::has_hour) {
            let warning = format!("the hour of a pass may be that of boarding: {title:.100}");
            bookings.draft.warn(warning);
        }
        Booking {
            title,
            start,
            end,
            site: from,
            end_site: to,
            provider: airline,
            transport: transport_number(&transport),
            ..booking
        }
    }

    /// An event ticket, or a pass of a place.
    ///
    /// # Errors
    /// It has no place.
    fn event(&self, bookings: &mut Bookings<'_>) -> Result<Booking, ImportError> {
        let mut primary = self.fields.iter().filter(|field| field.is_primary);
        let title = first([
            self.semantic("eventName"),
            primary
                .next()
                .map(|it| it.value.clone())
                .unwrap_or_default(),
            self.json.text("description"),
            "Event".to_owned(),
        ]);
        let venue = self
            .semantics
            .iter()
            .find_map(|it| it.node("venueLocation"));
        let point = venue.or_else(|| self.json.node("locations"));
        let site = point.map(|it| Site::of(it, &mut bookings.draft));
        let mut site = site.unwrap_or_default();
        site.name = first([self.semantic("venueName"), self.field(PLACE).to_owned()]);
        let is_placed = !site.title().is_empty() || site.coordinates.is_some();
        if self.kind == "generic" && !is_placed {
            return Err(ImportError::malformed(
                "is a pass without a place, which is no booking: keep it in your wallet",
            ));
        }
        let relevant = self.relevant();
        let start = self.time("eventStartDate", "start", |hour| relevant?.nearest(hour));
        let start = start.or(relevant);
        let end = self.time("eventEndDate", "end", |hour| start?.end_after(hour));
        Ok(Booking {
            start,
            end,
            site,
            ..Booking::new(ItemClass::Activity, title)
        })
    }

    /// An end of a journey: what programs read of it, else the field that shows it.
    fn end(&self, end: &str, field: Option<&Field>, is_flight: bool) -> Site {
        let part = |part: &str| self.semantic(&format!("{end}{part}"));
        let [value, label] = [field.map(|it| &it.value), field.map(|it| &it.label)]
            .map(|text| text.cloned().unwrap_or_default());
        let (code, name) = match is_flight && is_airport(&value) {
            true => (value, label),
            false => (String::new(), value),
        };
        Site {
            code: first([part("AirportCode"), code]),
            name: first([part("StationName"), part("AirportName"), name]),
            ..Site::default()
        }
    }

    /// A time: what programs read, else of a field with a word that begins so. An hour alone is
    /// one that `alone` makes a time of.
    fn time(&self, names: &str, word: &str, alone: impl Fn(&str) -> Option<When>) -> Option<When> {
        let mut names = names.split(' ');
        let read = names.find_map(|name| When::parse(&self.semantic(name)));
        let is_named = |field: &&Field| {
            let mut words = field.name.split(|it: char| !it.is_alphanumeric());
            words.any(|it| it.starts_with(word))
        };
        let mut fields = self.fields.iter().filter(is_named);
        let shown = fields.find_map(|field| {
            let time = When::parse(&field.value).filter(|time| time.has_hour());
            time.or_else(|| alone(&field.value))
        });
        read.or(shown)
    }

    /// When it becomes relevant.
    fn relevant(&self) -> Option<When> {
        let dates = self.json.node("relevantDates");
        let date = dates.map(|it| it.first_text(&["date", "startDate"]));
        When::parse(&first([
            self.json.text("relevantDate"),
            date.unwrap_or_default(),
        ]))
    }

    fn semantic(&self, name: &str) -> String {
        let found = self.semantics.iter().find_map(|it| it.value(name));
        found.map(text_of).unwrap_or_default()
    }

    /// The number of the booking that a field shows; empty if there is none.
    fn number(&self) -> String {
        let is_part = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'-';
        let is_number = |text: &str| {
            let is_time = When::parse(text).is_some() || hour_alone(text).is_some();
            (5..=20).contains(&text.len()) && text.bytes().all(is_part) && !is_time
        };
        let mut fields = self.fields.iter().filter(|field| is_number(&field.value));
        let found = fields.find(|field| {
            let mut words = field.name.split(|it: char| !it.is_alphanumeric());
            let is_named = NUMBER.split(' ').any(|word| field.name.contains(word))
                || words.any(|word| word == "ref" || word == "reference");
            is_named && !field.name.contains("class")
        });
        found.map(|field| field.value.clone()).unwrap_or_default()
    }

    /// The value of the first field whose name has one of these words; empty if there is none.
    fn field(&self, words: &str) -> &str {
        let mut fields = self.fields.iter().filter(|field| !field.value.is_empty());
        let found = fields.find(|it| words.split(' ').any(|word| it.name.contains(word)));
        found.map_or("", |field| &field.value)
    }
}

/// A text of a pass: in UTF-16, with a mark or not, else UTF-8.
fn text(bytes: &[u8]) -> String {
    let unmarked = match bytes {
        [0, _, ..] => Some(UTF_16BE),
        [_, 0, ..] => Some(UTF_16LE),
        _ => None,
    };
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    match marked.or(unmarked) {
        Some(encoding) => encoding.decode(bytes).0.into_owned(),
        None => decoded(bytes, None).into_owned(),
    }
}

/// The texts of a language by their keys: lines such as `"key" = "value";`.
fn texts(strings: &str) -> HashMap<String, String> {
    let (mut texts, mut key) = (HashMap::new(), None);
    let mut rest = strings;
    while let Some(start) = rest.find(['"', '/']) {
        rest = rest.get(start..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        if let Some(comment) = rest.strip_prefix('/') {
            rest = comment.split_once('\n').map_or("", |(_, after)| after);
            continue;
        }
        let (mut text, mut is_escaped) = (String::new(), false);
        let mut letters = rest.char_indices().skip(1);
        let end = letters.find(|(_, letter)| match (letter, is_escaped) {
            ('"', false) => true,
            ('\\', false) => {
                is_escaped = true;
                false
            }
            (letter, _) => {
                text.push(*letter);
                is_escaped = false;
                false
            }
        });
        rest = end
            .and_then(|(at, _)| rest.get(at + 1..))
            .unwrap_or_default();
        match key.take() {
            None => key = Some(text),
            Some(key) => {
                texts.insert(key, text);
            }
        }
    }
    texts
}
