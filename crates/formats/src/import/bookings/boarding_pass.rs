//! The text of the code on a boarding pass: IATA Resolution 792, version M.

use wayfare_domain::trip::ItemClass;
use wayfare_domain::{Date, Instant, Trip};

use super::Bookings;
use super::booking::{Booking, flight, transport_number};
use super::schema::{Site, is_airport, travel_title};
use super::when::When;
use crate::import::details::Details;
use crate::import::draft::too_many_items;
use crate::import::{ImportError, NearDays};

/// The length of what comes before the first leg: the format, the number of legs, the name, and
/// whether the ticket is electronic.
const HEAD: usize = 23;
/// The length of a leg without its conditional part.
const LEG: usize = 37;

/// A flight that a code has.
#[derive(Debug)]
pub(super) struct Leg {
    number: String,
    pub(super) from: String,
    pub(super) to: String,
    airline: String,
    flight: String,
    /// The day of the year.
    day: Option<u16>,
    class: String,
    seat: String,
}

/// Adds the flights of codes, one a line. One that can't be read is a warning.
///
/// # Errors
/// There are more than a trip may have.
pub(super) fn read(text: &str, bookings: &mut Bookings<'_>) -> Result<(), ImportError> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    for (number, line) in lines.enumerate() {
        if number >= Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        let (legs, missing) = legs(line);
        if missing > 0 {
            bookings.draft.warn(format!(
                "a boarding pass is cut off or damaged; flights left out: {missing}"
            ));
        }
        for leg in legs {
            let near = bookings.near;
            if leg.date(near).is_none() {
                bookings.draft.warn("a boarding pass does not tell its day");
            }
            bookings.add(leg.booking(near))?;
        }
    }
    Ok(())
}

/// The legs of a code that can be read, and the number of the others.
pub(super) fn legs(code: &str) -> (Vec<Leg>, usize) {
    let characters: Vec<char> = code.trim_start().chars().take(2_000).collect();
    let number = characters.get(1).and_then(|digit| digit.to_digit(10));
    let number = number.and_then(|number| usize::try_from(number).ok());
    let number = number.unwrap_or(1).max(1);
    let (mut legs, mut at) = (Vec::new(), HEAD);
    while legs.len() < number {
        let Some(leg) = characters.get(at..).and_then(Leg::parse) else {
            break;
        };
        let size: String = characters.iter().skip(at + LEG - 2).take(2).collect();
        at += LEG + usize::from_str_radix(&size, 16).unwrap_or_default();
        legs.push(leg);
    }
    let missing = number - legs.len();
    (legs, missing)
}

impl Leg {
    fn parse(characters: &[char]) -> Option<Self> {
        let field = |from: usize, to: usize| {
            let field = characters.get(from..to)?.iter().collect::<String>();
            Some(field.trim().to_owned())
        };
        let leg = Self {
            number: field(0, 7)?,
            from: field(7, 10)?,
            to: field(10, 13)?,
            airline: field(13, 16)?,
            flight: field(16, 21)?,
            day: field(21, 24)?.parse().ok(),
            class: field(24, 25)?,
            seat: field(25, 29)?.trim_start_matches('0').to_owned(),
        };
        (is_airport(&leg.from) && is_airport(&leg.to)).then_some(leg)
    }

    /// Its airline and number.
    pub(super) fn flight_code(&self) -> String {
        format!("{}{}", self.airline, self.flight)
    }

    /// Its day nearest to others, the first of several, and not after the end of a year.
    pub(super) fn date(&self, near: NearDays) -> Option<Date> {
        let day = i64::from(self.day.filter(|day| (1..=366).contains(day))?);
        let year = |day: Date| day.to_string().get(..4)?.parse::<i32>().ok();
        let (first, last) = (year(near.first)?, year(near.last)?);
        let years = (first - 1..=first + 1).chain(last - 1..=last + 1);
        let days = years.filter_map(|year| {
            let first = Instant::parse(&format!("{year:04}-01-01")).ok()?;
            let date = Date::from(first.plus_days(day - 1));
            date.to_string()
                .starts_with(&format!("{year:04}"))
                .then_some(date)
        });
        days.min_by_key(|date| near.distance(*date))
    }

    pub(super) fn booking(&self, near: NearDays) -> Booking {
        let (airline, word) = flight(&self.airline, &self.flight);
        let mut details = Details::default();
        if word == "Flight" {
            details.add("Flight", format!("{} {}", self.airline, self.flight).trim());
        }
        details.add("Seat", &self.seat);
        details.add("Class", &self.class);
        let site = |code: &String| Site {
            code: code.clone(),
            ..Site::default()
        };
        let [from, to] = [&self.from, &self.to].map(site);
        let title = travel_title(&word, [&from, &to]);
        Booking {
            start: self.date(near).map(When::Day),
            site: from,
            end_site: to,
            provider: airline,
            number: self.number.clone(),
            transport: transport_number(&self.flight),
            details,
            ..Booking::new(ItemClass::Flight, title)
        }
    }
}

/// The day of a flight from an airport by the boarding pass that is its ticket, as
/// `aztecCode:M1…`: whoever tells the day alone has guessed the year, KDE Itinerary the one after
/// the making of a PDF.
pub(super) fn day_of(ticket: &str, from: &str, near: NearDays) -> Option<Date> {
    let (_, code) = ticket.split_once(':')?;
    let (legs, _) = legs(code);
    legs.iter().find(|leg| leg.from == from)?.date(near)
}
