//! Reservations of schema.org: what each kind of them says.

use serde_json::Value;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::ItemClass;
use wayfare_domain::{Currency, SignedAmount};

use super::schema::{Node, Site, joined, last_word, text_of, travel_title};
use super::when::When;
use super::{Booking, Bookings};
use crate::import::ImportError;
use crate::import::details::Details;
use crate::import::draft::Draft;

/// How deep reservations are looked for.
const MAX_DEPTH: usize = 64;
/// A detail of a reservation: its name, and the properties that have it.
type Detail = (&'static str, &'static [&'static str]);

/// A kind of reservation.
struct Kind {
    /// Its type, and the types of what it is for.
    types: &'static [&'static str],
    class: ItemClass,
    /// What its title begins with, or is where nothing else tells.
    word: &'static str,
    /// Where and when it begins and ends: properties of it or of what it is for.
    from: &'static [&'static str],
    to: &'static [&'static str],
    start: &'static [&'static str],
    end: &'static [&'static str],
    /// Who provides it, beside `provider`.
    provider: &'static [&'static str],
    details: &'static [Detail],
}

const KINDS: [Kind; 9] = [
    Kind {
        types: &["FlightReservation", "Flight"],
        class: ItemClass::Flight,
        word: "Flight",
        from: &["departureAirport"],
        to: &["arrivalAirport"],
        start: &["departureTime"],
        end: &["arrivalTime"],
        provider: &["airline", "carrier", "provider", "seller"],
        details: &[
            ("Terminal", &["departureTerminal"]),
            ("Gate", &["departureGate"]),
            ("Boarding", &["boardingTime"]),
            ("Boarding group", &["boardingGroup"]),
            ("Seat", &["airplaneSeat"]),
            ("Class", &["airplaneSeatClass"]),
            ("Arrival terminal", &["arrivalTerminal"]),
        ],
    },
    Kind {
        types: &["TrainReservation", "TrainTrip"],
        class: ItemClass::Train,
        word: "Train",
        from: &["departureStation"],
        to: &["arrivalStation"],
        start: &["departureTime"],
        end: &["arrivalTime"],
        provider: &["provider", "trainCompany"],
        details: &[
            ("Train", &["trainNumber"]),
            ("Train", &["trainName"]),
            ("Platform", &["departurePlatform"]),
            ("Arrival platform", &["arrivalPlatform"]),
        ],
    },
    Kind {
        types: &["BusReservation", "BusTrip"],
        class: ItemClass::Bus,
        word: "Bus",
        from: &[
            "departureBusStop",
            "departureBusStation",
            "departureStation",
        ],
        to: &["arrivalBusStop", "arrivalBusStation", "arrivalStation"],
        start: &["departureTime"],
        end: &["arrivalTime"],
        provider: &["provider", "busCompany"],
        details: &[("Bus", &["busNumber"]), ("Bus", &["busName"])],
    },
    Kind {
        types: &["BoatReservation", "BoatTrip"],
        class: ItemClass::Ferry,
        word: "Ferry",
        from: &["departureBoatTerminal"],
        to: &["arrivalBoatTerminal"],
        start: &["departureTime"],
        end: &["arrivalTime"],
        provider: &["provider"],
        details: &[],
    },
    Kind {
        types: &[
            "LodgingReservation",
            "LodgingBusiness",
            "Hotel",
            "Hostel",
            "Motel",
            "Resort",
            "BedAndBreakfast",
            "Campground",
        ],
        class: ItemClass::Stay,
        word: "Stay",
        from: &[],
        to: &[],
        start: &["checkinTime", "checkinDate", "checkInTime", "checkInDate"],
        end: &[
            "checkoutTime",
            "checkoutDate",
            "checkOutTime",
            "checkOutDate",
        ],
        provider: &[],
        details: &[
            ("Room", &["lodgingUnitType"]),
            ("Room", &["lodgingUnitDescription"]),
            ("Adults", &["numAdults"]),
            ("Children", &["numChildren"]),
            ("Phone", &["telephone"]),
        ],
    },
    Kind {
        types: &["RentalCarReservation", "RentalCar", "Car"],
        class: ItemClass::Car,
        word: "Car",
        from: &["pickupLocation"],
        to: &["dropoffLocation"],
        start: &["pickupTime"],
        end: &["dropoffTime"],
        provider: &["rentalCompany", "provider"],
        details: &[("Car", &["name", "model"])],
    },
    Kind {
        types: &["TaxiReservation", "Taxi"],
        class: ItemClass::Car,
        word: "Taxi",
        from: &["pickupLocation"],
        to: &["dropoffLocation"],
        start: &["pickupTime"],
        end: &["dropoffTime"],
        provider: &["provider"],
        details: &[],
    },
    Kind {
        types: &[
            "FoodEstablishmentReservation",
            "FoodEstablishment",
            "Restaurant",
        ],
        class: ItemClass::Food,
        word: "Meal",
        from: &[],
        to: &[],
        start: &["startTime"],
        end: &["endTime"],
        provider: &[],
        details: &[("Seats", &["partySize"]), ("Phone", &["telephone"])],
    },
    Kind {
        types: &["EventReservation", "Event"],
        class: ItemClass::Activity,
        word: "Event",
        from: &["location"],
        to: &[],
        start: &["startDate", "startTime"],
        end: &["endDate", "endTime"],
        provider: &["provider", "organizer"],
        details: &[("Doors", &["doorTime"]), ("Seats", &["numSeats"])],
    },
];

/// What a seat is called, of a ticket.
const SEAT: [Detail; 4] = [
    ("Coach", &["seatSection"]),
    ("Row", &["seatRow"]),
    ("Seat", &["seatNumber"]),
    ("Class", &["seatingType"]),
];

/// Adds the reservations in a value, however deep.
///
/// # Errors
/// There are more than a trip may have.
pub(super) fn add_all(value: &Value, bookings: &mut Bookings<'_>) -> Result<(), ImportError> {
    add(value, None, bookings, 0)
}

/// `package` is the reservation that this one belongs to.
fn add(
    value: &Value,
    package: Option<Node<'_>>,
    bookings: &mut Bookings<'_>,
    depth: usize,
) -> Result<(), ImportError> {
    let node = match value {
        _ if depth > MAX_DEPTH => return Ok(()),
        Value::Array(list) => {
            let mut list = list.iter();
            return list.try_for_each(|value| add(value, package, bookings, depth + 1));
        }
        Value::Object(_) => Node::of(value),
        _ => None,
    };
    let Some(node) = node else {
        return Ok(());
    };
    let is_reservation = |name: &str| name.ends_with("Reservation") || name == "ReservationPackage";
    if !node.types().any(is_reservation) {
        let mut values = node.values();
        return values.try_for_each(|value| add(value, package, bookings, depth + 1));
    }
    if let Some(parts) = node.value("subReservation") {
        add(parts, Some(node), bookings, depth + 1)?;
    }
    let subjects = node.nodes("reservationFor").into_iter().map(Some);
    let subjects: Vec<Option<Node<'_>>> = match subjects.len() {
        0 => vec![None],
        _ => subjects.collect(),
    };
    for subject in subjects {
        if let Some(kind) = Kind::of(node).or_else(|| Kind::of(subject?)) {
            let reservation = Reservation {
                node,
                subject,
                package,
            };
            let booking = reservation.read(kind, &mut bookings.draft);
            bookings.add(booking)?;
        } else if node.value("subReservation").is_none() {
            bookings
                .draft
                .warn("a reservation of an unknown kind is left out");
        } else if let Some(price) = node.value("totalPrice") {
            let price = text_of(price);
            let warning = "the price of several reservations together is left out";
            bookings.draft.warn(format!("{warning}: {price:.40}"));
        }
    }
    Ok(())
}

impl Kind {
    /// The kind of a reservation, or of what one is for.
    fn of(node: Node<'_>) -> Option<&'static Self> {
        node.types().find_map(|name| {
            let name = if name.ends_with("Event") {
                "Event"
            } else {
                name
            };
            KINDS.iter().find(|kind| kind.types.contains(&name))
        })
    }
}

/// A reservation, what it is for, and the one to which it belongs.
struct Reservation<'v> {
    node: Node<'v>,
    subject: Option<Node<'v>>,
    package: Option<Node<'v>>,
}

impl<'v> Reservation<'v> {
    /// The objects that have its properties, the most special one first.
    fn holders(&self) -> impl Iterator<Item = Node<'v>> + use<'v> {
        self.subject.into_iter().chain([self.node])
    }

    /// The reservation, then the one to which it belongs.
    fn reservations(&self) -> impl Iterator<Item = Node<'v>> + use<'v> {
        [self.node].into_iter().chain(self.package)
    }

    /// The first text that is not empty, of the names in their order.
    fn text(&self, names: &[&str]) -> String {
        let texts = names.iter().flat_map(|name| {
            let texts = self.holders().map(|holder| holder.text(name));
            texts.collect::<Vec<_>>()
        });
        let mut texts = texts.filter(|text| !text.is_empty());
        texts.next().unwrap_or_default()
    }

    fn site(&self, names: &[&str], draft: &mut Draft<'_>) -> Site {
        let mut holders = self.holders();
        let has_one = |node: &Node<'_>| names.iter().any(|name| node.value(name).is_some());
        let holder = holders.find(has_one);
        holder.map_or_else(Site::default, |node| Site::find(node, names, draft))
    }

    fn read(&self, kind: &Kind, draft: &mut Draft<'_>) -> Booking {
        let mut details = Details::default();
        if self.subject.is_none() && kind.word != "Taxi" {
            draft.warn("a reservation does not say what it is for");
        }
        let site = match (kind.from, self.subject) {
            ([], Some(subject)) => Site::of(subject, draft),
            (from, _) => self.site(from, draft),
        };
        let end_site = self.site(kind.to, draft);
        let airline = self
            .holders()
            .find_map(|it| it.node(kind.provider.first()?));
        let code = airline.map(|airline| airline.text("iataCode"));
        let (title, code) = self.title(kind, [&site, &end_site], code.unwrap_or_default());
        let provider = match (kind.provider, code) {
            ([], _) => title.clone(),
            (names, code) if code.is_empty() => self.text(names),
            (_, code) => code,
        };
        let provider = match provider.as_str() {
            "" => title.clone(),
            _ => provider,
        };
        for (name, site) in [("From", &site), ("To", &end_site)] {
            let full_name = Some(site.full_name()).filter(|it| !it.is_empty());
            let is_shown = |it: &String| kind.class.is_travel() && !title.contains(it.as_str());
            details.add(name, &full_name.filter(is_shown).unwrap_or_default());
        }
        let name = self.text(kind.provider);
        details.add(
            "Provider",
            Some(name)
                .filter(|it| *it != title)
                .as_deref()
                .unwrap_or(""),
        );
        for (name, properties) in kind.details {
            details.add(name, &hour_of(self.text(properties)));
        }
        let seats = self.node.nodes("reservedTicket").into_iter();
        for seat in seats.flat_map(|ticket| ticket.nodes("ticketedSeat")) {
            for (name, properties) in SEAT {
                details.add(name, &seat.first_text(properties));
            }
        }
        let number = ["reservationNumber", "reservationId", "confirmationNumber"];
        let number = self.reservations().map(|it| it.first_text(&number));
        let status = self.reservations().map(|it| it.text("reservationStatus"));
        let is_cancelled =
            |status: String| last_word(&status).to_ascii_lowercase().contains("cancel");
        Booking {
            class: kind.class,
            start: self.when(kind.start, &title, draft),
            end: self.when(kind.end, &title, draft),
            number: number
                .into_iter()
                .find(|it| !it.is_empty())
                .unwrap_or_default(),
            price: self.price(&title, draft),
            is_cancelled: { status }.any(is_cancelled),
            title,
            site,
            end_site,
            provider,
            details,
            other_key: String::new(),
        }
    }

    /// Its title, and the code of the airline.
    fn title(&self, kind: &Kind, ends: [&Site; 2], code: String) -> (String, String) {
        let name = self.subject.map(|it| it.text("name")).unwrap_or_default();
        let is_travel = kind.class.is_travel();
        let (mut word, mut airline) = (kind.word.to_owned(), String::new());
        if kind.class == ItemClass::Flight {
            let number: String = self.text(&["flightNumber"]).split_whitespace().collect();
            (airline, word) = flight(&code, &number);
        }
        let title = match (is_travel, name.is_empty()) {
            (true, _) => travel_title(&word, ends),
            (false, true) => word,
            (false, false) => name,
        };
        (title, airline)
    }

    /// When it begins or ends: the first of the times that can be read. An hour alone is one of the
    /// day that another property has.
    fn when(&self, names: &[&str], title: &str, draft: &mut Draft<'_>) -> Option<When> {
        let texts = names.iter().flat_map(|name| {
            let texts = self.holders().map(|holder| holder.text(name));
            texts.collect::<Vec<_>>()
        });
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let found = texts.iter().find_map(|text| When::parse(text));
        if found.is_none()
            && let Some(text) = texts.first()
        {
            draft.warn(format!(
                "a time that can't be read is left out: {title:.100}: {text:.40}"
            ));
        }
        match found {
            Some(When::Day(day)) => {
                let hour = texts.iter().find_map(|text| When::of_day(day, text));
                hour.or(found)
            }
            found => found,
        }
    }

    /// What it costs. Numbers as people write them, `1.234,50`, are not guessed.
    fn price(&self, title: &str, draft: &mut Draft<'_>) -> Option<(SignedAmount, Currency)> {
        let node = self.node;
        let value = node.value("totalPrice").or_else(|| node.value("price"))?;
        let (text, currency) = match Node::of(value) {
            Some(price) => (
                price.first_text(&["price", "value", "amount"]),
                price.first_text(&["priceCurrency", "currency"]),
            ),
            None => (
                text_of(value),
                node.first_text(&["priceCurrency", "currency"]),
            ),
        };
        let price = amount(&text, &currency);
        if price.is_none() && !text.is_empty() {
            let text = joined(&[text, currency], " ");
            draft.warn(format!(
                "a price that can't be read is left out: {title:.100}: {text:.40}"
            ));
        }
        price.filter(|(amount, _)| !amount.value().is_zero())
    }
}

/// The code of a flight's airline and what its title begins with, such as `AF 1025`.
pub(super) fn flight(code: &str, number: &str) -> (String, String) {
    let code = code.trim().to_ascii_uppercase();
    let is_code = |code: &str| {
        let is_part = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit();
        code.len() == 2 && code.bytes().all(is_part) && code.bytes().any(|it| !it.is_ascii_digit())
    };
    let parts = number
        .split_at_checked(2)
        .filter(|(begin, _)| is_code(begin));
    let (code, number) = match parts {
        Some((begin, rest)) if code.is_empty() || code == begin => (begin.to_owned(), rest),
        _ => (code, number),
    };
    let number = number.trim_start_matches('0');
    if is_code(&code) && number.bytes().next().is_some_and(|it| it.is_ascii_digit()) {
        let title = format!("{code} {number}");
        (code, title)
    } else {
        (code, "Flight".to_owned())
    }
}

/// An amount and its currency: `120.50` beside `EUR`, or `EUR 120.50`.
pub(super) fn amount(text: &str, currency: &str) -> Option<(SignedAmount, Currency)> {
    let letters = |it: char| it.is_ascii_alphabetic() || it.is_whitespace();
    let number = text.trim_matches(letters);
    let written: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let currency = if currency.is_empty() {
        &written
    } else {
        currency
    };
    let is_plain = number.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let amount = parse_decimal(number).ok().filter(|_| is_plain)?;
    let currency = Currency::new(&currency.trim().to_ascii_uppercase()).ok()?;
    Some((SignedAmount::new(amount).ok()?, currency))
}

/// A time as people read it; any other text as it is.
fn hour_of(text: String) -> String {
    match When::parse(&text) {
        Some(When::Local(hour) | When::Instant(_, Some(hour))) => {
            let hour = hour.to_string().replace('T', " ");
            hour.get(..16).unwrap_or(&hour).to_owned()
        }
        _ => text,
    }
}
