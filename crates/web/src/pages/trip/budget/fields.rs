//! The fields of a budget in a form: what something costs, who bears it and who has paid.

use std::collections::HashSet;

use rust_decimal::Decimal;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::budget_entry::{BudgetEntry, MemberEntry};
use wayfare_domain::trip::{Budget, MemberNames};
use wayfare_domain::{Currency, Violations};
use wayfare_service::TripView;

use crate::form::{Field, Fields, FormReader, Kind};
use crate::pages::trip::entries::fingerprint;
use crate::pages::trip::trip_page::TripPage;
use crate::texts as t;

/// A member's row: their id as the budget has it, their name, cost and what they have paid.
type Row<'a> = (&'a str, &'a str, Decimal, Decimal);

/// The rows of a budget: its shares, then the trip's people without one.
fn rows<'a>(
    view: &'a TripView,
    names: &'a MemberNames<'a>,
    budget: &'a Budget,
) -> impl Iterator<Item = Row<'a>> {
    let mut seen = HashSet::new();
    for share in &budget.shares {
        let named = || view.people.resolve(share.member.as_str());
        seen.extend(share.user.or_else(named));
    }
    let shares = budget.shares.iter().map(|share| {
        let member = share.member.as_str();
        let (cost, paid) = (share.cost.value(), share.paid.value());
        (member, names.get(member), cost, paid)
    });
    let others = view
        .people
        .iter()
        .filter(move |person| !seen.contains(&person.id));
    shares.chain(others.map(|person| {
        let name = person.username.as_str();
        (name, name, Decimal::ZERO, Decimal::ZERO)
    }))
}

/// The fields of a budget; `base` is the currency of one that names none.
pub(crate) fn fields(page: TripPage<'_>, budget: &Budget, base: Option<Currency>) -> Vec<Field> {
    let (label, hint) = match base {
        Some(base) => (t::CURRENCY, t::empty_currency(base.code())),
        None => (t::BASE_CURRENCY, t::CURRENCY_HINT.to_owned()),
    };
    let currency = budget.currency.map_or("", Currency::code);
    let currency = Field::new("currency", label, currency).hint(hint);
    let category = Field::new("category", t::CATEGORY, budget.category.as_str());
    let splits = [("amounts", t::SPLIT_BY_AMOUNT), ("equal", t::SPLIT_EQUALLY)];
    let splits = splits.map(|(value, label)| (value.to_owned(), label.to_owned()));
    let mut total = Field::amount("total", t::COST, budget.total_cost()).heading(t::MONEY);
    total.sum = Some("total");
    let mut fields = vec![
        total,
        Field::amount("estimated", t::ESTIMATE, budget.total_estimated()),
        currency.suggestions(&t::CURRENCIES).narrow(),
        category.suggestions(&t::CATEGORIES).narrow(),
        Field::new("split", t::SPLIT, "amounts").kind(Kind::Choice(splits.to_vec())),
    ];
    let view = page.view;
    let names = view.trip.member_names(&view.people);
    for (index, (member, name, cost, paid)) in rows(view, &names, budget).enumerate() {
        // Not the index, which another's edit may change.
        let key = fingerprint(&[member]);
        let mut cost = Field::amount(&format!("cost.{key}"), &t::share_of(name), cost);
        cost.heading = (index == 0).then_some(t::WHO);
        cost.sum = Some("share");
        fields.extend([
            Field::hidden(&format!("member.{key}"), member),
            cost,
            Field::amount(&format!("paid.{key}"), &t::paid_by(name), paid),
        ]);
    }
    fields
}

/// The budget that the fields ask for, over the present one.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    page: TripPage<'_>,
    present: &Budget,
    sent: &Fields,
) -> Result<BudgetPatch, Violations> {
    let mut reader = FormReader::new(sent);
    let total = reader.amount("total").unwrap_or_default();
    let estimated = reader.amount("estimated").unwrap_or_default();
    let mut members = Vec::new();
    let rows = sent.iter();
    let rows = rows.filter_map(|(name, member)| Some((name.strip_prefix("member.")?, member)));
    for (key, member) in rows.take(Budget::MAX_SHARES) {
        if let Ok(member) = MemberId::new(member) {
            members.push(MemberEntry {
                member,
                cost: reader.amount(&format!("cost.{key}")).unwrap_or_default(),
                paid: reader.amount(&format!("paid.{key}")).unwrap_or_default(),
            });
        }
    }
    let entry = BudgetEntry {
        currency: reader.currency("currency"),
        category: reader.text("category"),
        estimated,
        total,
        splits_evenly: sent.text("split") == "equal",
        members,
    };
    Ok(reader.finish(Some(entry))?.over(present, page.base()))
}
