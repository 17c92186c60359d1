//! The fields of a cost in a form: how much, who has paid, and for whom.

use std::collections::HashSet;

use indexmap::IndexMap;
use rust_decimal::Decimal;
use wayfare_domain::trip::budget::Split;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::budget_entry::{CostEntry, MemberEntry, Payers};
use wayfare_domain::trip::{Budget, MemberNames, OpenParty, Parties};
use wayfare_domain::{Currency, ShortText, SignedAmount, UserId, Violations};

use crate::form::{Chips, Field, Fields, Form, FormReader, Kind};
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::entries::fingerprint;
use crate::pages::trip::frame::trip_page::TripPage;

/// `TripForm::CHOICES` of forms with a cost.
pub(crate) const CHOICES: &str = "kind at payer for split member. was-on id index";
/// The choices beside people of who has paid.
const NOBODY: &str = "nobody";
const SEVERAL: &str = "several";
/// The ways to split a cost.
const SPLITS: [(&str, Text, Split); 3] = [
    ("equal", t::SPLIT_EQUALLY, Split::Equally),
    ("parts", t::SPLIT_BY_PARTS, Split::ByParts),
    ("amounts", t::SPLIT_BY_AMOUNTS, Split::ByAmounts),
];

/// A member in a form.
struct Row {
    /// Of the member id, not the index, which another's edit may change.
    key: String,
    name: String,
    user: Option<UserId>,
    /// Whether a new cost is theirs, too, unless somebody chooses.
    shares_all: bool,
    cost: Decimal,
    paid: Decimal,
}

/// The members of a budget by id, then the trip's people without a share, then the parties without
/// an account.
fn rows(page: TripPage<'_>, budget: &Budget) -> IndexMap<String, Row> {
    let view = page.view;
    let names = view.member_names();
    let mut rows: IndexMap<String, Row> = IndexMap::new();
    let mut seen = HashSet::new();
    let new = |member: &str, user, name: &str| Row {
        key: fingerprint(&[member]),
        name: name.to_owned(),
        user,
        shares_all: true,
        cost: Decimal::ZERO,
        paid: Decimal::ZERO,
    };
    for share in &budget.shares {
        let member = share.member.as_str();
        let user = share.user.or_else(|| names.user(member));
        seen.extend(user);
        let name = names.get(member);
        let row = rows.entry(member.to_owned());
        let row = row.or_insert_with(|| new(member, user, name));
        row.cost += share.cost.value();
        row.paid += share.paid.value();
    }
    let parties = Parties::new(view.trip.all_mentions(), &view.people);
    for person in view.people.iter() {
        if seen.insert(person.id) {
            let member = parties.reference(person);
            let row = new(&member, Some(person.id), names.person(person.id));
            rows.insert(member, row);
        }
    }
    // Who has left, or deleted their account, may still share a cost.
    let former = view.trip.former_people(&view.people);
    let parties = view.trip.open_parties(&view.people, &former).into_iter();
    for OpenParty { member, .. } in parties.take(Budget::MAX_SHARES) {
        let mut row = new(&member, None, names.get(&member));
        // Whom the owner has added, not every name in a budget.
        row.shares_all = view.trip.open_party(&member).is_some();
        rows.entry(member).or_insert(row);
    }
    rows
}

/// The fields of a budget; `base` is the currency of one that names none.
pub(crate) fn fields(page: TripPage<'_>, budget: &Budget, base: Option<Currency>) -> Vec<Field> {
    let (label, hint) = match base {
        Some(base) => (t::CURRENCY.get(), t::empty_currency(base.code())),
        None => (t::BASE_CURRENCY.get(), t::currency_hint(page.base().code())),
    };
    let code = budget.currency.map_or("", Currency::code);
    let currency = Field::new("currency", label, code).hint(hint);
    let category = Field::new(
        "category",
        t::CATEGORY,
        t::category(budget.category.as_str()),
    );
    let of = budget.currency.unwrap_or(page.base());
    let money = |name, label, amount| Field::money(name, label, amount, of);
    let mut fields = vec![
        money("total", t::COST.get(), budget.total_cost())
            .hint(t::REFUND_HINT)
            .heading(t::MONEY),
        currency.suggestions(t::CURRENCIES.to_vec()).narrow(),
    ];
    let rows = rows(page, budget);
    for (member, Row { key, .. }) in &rows {
        fields.push(Field::hidden(&format!("member.{key}"), member.as_str()));
    }
    fields.extend(payer_fields(page, budget, &rows));
    fields.extend(split_fields(page, budget, &rows));
    fields.extend([
        category.suggestions(t::categories()),
        money("estimated", t::ESTIMATE.get(), budget.total_estimated()).more(),
    ]);
    fields
}

/// The people of a row of chips, with other choices after them.
fn chips(rows: &IndexMap<String, Row>, others: &[(&str, &str)], is_many: bool) -> Kind {
    let people = rows.values().map(|row| (&*row.key, &*row.name));
    let choices = people.chain(others.iter().copied());
    let choices = choices.map(|(value, label)| (value.to_owned(), label.to_owned()));
    Kind::Chips(Chips {
        choices: choices.collect(),
        people: rows.len(),
        is_many,
    })
}

fn payer_fields(page: TripPage<'_>, budget: &Budget, rows: &IndexMap<String, Row>) -> Vec<Field> {
    let payers = budget.payers();
    let visitor = page.visitor.caller().map(|caller| caller.user);
    let visitor = || rows.values().find(|row| row.user == visitor);
    let payer = match &payers {
        Payers::Nobody if budget.total_cost().is_zero() => visitor(),
        Payers::One(member) => rows.get(member.as_str()),
        Payers::Nobody | Payers::Several => None,
    };
    let several = payers == Payers::Several;
    let other = if several { SEVERAL } else { NOBODY };
    let payer = payer.map_or(other, |row| &row.key);
    let others = [(NOBODY, t::NOBODY_YET.get()), (SEVERAL, t::SEVERAL.get())];
    let mut fields =
        vec![Field::new("payer", t::WHO_PAID, payer).kind(chips(rows, &others, false))];
    let amount = |key: &str, label: &str, paid: Decimal| Field {
        within: Some("payer"),
        ..Field::money(
            &format!("paid.{key}"),
            label,
            if several { paid } else { Decimal::ZERO },
            budget.currency.unwrap_or(page.base()),
        )
    };
    let paid: Decimal = rows.values().map(|row| row.paid).sum();
    let total = budget.total_cost();
    let unpaid = Some(total - paid).filter(|unpaid| (unpaid * total) > Decimal::ZERO);
    let unpaid = unpaid.unwrap_or_default();
    let of_people = rows.values();
    fields.extend(of_people.map(|row| amount(&row.key, &t::paid_by(&row.name), row.paid)));
    fields.push(amount(NOBODY, t::NOT_PAID_YET.get(), unpaid));
    fields
}

fn split_fields(page: TripPage<'_>, budget: &Budget, rows: &IndexMap<String, Row>) -> Vec<Field> {
    let currency = budget.currency.unwrap_or(page.base());
    let split = budget.split(currency);
    let is_new = budget.total_cost().is_zero() && rows.values().all(|row| row.cost.is_zero());
    let sharing = rows
        .values()
        .filter(|row| (is_new && row.shares_all) || !row.cost.is_zero());
    let sharing: Vec<&str> = sharing.map(|row| row.key.as_str()).collect();
    let mut fields =
        vec![Field::new("for", t::FOR_WHOM, sharing.join(" ")).kind(chips(rows, &[], true))];
    fields.extend(rows.values().map(|row| {
        let cost = if split == Split::ByAmounts {
            row.cost
        } else {
            Decimal::ZERO
        };
        let label = t::share_of(&row.name);
        Field {
            within: Some("for"),
            ..Field::money(&format!("share.{}", row.key), &label, cost, currency)
        }
    }));
    let value = SPLITS.iter().find(|(.., way)| *way == split);
    let choices = SPLITS
        .iter()
        .map(|(value, label, _)| ((*value).to_owned(), label.to_string()));
    let choices = Chips {
        choices: choices.collect(),
        ..Chips::default()
    };
    let value = value.map_or("", |(value, ..)| value);
    fields.push(Field::new("split", t::SPLIT, value).kind(Kind::Chips(choices)));
    fields
}

/// The patch of the present budget that the fields ask for. What was not sent stays as the form
/// shows it, and costs that were not touched stay as they are stored.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    page: TripPage<'_>,
    present: &Budget,
    sent: &Fields,
) -> Result<BudgetPatch, Violations> {
    let shown = Form::new(String::new(), "", fields(page, present, None));
    let typed = shown.clone().typed(sent).values();
    let shown = shown.values();
    let is_changed = |name: &str| typed.get(name) != shown.get(name);
    // Somebody who has left since the form was opened is in what was sent alone.
    let all = typed.iter().chain(sent.iter());
    let all = all.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let all = Fields::new(all.collect()).with_currency_apart("total", page.base());
    let mut reader = FormReader::new(&all);
    let currency = reader.currency("currency");
    let category = reader.read("category", |text| ShortText::new(t::stored_category(text)));
    let estimated = reader.amount("estimated").unwrap_or_default();
    let is_cost = |name: &str| {
        let name = name.split_once('.').map_or(name, |(group, _)| group);
        ["total", "payer", "paid", "for", "share", "split"].contains(&name)
    };
    let mut patch = BudgetPatch::default();
    if typed
        .iter()
        .any(|(name, _)| is_cost(name) && is_changed(name))
    {
        let currency = currency.unwrap_or(page.base());
        let (trip, people) = (page.trip(), &page.view.people);
        let borne = trip.odd_units(currency, page.base(), present, people);
        let cost = read_cost(&all, &page.view.member_names())
            .and_then(|cost| cost.over(present, currency, &borne));
        patch = reader.collect(cost).unwrap_or_default();
    }
    let base = page.base();
    if currency.unwrap_or(base) != present.currency.unwrap_or(base) {
        // A payment in another currency has another worth.
        let shares = patch.shares.get_or_insert_with(|| present.share_drafts());
        for share in shares {
            share.payment = SignedAmount::ZERO;
        }
    }
    reader.finish(Some(BudgetPatch {
        currency,
        category,
        estimated: is_changed("estimated").then(|| estimated.value()),
        ..patch
    }))
}

fn read_cost(sent: &Fields, names: &MemberNames<'_>) -> Result<CostEntry, Violations> {
    let mut reader = FormReader::new(sent);
    let split = SPLITS
        .iter()
        .find(|(value, ..)| *value == sent.text("split"));
    let split = split.map_or(Split::Equally, |(.., split)| *split);
    let payer = sent.text("payer");
    let several = payer == SEVERAL;
    let mut payers = match payer {
        NOBODY => Some(Payers::Nobody),
        SEVERAL => Some(Payers::Several),
        _ => None,
    };
    let sharing: HashSet<&str> = sent.text("for").split(' ').collect();
    // Amounts that are not shown do not count.
    let mut amount = |group: &str, key: &str, is_shown: bool| {
        let name = format!("{group}.{key}");
        is_shown.then(|| reader.signed_amount(&name)).flatten()
    };
    let mut members = Vec::new();
    let mut seen = HashSet::new();
    let ids = sent.iter();
    let ids = ids.filter_map(|(name, id)| Some((name.strip_prefix("member.")?, id)));
    for (key, id) in ids.filter(|(_, id)| seen.insert(*id)) {
        let Ok(member) = MemberId::new(id) else {
            continue;
        };
        if key == payer {
            payers = Some(Payers::One(member.clone()));
        }
        members.push(MemberEntry {
            name: ShortText::cut(
                Some(names.get(id))
                    .filter(|it| *it != id)
                    .unwrap_or_default(),
            ),
            member,
            shares: sharing.contains(key),
            part: amount("share", key, split != Split::Equally),
            paid: amount("paid", key, several),
        });
    }
    let unpaid = amount("paid", NOBODY, several).unwrap_or_default();
    if payers.is_none() {
        reader.refuse("payer", t::REFUSED_NOT_ONE_OF_US.phrase());
    }
    let total = reader.signed_amount("total");
    reader.finish(payers.map(|payers| CostEntry {
        total,
        payers,
        unpaid,
        split,
        members,
    }))
}
