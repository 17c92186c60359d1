//! The list of all costs: of expenses and of items of the itinerary.

use jiff::civil::Date;
use maud::{Markup, html};
use wayfare_domain::trip::{ItineraryItem, MemberNames};

use crate::i18n::format::{self, Zones, short};
use crate::i18n::texts as t;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::days::date_of;
use crate::pages::trip::itinerary::forms::OF_COSTS;
use crate::pages::trip::itinerary::listing::{cost, title};
use crate::site::encoded;

/// The most rows that are not folded.
const MAX_OPEN: usize = 20;

/// The list, by day; what has no day is last.
pub(super) fn show(page: TripPage<'_>, names: &MemberNames<'_>) -> Markup {
    let trip = page.trip();
    let items = trip.itinerary.iter().zip(Zones::of_trip(trip));
    let costs = items.filter(|(item, _)| has_cost(item));
    let mut costs: Vec<(&ItineraryItem, Zones)> = costs.collect();
    costs.sort_by_cached_key(|(item, zones)| {
        let date = date(page, item, zones);
        let is_undated_expense = item.kind.is_expense() && date.is_none();
        (is_undated_expense, date, item.day)
    });
    let (open, folded) = costs.split_at(costs.len().min(MAX_OPEN));
    let rows = |costs: &[(&ItineraryItem, Zones)]| {
        html! {
            ul.rows.costs { @for (item, zones) in costs { (row(page, item, zones, names)) } }
        }
    };
    html! {
        @if !costs.is_empty() {
            h3 { (t::ALL_COSTS) }
            (rows(open))
            @if !folded.is_empty() {
                details.costs-more {
                    summary #more-costs { span { (t::and_more(folded.len())) } }
                    (rows(folded))
                }
            }
        }
    }
}

/// Whether an item is listed: an expense is, also without an amount yet.
fn has_cost(item: &ItineraryItem) -> bool {
    item.kind.is_expense() || !item.budget.total_cost().is_zero()
}

/// The date on which a cost is; `None` for an expense without one, and for an item of a trip
/// without dates.
fn date(page: TripPage<'_>, item: &ItineraryItem, zones: &Zones) -> Option<Date> {
    if item.kind.is_expense() {
        item.start.map(|start| zones.start.date(start))
    } else {
        date_of(&page.trip().plan.dates, item.day.number())
    }
}

/// The date of a cost, else the number of its day. An expense without a date has neither.
pub(super) fn day(page: TripPage<'_>, item: &ItineraryItem, zones: &Zones) -> Option<String> {
    let number = || (!item.kind.is_expense()).then(|| t::day_number(item.day.number()));
    let date = date(page, item, zones);
    date.map(format::short_date).or_else(number)
}

fn row(page: TripPage<'_>, item: &ItineraryItem, zones: &Zones, names: &MemberNames<'_>) -> Markup {
    let name = short(title(item));
    let about = [day(page, item, zones), Some(payers(page, item, names))];
    let about: Vec<String> = about.into_iter().flatten().collect();
    html! {
        li {
            span {
                @if page.edits {
                    @let edit = page.address(&format!("/item?id={}{OF_COSTS}", encoded(&item.id)));
                    a href=(edit) aria-label=(t::edit_of(&name)) data-dialog { (name) }
                } @else { (name) }
                " " span.meta { (about.join(" · ")) }
            }
            @if let Some(cost) = cost(item, page.base()) { b.amount { (cost) } }
        }
    }
}

/// Who has paid what something cost, and how much if that is a part of it.
fn payers(page: TripPage<'_>, item: &ItineraryItem, names: &MemberNames<'_>) -> String {
    let budget = &item.budget;
    let shares = budget.shares.iter();
    let payers = shares.filter(|share| !share.paid.is_zero());
    let paid = payers.clone().map(|share| share.paid).sum();
    let mut payers: Vec<&str> = payers.map(|share| names.of(share.mention())).collect();
    payers.dedup();
    let all = short(&payers.join(", "));
    let total = budget.total_cost();
    if payers.is_empty() {
        t::PLANNED.to_string()
    } else if total.is_sign_negative() {
        t::refunded_to(&all)
    } else if paid < total {
        let currency = budget.currency.unwrap_or(page.base());
        let [paid, total] = [paid, total].map(|amount| format::money(amount, currency));
        t::part_paid(&all, &paid, &total)
    } else if payers.len() == 1 {
        t::paid_by(&all)
    } else {
        t::several_paid(&all)
    }
}
