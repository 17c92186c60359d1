//! What the interface shows of a budget's summary.

use wayfare_domain::trip::summary;
use wayfare_shapes::trip::{
    BudgetSummary, CategoryCost, MemberPayment, MemberSummary, Unconverted,
};

/// The sums over all budgets of a trip.
pub fn show_summary(summary: summary::BudgetSummary) -> BudgetSummary {
    let summary::BudgetSummary {
        base,
        categories,
        total_cost,
        total_payments,
        members,
        unconverted,
    } = summary;
    let paid = members.iter().filter(|member| member.has_paid);
    BudgetSummary {
        base_currency: base.code().to_owned(),
        trip_member_payments: paid
            .map(|member| MemberPayment {
                member: member.member.clone(),
                value: member.payment.into(),
            })
            .collect(),
        trip_budget_categories_group_cost: categories
            .into_iter()
            .map(|(category, value)| CategoryCost {
                category,
                value: value.into(),
            })
            .collect(),
        trip_total_group_cost: total_cost.into(),
        trip_total_payments: total_payments.into(),
        trip_member_summary: members
            .into_iter()
            .map(|member| MemberSummary {
                member: member.member,
                total_cost: member.cost.into(),
                total_payment: member.payment.into(),
            })
            .collect(),
        unconverted: unconverted
            .into_iter()
            .map(
                |summary::Unconverted {
                     currency,
                     value,
                     paid,
                 }| Unconverted {
                    currency: currency.code().to_owned(),
                    value: value.into(),
                    paid: paid.into(),
                },
            )
            .collect(),
    }
}
