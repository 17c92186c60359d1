//! The budget of a trip: its sums with a chart, and who owes whom.

use maud::{Markup, html};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::summary::{BudgetSummary, Unconverted};

use super::{expenses, rates, settle};
use crate::pages::trip::section::{MAX_ROWS, form_link, more_than, section};
use crate::pages::trip::trip_page::TripPage;
use crate::{format, texts as t};

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
            span.tools {
                (form_link(&page.address("/expenses/new"), t::ADD_EXPENSE, t::ADD_EXPENSE))
                (form_link(&page.address("/budget"), t::TRIP_BUDGET, &spoken))
                (form_link(&page.address("/rates"), t::RATES, t::RATES))
            }
        }
    };
    let has_money = !summary.categories.is_empty()
        || !summary.members.is_empty()
        || !settlement.balances.is_empty()
        || !settlement.is_complete();
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
        // Recorded payments may have no rate, too.
        @for left in &settlement.unconverted {
            (missing(left))
            @if page.edits { (rates::ask(page, left.currency)) }
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
        (expenses::show(page, &names))
        (settle::show(page, &settlement, &names))
    };
    section("budget", t::BUDGET, &more, &body)
}

/// Says that an amount is in no sum.
pub(crate) fn missing(left: &Unconverted) -> Markup {
    let amount = format::money(left.value.max(left.paid), left.currency);
    html! { p.hint { (t::unconverted(&amount)) } }
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
                @if !left.is_zero() {
                    tr {
                        th scope="row" {
                            @if left.is_sign_positive() { (t::NOBODY_YET) }
                            @else { (t::BEYOND_COST) }
                        }
                        td.amount { (format::number(left, summary.base)) }
                        td.amount {}
                    }
                }
            }
        }
        (more_than(summary.members.len()))
    }
}
