//! The fields of a budget in a form: what something costs, who bears it and who has paid.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::budget::{BudgetDraft, MemberId, ShareDraft};
use wayfare_domain::{Amount, Currency, ShortText};
use wayfare_service::TripView;

use super::save::Wrong;
use crate::fields::Fields;
use crate::form::{Field, Kind};
use crate::format::{amount_input, parse_amount};
use crate::texts as t;

/// A member's row: their id as it is written in the budget, and their name.
struct Row {
    member: String,
    name: String,
    cost: Decimal,
    paid: Decimal,
}

/// The rows of a budget: its shares, then the trip's people without one.
fn rows(view: &TripView, budget: &Budget) -> Vec<Row> {
    let names = view.trip.member_names(&view.people);
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for share in &budget.shares {
        let member = share.member.as_str();
        seen.extend(share.user.or_else(|| view.people.resolve(member)));
        rows.push(Row {
            member: member.to_owned(),
            name: names.get(member).to_owned(),
            cost: share.cost.value(),
            paid: share.paid.value(),
        });
    }
    for person in view
        .people
        .iter()
        .filter(|person| !seen.contains(&person.id))
    {
        rows.push(Row {
            member: person.username.to_string(),
            name: person.username.to_string(),
            cost: Decimal::ZERO,
            paid: Decimal::ZERO,
        });
    }
    rows
}

/// The fields of a budget.
pub(crate) fn fields(view: &TripView, budget: &Budget, base: Currency) -> Vec<Field> {
    let currency = budget.currency.map_or("", Currency::code);
    let mut fields = vec![
        Field::new("total", t::COST, amount_input(budget.total_cost()))
            .kind(Kind::Amount)
            .narrow()
            .heading(t::MONEY),
        Field::new(
            "estimated",
            t::ESTIMATE,
            amount_input(budget.total_estimated()),
        )
        .kind(Kind::Amount)
        .narrow(),
        Field::new("currency", t::CURRENCY, currency)
            .suggestions(t::currencies())
            .hint(t::empty_currency(base.code()))
            .narrow(),
        Field::new("category", t::CATEGORY, budget.category.as_str())
            .suggestions(t::categories())
            .narrow(),
        Field::new("split", t::SPLIT, "amounts").kind(Kind::Choice(vec![
            ("amounts".to_owned(), t::SPLIT_BY_AMOUNT.to_owned()),
            ("equal".to_owned(), t::SPLIT_EQUALLY.to_owned()),
        ])),
    ];
    for (place, row) in rows(view, budget).into_iter().enumerate() {
        let cost = Field::new(
            &format!("cost.{place}"),
            &t::share_of(&row.name),
            amount_input(row.cost),
        );
        let paid = Field::new(
            &format!("paid.{place}"),
            &t::paid_by(&row.name),
            amount_input(row.paid),
        );
        fields.push(Field::new(&format!("member.{place}"), "", row.member).kind(Kind::Hidden));
        let cost = cost.kind(Kind::Amount).narrow();
        fields.push(if place == 0 {
            cost.heading(t::WHO)
        } else {
            cost
        });
        fields.push(paid.kind(Kind::Amount).narrow());
    }
    fields
}

/// The budget that the fields ask for, over the present one.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    budget: &Budget,
    base: Currency,
    sent: &Fields,
) -> Result<BudgetDraft, Vec<Wrong>> {
    let mut wrong = Vec::new();
    let mut amount = |name: &str| {
        let parsed = parse_amount(sent.text(name));
        parsed.unwrap_or_else(|reason| {
            wrong.push((name.to_owned(), reason.to_string()));
            None
        })
    };
    let total = amount("total");
    let estimated = amount("estimated");
    let splits = sent.text("split") == "equal";
    let present = budget.shares.iter();
    let present: HashMap<&str, _> = present
        .map(|share| (share.member.as_str(), share))
        .collect();
    let mut shares = Vec::new();
    for place in 0..Budget::MAX_SHARES {
        let Some(member) = sent.get(&format!("member.{place}")) else {
            break;
        };
        let Ok(member) = MemberId::new(member) else {
            continue;
        };
        let cost = amount(&format!("cost.{place}")).unwrap_or_default();
        let paid = amount(&format!("paid.{place}")).unwrap_or_default();
        let known = present.get(member.as_str()).copied();
        if known.is_none() && cost.is_zero() && paid.is_zero() && !splits {
            continue;
        }
        // A payment of another amount has another worth.
        let payment = known
            .filter(|share| share.paid == paid)
            .and_then(|share| share.payment);
        shares.push(ShareDraft {
            member,
            name: known.map_or(ShortText::EMPTY, |share| share.name.clone()),
            estimated: known.map_or(Amount::ZERO, |share| share.estimated),
            cost,
            paid,
            paid_at: known.and_then(|share| share.paid_at),
            payment: payment.map_or(Amount::ZERO, |payment| payment.value),
        });
    }
    let currency = match sent.text("currency") {
        "" => None,
        code => match Currency::new(&code.to_uppercase()) {
            Ok(currency) => Some(currency),
            Err(reason) => {
                wrong.push(("currency".to_owned(), reason.to_string()));
                None
            }
        },
    };
    let category = ShortText::new(sent.text("category"));
    let category = category.unwrap_or_else(|reason| {
        wrong.push(("category".to_owned(), reason.to_string()));
        ShortText::EMPTY
    });
    if splits {
        let parts = currency
            .unwrap_or(base)
            .split(total.unwrap_or_default(), shares.len());
        for (share, cost) in shares.iter_mut().zip(parts) {
            share.cost = cost;
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let sum = |amount: fn(&ShareDraft) -> Amount| shares.iter().map(amount).sum::<Decimal>();
    let (costs, estimates) = (sum(|share| share.cost), sum(|share| share.estimated));
    Ok(BudgetDraft {
        currency,
        category: Some(category),
        total: own_total((budget.total, budget.total_cost()), total, costs),
        estimated: own_total(
            (budget.estimated, budget.total_estimated()),
            estimated,
            estimates,
        ),
        paid: None,
        shares: Some(shares),
    })
}

/// The total to send: none if it stays as it is or is the sum over the shares.
fn own_total(
    (stored, shown): (Option<Amount>, Decimal),
    typed: Option<Amount>,
    sum: Decimal,
) -> Option<Decimal> {
    let typed = typed.map_or(Decimal::ZERO, Amount::value);
    if typed == shown || (stored.is_none() && typed == sum) {
        None
    } else if typed.is_zero() {
        Some(sum)
    } else {
        Some(typed)
    }
}
