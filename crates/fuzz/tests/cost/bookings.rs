//! The cost of reading bookings.

use crate::documents::{Document, slot};
use crate::files::check;

const JSON_LD: Document = Document {
    template: "{\"@context\":\"http://schema.org\",\"@graph\":[{\"@type\":\"FlightReservation\",\
        \"reservationNumber\":\"A\",\"reservationFor\":[{\"@type\":\"Flight\",\
        \"flightNumber\":\"AF1\"}{flight}],\
        \"reservedTicket\":[{\"ticketedSeat\":[{}{seat}]}{ticket}]\
        {property}}{same}{reservation}{other},\
        {\"@type\":\"ReservationPackage\",\"reservationNumber\":[[[]{leaf}]],\
        \"subReservation\":[{\"@type\":\"TaxiReservation\"}{part}]}]}",
    separator: "",
    slots: &[
        slot(
            "flight",
            ",{\"@type\":\"Flight\",\"flightNumber\":\"AF{i}\"}",
        ),
        slot("seat", ",{\"seatNumber\":\"{i} {text}\"}"),
        slot("ticket", ",{\"ticketedSeat\":{\"seatNumber\":\"{i}\"}}"),
        slot("property", ",\"p{i}\":\"{text}\""),
        slot(
            "same",
            ",{\"@type\":\"TaxiReservation\",\"reservationNumber\":\"1\",\
                \"provider\":\"P{i}\"}",
        ),
        slot(
            "reservation",
            ",{\"@type\":\"TaxiReservation\",\"reservationNumber\":\"{i}\",\
                \"pickupTime\":\"{iso}T10:00\"}",
        ),
        slot("other", ",{\"@type\":\"Hotel\",\"name\":[\"{text}\"]}"),
        slot("leaf", ",[[],[]]"),
        slot("part", ",{\"@type\":\"TaxiReservation\"}"),
    ],
};

const PAGE: Document = Document {
    template: "<!DOCTYPE html><p{attribute}>{tag}{open}<!--{comment}-->\
        <div itemscope itemtype=\"http://schema.org/TaxiReservation\">\
        <b itemprop=pickupLocation>{text_of}{end}</b>{value}{object}{unclosed}</div>\
        <script type=\"application/ld+json\">[{json}0]</script>{script}",
    separator: "",
    slots: &[
        slot("attribute", " a{i}=\"{text}\""),
        slot("tag", "<i>{text}</i>"),
        slot("open", "<i class=\"{i}\">"),
        slot("comment", " {text}"),
        slot("text_of", "{text} &amp; "),
        slot("end", "</p>"),
        slot("value", "<meta itemprop=\"p\" content=\"{i}\">"),
        slot(
            "object",
            "<p itemscope itemprop=\"o\"><i itemprop=n>{i}</i></p>",
        ),
        slot("unclosed", "<p itemscope itemprop=\"o\">"),
        slot("json", "{i},"),
        slot(
            "script",
            "<script type=\"application/ld+json\">{\"@type\":\"TaxiReservation\",\
                \"reservationNumber\":\"{i}\"}</script>",
        ),
    ],
};

const MAIL: Document = Document {
    template: "From: a@example.com\nSubject: {subject}{encoded}\n{header}\
        Content-Type: multipart/mixed; boundary=b{parameter}\n\n{line}\
        --b\nContent-Type: text/html\n\n<script type=\"application/ld+json\">\
        {\"@type\":\"TaxiReservation\"}</script>\n{part}{never}{message}--b--\n",
    separator: "",
    slots: &[
        slot("subject", "{text}"),
        slot("encoded", " =?utf-8?q?{i}?="),
        slot("header", "X-{i}: {text}\n"),
        slot("parameter", "; a{i}=b"),
        slot("line", "--b{i}\n"),
        slot("part", "--b\n\n{text}\n"),
        slot(
            "never",
            "--b\nContent-Type: multipart/mixed; boundary=c{i}\n\n",
        ),
        slot(
            "message",
            "--b\nContent-Type: message/rfc822\n\nSubject: {i}\n\n{text}\n",
        ),
    ],
};

const BOARDING_PASSES: Document = Document {
    template: "M1LOVELACE/ADA        EABC123 LISCDGAF 1025 124Y012A0035 100{rest}\n{pass}",
    separator: "",
    slots: &[
        slot("rest", "{text}"),
        slot(
            "pass",
            "M1LOVELACE/ADA        EABC123 LISCDGAF 1025 124Y012A0035 100\n",
        ),
    ],
};

#[test]
fn json_ld() {
    check(&JSON_LD);
}

#[test]
fn pages() {
    check(&PAGE);
}

#[test]
fn mails() {
    check(&MAIL);
}

#[test]
fn boarding_passes() {
    check(&BOARDING_PASSES);
}
