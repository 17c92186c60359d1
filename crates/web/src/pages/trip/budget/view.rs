//! The budget of a trip: its sums with a chart, and who owes whom.

use maud::{Markup, html};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::Currency;
use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::trip::summary::BudgetSummary;

use crate::form;
use crate::pages::trip::section::{form_link, section, tool};
use crate::pages::trip::trip_page::TripPage;
use crate::{format, texts as t};

/// The most people or payments that a list shows.
const MAX_ROWS: usize = 500;

/// The section of the trip's page.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let TripPage { visitor, view, .. } = page;
    let trips = &visitor.app.service.trips;
    let trip = page.trip();
    let summary = trips.apportioned_summary(view);
    let settlement = trips.settlement(view);
    let base = summary.base;
    let names = trip.member_names(&view.people);
    let estimate = trip.plan.estimate;
    let more = html! {
        @if page.edits {
            @let spoken = t::edit_of(t::TRIP_BUDGET);
            (form_link(&page.address("/budget"), t::TRIP_BUDGET, &spoken))
        }
    };
    let has_money = !summary.categories.is_empty()
        || !summary.members.is_empty()
        || !settlement.balances.is_empty();
    let body = html! {
        @if has_money || !estimate.hi.is_zero() {
            dl.sums {
                div { dt { (t::TOTAL_COST) } dd { (format::money(summary.total_cost, base)) } }
                div { dt { (t::TOTAL_PAID) } dd { (format::money(summary.total_payments, base)) } }
                @if !estimate.hi.is_zero() {
                    div {
                        dt { (t::ESTIMATE) }
                        dd {
                            (format::money(estimate.lo.value(), base)) " – "
                            (format::number(estimate.hi.value(), base))
                        }
                    }
                }
            }
        }
        @if !has_money { p.hint { (t::NO_COSTS) } }
        @if !summary.categories.is_empty() { (chart(&summary)) }
        @if !summary.members.is_empty() { (members(&names, &summary)) }
        @for left in &summary.unconverted {
            p.hint { (t::unconverted(&format::money(left.value.max(left.paid), left.currency))) }
        }
        @if !trip.plan.expenditures.is_empty() {
            table {
                caption { (t::EXPENDITURES) }
                tbody {
                    @for other in &trip.plan.expenditures {
                        tr {
                            th scope="row" { (other.expenditure.as_str()) }
                            td.amount { (format::money(other.cost.value(), base)) }
                        }
                    }
                }
            }
        }
        (settle(page, &settlement, &names))
    };
    section("budget", t::BUDGET, &more, &body)
}

/// The costs by category: bars, and the same as a table.
pub(crate) fn chart(summary: &BudgetSummary) -> Markup {
    let most = summary
        .categories
        .iter()
        .map(|(_, cost)| *cost)
        .max()
        .unwrap_or_default();
    let height = summary.categories.len() * 24;
    html! {
        svg.chart role="img" aria-label=(t::CHART) viewBox=(format!("0 0 300 {height}"))
            width="300" height=(height) {
            @for (place, (category, cost)) in summary.categories.iter().enumerate() {
                rect.bar x="0" y=(place * 24 + 3) rx="4" height="18" width=(width(*cost, most)) {}
                text x="8" y=(place * 24 + 16) { (category.chars().take(40).collect::<String>()) }
            }
        }
        table {
            caption { (t::BY_CATEGORY) }
            thead { tr { th scope="col" { (t::CATEGORY) } th.amount scope="col" { (t::COST) } } }
            tbody {
                @for (category, cost) in &summary.categories {
                    tr {
                        th scope="row" { (category) }
                        td.amount { (format::money(*cost, summary.base)) }
                    }
                }
            }
        }
    }
}

/// The width of a bar, out of 300.
fn width(cost: Decimal, most: Decimal) -> u32 {
    let share = cost.checked_div(most).unwrap_or_default();
    (share * Decimal::from(300)).to_u32().unwrap_or(0).max(2)
}

fn members(names: &MemberNames<'_>, summary: &BudgetSummary) -> Markup {
    let borne: Decimal = summary.members.iter().map(|member| member.cost).sum();
    let left = summary.total_cost - borne;
    html! {
        table {
            caption { (t::BY_PERSON) }
            thead {
                tr {
                    th scope="col" { (t::PERSON) }
                    th.amount scope="col" { (t::COST) }
                    th.amount scope="col" { (t::PAID) }
                }
            }
            tbody {
                @for member in summary.members.iter().take(MAX_ROWS) {
                    tr {
                        th scope="row" { (names.get(&member.member)) }
                        td.amount { (format::number(member.cost, summary.base)) }
                        td.amount { (format::number(member.payment, summary.base)) }
                    }
                }
                @if left.is_sign_positive() && !left.is_zero() {
                    tr {
                        th scope="row" { (t::NOBODY_YET) }
                        td.amount { (format::number(left, summary.base)) }
                        td.amount {}
                    }
                }
            }
        }
        (more_than(summary.members.len()))
    }
}

/// How many rows of a list are not shown.
fn more_than(count: usize) -> Markup {
    let left = count.saturating_sub(MAX_ROWS);
    html! { @if left > 0 { p.hint { (t::and_more(left)) } } }
}

/// Who owes whom, with a button for each payment, and the payments that were recorded.
fn settle(page: TripPage<'_>, settlement: &Settlement, names: &MemberNames<'_>) -> Markup {
    let trip = page.trip();
    let base: Currency = settlement.base;
    let action = page.address("/settle");
    let owing = settlement.transfers.len().max(settlement.outside.len());
    html! {
        @if !settlement.balances.is_empty() {
            h3 { (t::WHO_OWES_WHOM) }
            @if settlement.transfers.is_empty() && settlement.outside.is_empty() {
                p.hint { (t::ALL_SETTLED) }
            }
            ul.rows {
                @for transfer in settlement.transfers.iter().take(MAX_ROWS) {
                    @let (from, to) = (names.get(&transfer.from), names.get(&transfer.to));
                    li {
                        span { (t::owes(from, to, &format::money(transfer.amount, base))) }
                        @if page.edits {
                            form.no-print method="post" action=(action) {
                                (form::token(page.visitor))
                                input type="hidden" name="from" value=(transfer.from);
                                input type="hidden" name="to" value=(transfer.to);
                                input type="hidden" name="amount" value=(transfer.amount);
                                button.button.quiet name="record" value="1"
                                    aria-label=(t::mark_paid_of(from, to)) { (t::MARK_AS_PAID) }
                            }
                        }
                    }
                }
                @for other in settlement.outside.iter().take(MAX_ROWS) {
                    @let amount = format::money(other.amount.abs(), base);
                    @let owes = other.amount.is_sign_positive();
                    li { (t::outside(names.get(&other.member), &amount, owes)) }
                }
            }
            (more_than(owing))
        }
        @if !trip.plan.settlements.is_empty() {
            h3 { (t::RECORDED_PAYMENTS) }
            form method="post" action=(action) {
                (form::token(page.visitor))
                ul.rows {
                    @for paid in &trip.plan.settlements {
                        @let amount = format::money(paid.amount.value(), paid.currency);
                        @let [from, to] = [&paid.from, &paid.to].map(|id| names.get(id.as_str()));
                        @let text = t::has_paid(from, to, &amount);
                        @let date = format::short_date(format::utc_date(paid.date));
                        li {
                            span {
                                (text) " " span.meta { (date) }
                                @if !paid.note.is_empty() { " · " (paid.note.as_str()) }
                            }
                            @if page.edits {
                                @let spoken = t::label_of(t::UNDO, &text);
                                (tool("undo", &paid.id.to_string(), t::UNDO, &spoken))
                            }
                        }
                    }
                }
            }
        }
    }
}
