//! The page that explains a settlement: what each person paid and what their share is, line by
//! line, and why each payment is proposed.

use std::collections::HashMap;

use actix_web::HttpRequest;
use maud::{Markup, html};
use rust_decimal::Decimal;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::Currency;
use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::conversion::RateSource;
use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::trip::settlement::explained::{
    Entry, Explained, ExplainedParty, Line, ProposedPayment, Side,
};

use super::costs::day;
use super::rates;
use crate::i18n::format::Zones;
use crate::i18n::{format, texts as t};
use crate::markup::layout::Page;
use crate::pages::trip::frame::events;
use crate::pages::trip::frame::section::{MAX_ROWS, more_than, section};
use crate::pages::trip::frame::sheet::back;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::listing::title;
use crate::pages::trip::read;
use crate::session::Visitor;

/// The most rows of people that it shows in all.
const MAX_LINES: usize = 1_000;

/// The zones of items by their ids.
type ZonesById<'a> = HashMap<&'a str, Zones>;

/// A person's sums with the rows that are to be shown, and the number of others.
struct Person<'a> {
    party: &'a ExplainedParty<'a>,
    rows: Vec<&'a [Line<'a>]>,
    hidden: usize,
}

/// Answers the page.
///
/// # Errors
/// 404, 503.
pub(crate) async fn get(request: HttpRequest, TripPath(id): TripPath) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let view = read(&visitor, id).await?;
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let settlement = visitor.app.service.trips.settlement(&view);
        let body = html! {
            (events::marker(page))
            (back(page))
            h1 { (t::EXPLAINED) }
            (show(page, &settlement))
        };
        Page {
            is_kept: true,
            ..Page::new(t::EXPLAINED, body).class("narrow").live()
        }
    };
    Page::render(visitor, shown).await
}

fn show(page: TripPage<'_>, settlement: &Settlement) -> Markup {
    let view = page.view;
    let explained = page.visitor.app.service.trips.explain(view, settlement);
    let names = view.member_names();
    let ids = view.trip.itinerary.iter().map(|item| item.id.as_str());
    let zones: ZonesById<'_> = ids.zip(Zones::of_trip(&view.trip)).collect();
    let mut left = MAX_LINES;
    let persons = explained.parties.iter().take(MAX_ROWS).map(|party| {
        let mut rows = rows(party);
        let hidden = rows.len().saturating_sub(left);
        rows.truncate(left);
        left -= rows.len();
        Person {
            party,
            rows,
            hidden,
        }
    });
    let persons: Vec<_> = persons.collect();
    html! {
        div #left-out data-part {
            @for left_out in &settlement.unconverted {
                @let amount = left_out.value.max(left_out.paid);
                p.alert { (t::left_out(&format::money(amount, left_out.currency))) }
                @if page.edits { (rates::ask(page, left_out.currency)) }
            }
        }
        (payments(settlement, &explained, &names))
        @for (number, person) in persons.iter().enumerate() {
            (show_person(page, number, person, settlement, &names, &zones))
        }
        (more_than(explained.parties.len()))
        @if page.visitor.caller().is_some() {
            p.actions.no-print {
                @let file = page.address("/export/settlement.csv");
                a.button.quiet href=(file) download { (t::EXPLAINED_FILE) }
            }
        }
    }
}

/// The proposed payments, each with its reason.
fn payments(settlement: &Settlement, explained: &Explained<'_>, names: &MemberNames<'_>) -> Markup {
    let base = explained.base;
    let payments = &explained.payments;
    let body = html! {
        @if !settlement.is_complete() { p.hint { (t::NOT_ALL_COUNTED) } }
        @else if payments.is_empty() && settlement.unpaid.is_empty() {
            p.hint { (t::ALL_SETTLED) }
        }
        ul.rows {
            @for payment in payments.iter().take(MAX_ROWS) {
                li {
                    span {
                        (payment_text(payment, names, base))
                        br;
                        span.meta { (reason(payment, names, base)) }
                    }
                }
            }
        }
        (more_than(payments.len()))
    };
    section("payments", t::WHO_OWES_WHOM, &html! {}, &body)
}

fn payment_text(payment: &ProposedPayment<'_>, names: &MemberNames<'_>, base: Currency) -> String {
    let amount = format::money(payment.amount, base);
    match (payment.from, payment.to) {
        (Some(from), Some(to)) => t::owes(names.get(from), names.get(to), &amount),
        (Some(member), None) => t::outside(names.get(member), &amount, true),
        (None, member) => t::outside(names.get(member.unwrap_or_default()), &amount, false),
    }
}

/// What is open between each of the two and others after a payment.
fn reason(payment: &ProposedPayment<'_>, names: &MemberNames<'_>, base: Currency) -> String {
    let owed = payment.from.map(|from| match payment.owed_besides {
        owed if owed.is_zero() => t::owes_no_more(names.get(from)),
        owed => t::owes_besides(names.get(from), &format::money(owed, base)),
    });
    let due = payment.to.map(|to| match payment.due_besides {
        due if due.is_zero() => t::gets_no_more(names.get(to)),
        due => t::gets_besides(names.get(to), &format::money(due, base)),
    });
    let both: Vec<String> = owed.into_iter().chain(due).collect();
    both.join(" ")
}

/// The lines of a person by what they are about: a cost has one row for the payment and the share.
fn rows<'a>(party: &'a ExplainedParty<'_>) -> Vec<&'a [Line<'a>]> {
    let is_same = |one: &Line<'_>, other: &Line<'_>| match (one.entry, other.entry) {
        (Entry::Item(one), Entry::Item(other)) => std::ptr::eq(one, other),
        (Entry::Trip, Entry::Trip) | (Entry::Rounding, Entry::Rounding) => true,
        _ => false,
    };
    party.lines.chunk_by(is_same).collect()
}

fn show_person(
    page: TripPage<'_>,
    number: usize,
    person: &Person<'_>,
    settlement: &Settlement,
    names: &MemberNames<'_>,
    zones: &ZonesById<'_>,
) -> Markup {
    let (base, party, hidden) = (settlement.base, person.party, person.hidden);
    let balance = party.paid.saturating_sub(party.owed);
    let amount = format::money(balance.abs(), base);
    let unpaid = party.lines.iter().any(|line| line.side == Side::Unpaid);
    let sides = [Side::Paid, Side::Owed, Side::Unpaid];
    let sides = sides.get(..if unpaid { 3 } else { 2 }).unwrap_or_default();
    let body = html! {
        p {
            @if balance.is_zero() && !party.unpaid.is_zero() {
                (t::label_of(t::NOT_PAID_YET.get(), &format::money(party.unpaid, base)))
            } @else if balance.is_zero() {
                @if settlement.is_complete() { (t::IS_EVEN) } @else { (t::NOT_ALL_COUNTED) }
            } @else if balance.is_sign_positive() { (t::gets_back(&amount)) }
            @else { (t::owes_still(&amount)) }
        }
        table.explained {
            thead {
                tr {
                    th scope="col" { (t::FOR) }
                    th.amount scope="col" { (t::PAID) }
                    th.amount scope="col" { (t::SHARE) }
                    @if unpaid { th.amount scope="col" { (t::NOT_PAID_YET) } }
                }
            }
            tbody { @for lines in &person.rows { (row(page, lines, sides, names, zones, base)) } }
            tfoot {
                tr {
                    th scope="row" { b { (t::IN_ALL) } }
                    td.amount { b { (format::number(party.paid, base)) } }
                    td.amount { b { (format::number(party.owed, base)) } }
                    @if unpaid { td.amount { b { (format::number(party.unpaid, base)) } } }
                }
            }
        }
        @if hidden > 0 { p.hint { (t::and_more(hidden)) } }
    };
    let id = format!("person-{number}");
    section(&id, names.get(&party.member), &html! {}, &body)
}

/// The lines about one cost or payment.
fn row(
    page: TripPage<'_>,
    lines: &[Line<'_>],
    sides: &[Side],
    names: &MemberNames<'_>,
    zones: &ZonesById<'_>,
    base: Currency,
) -> Markup {
    let Some(first) = lines.first() else {
        return html! {};
    };
    let (title, day) = match first.entry {
        Entry::Trip => (t::TRIP_BUDGET.to_string(), None),
        Entry::Item(item) => {
            let zones = zones.get(item.id.as_str());
            let day = zones.and_then(|zones| day(page, item, zones));
            (format::short(title(item)), day)
        }
        Entry::Recorded(paid) => {
            let title = match first.side {
                Side::Paid => t::payment_to(names.get(paid.to.as_str())),
                Side::Owed | Side::Unpaid => t::payment_from(names.get(paid.from.as_str())),
            };
            let date = format::short_date(format::utc_date(paid.date));
            (title, Some(date))
        }
        Entry::Rounding => (t::ROUNDING.to_string(), None),
    };
    let details: Vec<String> = day.into_iter().chain(conversions(lines, base)).collect();
    html! {
        tr {
            th scope="row" {
                (title)
                @if !details.is_empty() { br; " " span.meta { (details.join(" · ")) } }
            }
            @for side in sides { td.amount { (sum(lines, *side, base)) } }
        }
    }
}

/// What lines of a side are worth in all; empty without any.
fn sum(lines: &[Line<'_>], side: Side, base: Currency) -> String {
    let mut of_side = lines.iter().filter(|line| line.side == side).peekable();
    if of_side.peek().is_none() {
        return String::new();
    }
    let worth: Option<Decimal> = of_side.map(|line| Some(line.worth?.value)).sum();
    worth.map_or_else(
        || t::NO_RATE.to_string(),
        |worth| format::number(worth, base),
    )
}

/// The amounts in their own currency, what was paid first, and how they were converted; none if no
/// conversion was needed.
fn conversions(lines: &[Line<'_>], base: Currency) -> Vec<String> {
    let rate = |line: &Line<'_>| {
        let worth = line.worth?;
        Some((worth.rate?, worth.source))
    };
    let mut lines: Vec<&Line<'_>> = lines.iter().filter(|line| line.currency != base).collect();
    lines.sort_by_key(|line| line.side != Side::Paid);
    let alike = lines.chunk_by(|one, other| rate(one) == rate(other));
    let texts = alike.filter_map(|lines| {
        let amounts = lines.iter();
        let amounts = amounts.map(|line| format::money(line.amount, line.currency));
        let mut amounts: Vec<String> = amounts.collect();
        amounts.dedup();
        Some(conversion(&amounts.join(" / "), rate(lines.first()?)))
    });
    texts.collect()
}

/// How amounts were converted.
fn conversion(amounts: &str, rate: Option<(Decimal, RateSource)>) -> String {
    let Some((rate, source)) = rate else {
        return amounts.to_owned();
    };
    let rate = format::rate(rate);
    match source {
        RateSource::Trip => t::at_own_rate(amounts, &rate),
        RateSource::Reference(day) => {
            let day = format::short_date(format::utc_date(day.midnight()));
            t::at_reference_rate(amounts, &rate, &day)
        }
        RateSource::Payments | RateSource::Base => t::at_paid_rate(amounts, &rate),
    }
}
