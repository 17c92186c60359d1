//! Reservations of schema.org: what each kind of them says.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use serde_json::Value;
use wayfare_domain::trip::ItemClass;
use wayfare_domain::{Currency, SignedAmount};

use super::Bookings;
use super::boarding_pass;
use super::booking::{Booking, flight, transport_number};
use super::price::read_price;
use super::schema::{Node, Site, first, last_word, text_of, travel_title};
use super::when::When;
use crate::import::ImportError;
use crate::import::details::Details;
use crate::import::draft::Draft;

/// How deep reservations are looked for.
const MAX_DEPTH: usize = 64;
/// The most seats that are told of a reservation.
const MAX_SEATS: usize = 20;
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

/// What most kinds of travel have.
const TRAVEL: Kind = Kind {
    types: &[],
    class: ItemClass::Travel,
    word: "",
    from: &[],
    to: &[],
    // The day alone is KDE Itinerary's.
    start: &["departureTime", "departureDay"],
    end: &["arrivalTime"],
    provider: &["provider"],
    details: &[],
};
/// What hired rides have.
const RIDE: Kind = Kind {
    class: ItemClass::Car,
    from: &["pickupLocation"],
    to: &["dropoffLocation"],
    start: &["pickupTime"],
    end: &["dropoffTime"],
    ..TRAVEL
};
const KINDS: [Kind; 9] = [
    Kind {
        types: &["FlightReservation", "Flight"],
        class: ItemClass::Flight,
        word: "Flight",
        from: &["departureAirport"],
        to: &["arrivalAirport"],
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
        ..TRAVEL
    },
    Kind {
        types: &["TrainReservation", "TrainTrip"],
        class: ItemClass::Train,
        word: "Train",
        from: &["departureStation"],
        to: &["arrivalStation"],
        details: &[
            ("Train", &["trainNumber"]),
            ("Train", &["trainName"]),
            ("Platform", &["departurePlatform"]),
            ("Arrival platform", &["arrivalPlatform"]),
        ],
        ..TRAVEL
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
        details: &[("Bus", &["busNumber"]), ("Bus", &["busName"])],
        ..TRAVEL
    },
    Kind {
        types: &["BoatReservation", "BoatTrip"],
        class: ItemClass::Ferry,
        word: "Ferry",
        from: &["departureBoatTerminal"],
        to: &["arrivalBoatTerminal"],
        ..TRAVEL
    },
    Kind {
        types: &["RentalCarReservation", "RentalCar", "Car"],
        word: "Car",
        provider: &["rentalCompany", "provider"],
        details: &[("Car", &["name", "model"])],
        ..RIDE
    },
    Kind {
        types: &["TaxiReservation", "Taxi"],
        word: "Taxi",
        ..RIDE
    },
    Kind {
        types: &["LodgingReservation", "LodgingBusiness", "Hotel", "Hostel"],
        class: ItemClass::Stay,
        word: "Stay",
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
        ..TRAVEL
    },
    Kind {
        types: &[
            "FoodEstablishmentReservation",
            "FoodEstablishment",
            "Restaurant",
        ],
        class: ItemClass::Food,
        word: "Meal",
        start: &["startTime"],
        end: &["endTime"],
        provider: &[],
        details: &[("Seats", &["partySize"]), ("Phone", &["telephone"])],
        ..TRAVEL
    },
    Kind {
        types: &["EventReservation", "Event"],
        class: ItemClass::Activity,
        word: "Event",
        from: &["location"],
        start: &["startDate", "startTime"],
        end: &["endDate", "endTime"],
        provider: &["provider", "organizer"],
        details: &[("Doors", &["doorTime"]), ("Seats", &["numSeats"])],
        ..TRAVEL
    },
];

/// What a seat is called, of a ticket.
const SEAT: [(&str, &str); 4] = [
    ("Coach", "seatSection"),
    ("Row", "seatRow"),
    ("Seat", "seatNumber"),
    ("Class", "seatingType"),
];

/// Adds the reservations in a value, however deep.
///
/// # Errors
/// There are more than a trip may have.
pub(super) fn add_all(value: &Value, bookings: &mut Bookings<'_>) -> Result<(), ImportError> {
    add(value, None, bookings, 0)
}

/// A reservation. What it says is read once, however many parts it has.
struct Own<'v> {
    node: Node<'v>,
    texts: RefCell<HashMap<&'static str, String>>,
    seats: OnceCell<Vec<(&'static str, String)>>,
}

impl<'v> Own<'v> {
    fn new(node: Node<'v>) -> Self {
        Self {
            node,
            texts: RefCell::default(),
            seats: OnceCell::new(),
        }
    }

    fn text(&self, name: &'static str) -> String {
        let mut texts = self.texts.borrow_mut();
        let text = texts.entry(name).or_insert_with(|| self.node.text(name));
        text.clone()
    }

    /// The first of these names that has a text.
    fn first_text(&self, names: &[&'static str]) -> String {
        first(names.iter().map(|name| self.text(name)))
    }

    /// The number of its ticket; empty if it has none or several.
    fn ticket(&self) -> String {
        let mut tickets = self.node.nodes("reservedTicket");
        match (tickets.next(), tickets.next()) {
            (Some(ticket), None) => ticket.text("ticketNumber"),
            _ => self.text("ticketNumber"),
        }
    }

    /// What the seats of its tickets are called.
    fn seats(&self) -> &[(&'static str, String)] {
        self.seats.get_or_init(|| {
            let tickets = self.node.nodes("reservedTicket").take(MAX_SEATS);
            let seats = tickets.flat_map(|ticket| ticket.nodes("ticketedSeat"));
            let parts = seats.take(MAX_SEATS).flat_map(|seat| {
                let parts = SEAT.into_iter();
                parts.map(move |(name, property)| (name, seat.text(property)))
            });
            parts.collect()
        })
    }
}

/// `package` is the reservation that this one belongs to.
fn add(
    value: &Value,
    package: Option<&Own<'_>>,
    bookings: &mut Bookings<'_>,
    depth: usize,
) -> Result<(), ImportError> {
    if let Value::Array(list) = value {
        let mut list = list.iter();
        return list.try_for_each(|value| add(value, package, bookings, depth + 1));
    }
    let Some(node) = Node::of(value).filter(|_| depth <= MAX_DEPTH) else {
        return Ok(());
    };
    let is_reservation = |name: &str| name.ends_with("Reservation") || name == "ReservationPackage";
    if !node.types().any(is_reservation) {
        let mut values = node.values();
        return values.try_for_each(|value| add(value, package, bookings, depth + 1));
    }
    let own = Own::new(node);
    if let Some(parts) = node.value("subReservation") {
        add(parts, Some(&own), bookings, depth + 1)?;
    }
    let subjects = node.nodes("reservationFor").map(Some);
    let none = node.value("reservationFor").is_none().then_some(None);
    let own_kind = Kind::of(node);
    let mut price = None;
    for subject in subjects.chain(none) {
        if let Some(kind) = own_kind.or_else(|| Kind::of(subject?)) {
            let reservation = Reservation {
                own: &own,
                subject,
                package,
            };
            let mut booking = reservation.read(kind, &mut bookings.draft);
            if let Some(When::Day(_)) = booking.start {
                let (from, near) = (&booking.site.code, bookings.near);
                let day = reservation.ticket();
                let day = day.and_then(|code| boarding_pass::day_of(code, from, near));
                booking.start = day.map(When::Day).or(booking.start);
            }
            bookings.add(booking)?;
        } else if node.value("subReservation").is_none() {
            let warning = "a reservation of an unknown kind is left out";
            bookings.draft.warn(warning);
        } else {
            price = node.value("totalPrice");
        }
    }
    if let Some(price) = price.map(text_of) {
        let warning = "the price of several reservations together is left out";
        bookings.draft.warn(format!("{warning}: {price:.40}"));
    }
    Ok(())
}

impl Kind {
    /// The kind of a reservation, or of what one is for.
    fn of(node: Node<'_>) -> Option<&'static Self> {
        let is_event = |name: &str| name.ends_with("Event");
        node.types().find_map(|name| {
            let name = if is_event(name) { "Event" } else { name };
            KINDS.iter().find(|kind| kind.types.contains(&name))
        })
    }
}

/// A reservation, what it is for, and the one to which it belongs.
struct Reservation<'r, 'v> {
    own: &'r Own<'v>,
    subject: Option<Node<'v>>,
    package: Option<&'r Own<'v>>,
}

impl Reservation<'_, '_> {
    /// The texts that it has, by the names in their order. What it is for comes first.
    fn texts(&self, names: &[&'static str]) -> Vec<String> {
        let texts = names.iter().flat_map(|name| {
            let of_subject = self.subject.map(|node| node.text(name));
            of_subject.into_iter().chain([self.own.text(name)])
        });
        texts.filter(|text| !text.is_empty()).collect()
    }

    fn text(&self, names: &[&'static str]) -> String {
        first(self.texts(names))
    }

    /// The first text of it, or of the one to which it belongs.
    fn own_text(&self, names: &[&'static str]) -> String {
        let owns = [Some(self.own), self.package].into_iter().flatten();
        first(owns.map(|own| own.first_text(names)))
    }

    fn site(&self, names: &[&str], draft: &mut Draft<'_>) -> Site {
        let nodes = self.subject.into_iter().chain([self.own.node]);
        let mut sites = nodes.map(|node| Site::find(node, names, draft));
        sites
            .find(|site| !site.title().is_empty())
            .unwrap_or_default()
    }

    fn read(&self, kind: &Kind, draft: &mut Draft<'_>) -> Booking {
        if self.subject.is_none() && kind.word != "Taxi" {
            draft.warn("a reservation does not say what it is for");
        }
        let site = match (kind.from, self.subject) {
            ([], Some(subject)) => Site::of(subject, draft),
            (from, _) => self.site(from, draft),
        };
        let end_site = self.site(kind.to, draft);
        let provider = self.text(kind.provider);
        let name = self.subject.map(|it| it.text("name")).unwrap_or_default();
        let (mut word, mut airline) = (kind.word.to_owned(), String::new());
        let mut number = self.text(&["flightNumber"]);
        if kind.class == ItemClass::Flight {
            let node = self.subject.unwrap_or(self.own.node).node("airline");
            let code = node.map(|it| it.text("iataCode")).unwrap_or_default();
            (airline, word) = flight(&code, &number);
        }
        let names = [
            "flightNumber",
            "trainNumber",
            "trainName",
            "busNumber",
            "busName",
        ];
        let mut transport = transport_number(&self.text(&names));
        if word != kind.word {
            // The title has it, after the airline.
            transport = word
                .split(' ')
                .next_back()
                .map(transport_number)
                .unwrap_or_default();
            number.clear();
        }
        let title = match kind.class.is_travel() {
            true => travel_title(&word, [&site, &end_site]),
            false => first([name, word]),
        };
        let mut details = Details::default();
        let known = [
            ("From", site.full_name()),
            ("To", end_site.full_name()),
            ("Flight", number),
            ("Provider", provider.clone()),
        ];
        for (name, text) in known {
            let is_shown = kind.class.is_travel() || name == "Provider";
            if is_shown && !title.contains(&text) {
                details.add(name, &text);
            }
        }
        for (name, properties) in kind.details {
            let text = self.text(properties);
            let time = When::parse(&text).filter(|time| time.has_hour());
            details.add(name, &time.map_or(text, |time| time.to_string()));
        }
        for (name, text) in self.own.seats() {
            details.add(name, text);
        }
        let start = self.when(kind.start, &title, None, draft);
        let number = ["reservationNumber", "reservationId", "confirmationNumber"];
        let status = self.own_text(&["reservationStatus"]).to_ascii_lowercase();
        Booking {
            start,
            end: self.when(kind.end, &title, start, draft),
            number: self.own_text(&number),
            transport,
            ticket: self.own.ticket(),
            price: self.price(&title, draft),
            is_cancelled: last_word(&status).contains("cancel"),
            site,
            end_site,
            provider: first([airline, provider, title.clone()]),
            details,
            ..Booking::new(kind.class, title)
        }
    }

    /// When it begins or ends: the first of the times that can be read. An hour alone is one of the
    /// day that another property has, else the next one after its start.
    fn when(
        &self,
        names: &[&'static str],
        title: &str,
        start: Option<When>,
        draft: &mut Draft<'_>,
    ) -> Option<When> {
        let texts = self.texts(names);
        let found = texts.iter().find_map(|text| When::parse(text));
        let alone = |start: When| texts.iter().find_map(|text| start.end_after(text));
        let found = found.or_else(|| start.and_then(alone));
        if let (None, Some(text)) = (found, texts.first()) {
            let warning = "a time that can't be read is left out";
            draft.warn(format!("{warning}: {title:.100}: {text:.40}"));
        }
        let Some(When::Day(day)) = found else {
            return found;
        };
        let hour = texts.iter().find_map(|text| When::of_day(day, text));
        hour.or(found)
    }

    /// The text of its ticket's code.
    fn ticket(&self) -> Option<&str> {
        let ticket = self.own.node.node("reservedTicket")?;
        ticket.value("ticketToken")?.as_str()
    }

    /// What it costs. Numbers as people write them, `1.234,50`, are not guessed.
    fn price(&self, title: &str, draft: &mut Draft<'_>) -> Option<(SignedAmount, Currency)> {
        let prices = ["totalPrice", "price"];
        let value = prices.iter().find_map(|name| self.own.node.value(name))?;
        let node = Node::of(value);
        let text = node.map(|it| it.first_text(&["price", "value", "amount"]));
        let text = text.unwrap_or_else(|| text_of(value));
        let currency = node
            .unwrap_or(self.own.node)
            .first_text(&["priceCurrency", "currency"]);
        let price = read_price(&text, &currency, title, draft);
        price.filter(|(amount, _)| !amount.value().is_zero())
    }
}
