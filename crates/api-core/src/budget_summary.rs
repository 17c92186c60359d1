//! The shape of the budget's summary.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_domain::trip::summary::{BudgetSummary, MemberTotal, Unconverted};

use crate::Number;

/// Costs of a category.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CategoryCost {
    /// The category.
    pub category: String,
    /// What it costs the group.
    pub value: Number,
}

/// What a member has paid.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MemberPayment {
    /// The member: the first `memberId` under which the budgets have the person.
    pub member: String,
    /// The payments.
    pub value: Number,
}

/// What a member owes and has paid.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSummary {
    /// The member: the first `memberId` under which the budgets have the person.
    pub member: String,
    /// The costs.
    pub total_cost: Number,
    /// The payments.
    pub total_payment: Number,
}

/// Amounts in a currency that has no rate into the base currency: in none of the sums. To count
/// them, set the trip's base currency to theirs, or send `paymentBaseCurrencyValue` with payments,
/// which gives a rate.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Unconverted)]
pub struct UnconvertedShape {
    /// ISO 4217 code.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub currency: String,
    /// Costs.
    pub value: Number,
    /// Payments.
    pub paid: Number,
}

/// The sums over all budgets of the trip, in the base currency.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BudgetSummary)]
pub struct BudgetSummaryShape {
    /// ISO 4217 code.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub base_currency: String,
    /// Costs by category.
    pub trip_budget_categories_group_cost: Vec<CategoryCost>,
    /// Their sum.
    pub trip_total_group_cost: Number,
    /// All payments.
    pub trip_total_payments: Number,
    /// Payments by member.
    pub trip_member_payments: Vec<MemberPayment>,
    /// Costs and payments by member.
    pub trip_member_summary: Vec<MemberSummary>,
    /// What could not be converted and is in none of the sums, where there is any. To count it, set
    /// `baseCurrency` to its currency, or send `paymentBaseCurrencyValue` with payments, which
    /// gives a rate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unconverted: Vec<UnconvertedShape>,
}

impl BudgetSummaryShape {
    /// The shape of a summary.
    pub fn new(summary: BudgetSummary) -> Self {
        let BudgetSummary {
            base,
            categories,
            total_cost,
            total_payments,
            members,
            unconverted,
        } = summary;
        let paid = members.iter().filter(|member| member.has_paid);
        Self {
            base_currency: base.code().to_owned(),
            trip_member_payments: paid
                .map(
                    |MemberTotal {
                         member, payment, ..
                     }| MemberPayment {
                        member: member.clone(),
                        value: (*payment).into(),
                    },
                )
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
                .map(
                    |MemberTotal {
                         member,
                         cost,
                         payment,
                         ..
                     }| MemberSummary {
                        member,
                        total_cost: cost.into(),
                        total_payment: payment.into(),
                    },
                )
                .collect(),
            unconverted: unconverted
                .into_iter()
                .map(
                    |Unconverted {
                         currency,
                         value,
                         paid,
                     }| UnconvertedShape {
                        currency: currency.code().to_owned(),
                        value: value.into(),
                        paid: paid.into(),
                    },
                )
                .collect(),
        }
    }
}
