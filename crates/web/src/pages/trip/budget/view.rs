//! The budget of a trip: its sums with a chart, and who owes whom.

use std::cmp::Reverse;

use maud::{Markup, html};
use rust_decimal::Decimal;
use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::trip::summary::{BudgetSummary, Unconverted};

use super::{costs, rates, settle};
use crate::i18n::format;
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::frame::section::{MAX_ROWS, form_link, more_than, section};
use crate::pages::trip::frame::trip_page::TripPage;

/// The section of the trip's page.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let TripPage { visitor, view, .. } = page;
    let trips = &visitor.app.service.trips;
    let summary = trips.apportioned_summary(view);
    let settlement = trips.settlement(view);
    let names = view.member_names();
    let more = html! {
        @if page.edits {
            @let spoken = t::edit_of(t::TRIP_BUDGET.get());
            span.tools {
                (form_link(&page.address("/budget"), t::TRIP_BUDGET, &spoken))
                (form_link(&page.address("/rates"), t::RATES, t::RATES))
            }
        }
    };
    let body = html! {
        div.split {
            div { (sums(page, &summary, &names, &settlement)) }
            div {
                (settle::show(page, &settlement, &names))
                (costs::show(page, &names))
            }
        }
    };
    section("budget", t::BUDGET, &more, &body)
}

/// The sums with the chart, by person, and what is in none of them.
fn sums(
    page: TripPage<'_>,
    summary: &BudgetSummary,
    names: &MemberNames<'_>,
    settlement: &Settlement,
) -> Markup {
    let (base, plan) = (summary.base, &page.trip().plan);
    let estimate = plan.estimate;
    let has_money = !summary.categories.is_empty()
        || !summary.members.is_empty()
        || !settlement.balances.is_empty()
        || !settlement.is_complete();
    html! {
        @if has_money || !estimate.hi.is_zero() {
            dl.sums {
                (own(page, names, settlement))
                div { dt { (t::TOTAL_COST) } dd { (format::money(summary.total_cost, base)) } }
                div { dt { (t::TOTAL_PAID) } dd { (format::money(summary.total_payments, base)) } }
                @if !estimate.hi.is_zero() {
                    div {
                        dt { (t::ESTIMATE) }
                        dd {
                            (format::money(estimate.lo.value(), base)) " – "
                            (format::money(estimate.hi.value(), base))
                        }
                    }
                }
            }
        }
        @if !has_money { p.hint { (t::NO_COSTS) } }
        @if !summary.categories.is_empty() { (chart(summary)) }
        (by_person(summary, &|member| names.get(member)))
        // Recorded payments may have no rate, too.
        @for left in &settlement.unconverted {
            (missing(left))
            @if page.edits { (rates::ask(page, left.currency)) }
        }
        @if !plan.expenditures.is_empty() {
            table {
                caption { (t::EXPENDITURES) }
                tbody {
                    @for other in &plan.expenditures {
                        tr {
                            th scope="row" { (other.expenditure.as_str()) }
                            td.amount { (format::money(other.cost.value(), base)) }
                        }
                    }
                }
            }
        }
    }
}

/// What the visitor owes or gets back, or that they are even; what they are to pay besides, of what
/// nobody has paid yet. Nothing for somebody who is not on the trip.
fn own(page: TripPage<'_>, names: &MemberNames<'_>, settlement: &Settlement) -> Markup {
    let base = settlement.base;
    let visitor = page.visitor.caller().map(|caller| caller.user);
    let Some(visitor) = visitor.filter(|visitor| page.view.people.get(*visitor).is_some()) else {
        return html! {};
    };
    let is_own = |member: &str| names.user(member) == Some(visitor);
    let mut balances = settlement.balances.iter();
    let balance = balances.find(|it| is_own(&it.member)).map(|it| it.balance);
    let mut unpaid = settlement.unpaid.iter();
    let planned = unpaid.find(|it| is_own(&it.member)).map(|it| it.amount);
    let left = balance.unwrap_or_default();
    let sum = |label: Text, amount: Decimal| {
        html! { div { dt { (label) } dd { (format::money(amount, base)) } } }
    };
    html! {
        @if left.is_sign_negative() && !left.is_zero() { (sum(t::YOU_OWE, -left)) }
        @else if !left.is_zero() { (sum(t::YOU_GET_BACK, left)) }
        @else if settlement.is_complete() && !settlement.balances.is_empty() {
            div { dt { (t::YOUR_BALANCE) } dd { (t::YOU_ARE_EVEN) } }
        }
        @if let Some(planned) = planned { (sum(t::PLANNED_FOR_YOU, planned)) }
    }
}

/// Says that an amount is in no sum.
pub(crate) fn missing(left: &Unconverted) -> Markup {
    let amount = format::money(left.value.max(left.paid), left.currency);
    html! { p.hint { (t::unconverted(&amount)) } }
}

/// The costs by category, the highest first: bars between their labels and amounts, and the same as
/// a table for those who can't see them.
pub(crate) fn chart(summary: &BudgetSummary) -> Markup {
    let mut categories: Vec<_> = summary.categories.iter().collect();
    categories.sort_by_key(|(_, cost)| Reverse(*cost));
    let most = categories.first().map_or(Decimal::ZERO, |(_, cost)| *cost);
    html! {
        h3 aria-hidden="true" { (t::BY_CATEGORY) }
        div.chart role="img" aria-label=(t::CHART) {
            @for (category, cost) in &categories {
                span { (t::category(category)) }
                svg viewBox="0 0 100 10" preserveAspectRatio="none" width="100" height="10" {
                    rect class=(kind_of(category)) width=(percent(*cost, most)) height="10" {}
                }
                b.amount { (format::money(*cost, summary.base)) }
            }
        }
        div.visually-hidden {
            table {
                caption { (t::BY_CATEGORY) }
                thead {
                    tr { th scope="col" { (t::CATEGORY) } th.amount scope="col" { (t::COST) } }
                }
                tbody {
                    @for (category, cost) in &categories {
                        tr {
                            th scope="row" { (t::category(category)) }
                            td.amount { (format::money(*cost, summary.base)) }
                        }
                    }
                }
            }
        }
    }
}

/// The class of a bar: the kind of items that have such costs.
fn kind_of(category: &str) -> &'static str {
    match category {
        "Transportation" => "kind-travel",
        "Accommodation" => "kind-stay",
        "Food and Restaurants" => "kind-food",
        "Activities" => "kind-activity",
        _ => "kind-other",
    }
}

/// The length of a bar, out of 100.
fn percent(cost: Decimal, most: Decimal) -> Decimal {
    let share = cost.checked_div(most).unwrap_or_default();
    (share * Decimal::ONE_HUNDRED).round_dp(1).max(Decimal::ONE)
}

/// The costs and payments of each person, by their names; nothing without any.
pub(crate) fn by_person<'a>(
    summary: &'a BudgetSummary,
    name: &dyn Fn(&'a str) -> &'a str,
) -> Markup {
    if summary.members.is_empty() {
        return html! {};
    }
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
                        th scope="row" { (name(&member.member)) }
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
