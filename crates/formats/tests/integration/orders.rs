//! Bookings of one order: which ones are the same, and what they cost.

use crate::bookings::place;
use crate::reading::{built, import};

/// The names of the items of a file, with their days, numbers and prices.
fn items(json: &str) -> Vec<String> {
    let imported = import(json).unwrap();
    let trip = built(&imported, &place);
    let items = trip.itinerary.iter().map(|item| {
        let total = item.budget.total.map(|total| total.value().to_string());
        let total = total.unwrap_or_default();
        format!(
            "{} on day {} {total}",
            item.destination.name,
            item.day.number()
        )
    });
    assert_eq!(imported.content.bookings.len(), trip.itinerary.len());
    items.map(|item| item.trim_end().to_owned()).collect()
}

/// A reservation of a number: its kind, what it is for, and the rest.
fn reservation(kind: &str, subject: &str, rest: &str) -> String {
    format!(
        "{{\"@type\": \"{kind}Reservation\", \"reservationNumber\": \"GYG123\", \
         \"provider\": {{\"name\": \"Guide\"}}, \"reservationFor\": {{{subject}}}{rest}}}"
    )
}

fn visit(name: &str, start: &str) -> String {
    let subject = format!("\"@type\": \"Event\", \"name\": \"{name}\", \"startDate\": \"{start}\"");
    reservation("Event", &subject, "")
}

fn flight(number: &str, start: &str, rest: &str) -> String {
    let subject = format!(
        "\"@type\": \"Flight\", \"flightNumber\": \"{number}\", \
         \"airline\": {{\"iataCode\": \"UA\"}}, \"departureTime\": \"{start}\", \
         \"departureAirport\": {{\"iataCode\": \"LAX\"}}, \
         \"arrivalAirport\": {{\"iataCode\": \"JFK\"}}"
    );
    reservation("Flight", &subject, rest)
}

fn train(number: &str, start: &str) -> String {
    let subject = format!(
        "\"@type\": \"TrainTrip\", \"trainNumber\": \"{number}\", \
         \"departureTime\": \"{start}\", \"departureStation\": \"Lisboa\", \
         \"arrivalStation\": \"Porto\""
    );
    reservation("Train", &subject, "")
}

fn hotel(start: &str, end: &str) -> String {
    let subject = "\"@type\": \"Hotel\", \"name\": \"Ria\"";
    let rest = format!(", \"checkinTime\": \"{start}\", \"checkoutTime\": \"{end}\"");
    reservation("Lodging", subject, &rest)
}

#[test]
fn bookings_of_one_order_are_items_of_their_own() {
    let louvre = visit("Louvre", "2026-06-02T10:00");
    for (reservations, expected) in [
        (
            vec![louvre.clone(), visit("Eiffel Tower", "2026-06-02T10:00")],
            vec!["Louvre on day 1", "Eiffel Tower on day 1"],
        ),
        (
            vec![louvre.clone(), visit("Louvre", "2026-06-02T12:00")],
            vec!["Louvre on day 1", "Louvre on day 1"],
        ),
        // The same: in other letters, and once with the day alone.
        (
            vec![louvre.clone(), visit("LOUVRE", "2026-06-02"), louvre],
            vec!["Louvre on day 1"],
        ),
        (
            vec![
                hotel("2026-06-01", "2026-06-02"),
                hotel("2026-06-08", "2026-06-10"),
            ],
            vec!["Ria on day 1", "Ria on day 8"],
        ),
        (
            vec![
                train("6601", "2026-06-02T08:00"),
                train("6677", "2026-06-05T08:00"),
            ],
            vec![
                "Train Lisboa – Porto on day 1",
                "Train Lisboa – Porto on day 4",
            ],
        ),
        (
            vec![
                train("6601", "2026-06-02T08:00"),
                train("6677", "2026-06-02T08:00"),
            ],
            vec![
                "Train Lisboa – Porto on day 1",
                "Train Lisboa – Porto on day 1",
            ],
        ),
        (
            vec![
                train("ICE 505", "2026-06-02T08:00"),
                train("505", "2026-06-02T08:00"),
            ],
            vec!["Train Lisboa – Porto on day 1"],
        ),
        (
            vec![
                flight("110", "2026-06-01T08:00", ""),
                flight("110", "2026-06-05T08:00", ""),
            ],
            vec!["UA 110 LAX – JFK on day 1", "UA 110 LAX – JFK on day 5"],
        ),
        // A flight of a number goes once a day: one hour is that of boarding.
        (
            vec![
                flight("110", "2026-06-01T08:00", ""),
                flight("UA110", "2026-06-01T07:20", ""),
            ],
            vec!["UA 110 LAX – JFK on day 1"],
        ),
    ] {
        assert_eq!(items(&format!("[{}]", reservations.join(","))), expected);
    }
    let code = "M1LOVELACE/ADA        EABC123 LISCDGAF 1025 {day}Y012A0035 100";
    let days = ["200", "205", "200"].map(|day| code.replace("{day}", day));
    assert_eq!(
        items(&days.join("\n")),
        ["AF 1025 LIS – CDG on day 1", "AF 1025 LIS – CDG on day 6"]
    );
}

#[test]
fn prices_of_passengers_add_up() {
    let priced = |number: &str, price: &str, currency: &str, ticket: &str| {
        let rest = format!(
            ", \"totalPrice\": \"{price}\", \"priceCurrency\": \"{currency}\", \
             \"reservedTicket\": {{\"ticketNumber\": \"{ticket}\"}}"
        );
        flight(number, "2026-06-01T08:00", &rest)
    };
    let once = "a price that stands at several reservations counts once: 100 USD";
    let left_out = "the price of several reservations together is left out: 80 EUR";
    for (reservations, expected, warning) in [
        // Of each ticket, and of each leg of one.
        (
            vec![
                priced("110", "100", "USD", "T1"),
                priced("110", "100", "USD", "T2"),
                priced("220", "100", "USD", "T1"),
                priced("220", "100", "USD", "T2"),
            ],
            vec!["UA 110 LAX – JFK on day 1 200", "UA 220 LAX – JFK on day 1"],
            once,
        ),
        (
            vec![
                priced("110", "100", "USD", ""),
                priced("110", "80", "USD", ""),
            ],
            vec!["UA 110 LAX – JFK on day 1 180"],
            "",
        ),
        (
            vec![
                priced("110", "100", "USD", ""),
                priced("110", "100", "USD", ""),
            ],
            vec!["UA 110 LAX – JFK on day 1 100"],
            once,
        ),
        (
            vec![
                priced("110", "100", "USD", ""),
                priced("110", "80", "EUR", ""),
            ],
            vec!["UA 110 LAX – JFK on day 1 100"],
            left_out,
        ),
    ] {
        let json = format!("[{}]", reservations.join(","));
        assert_eq!(items(&json), expected);
        let warnings = import(&json).unwrap().warnings;
        let is_told = warnings.iter().any(|it| it.starts_with(warning));
        assert!(is_told, "{warning}: {warnings:?}");
    }
}
