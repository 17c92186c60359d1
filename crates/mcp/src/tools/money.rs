//! Tools of money.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::ItemKind;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::{Budget, Edit, ItemPatch};
use wayfare_domain::{Amount, Currency, Date, Path, ShortText, Violations};
use wayfare_service::TripView;

use super::cost::{self, Cost, CostShown, Sharers, amount, currency, text};
use super::items::{add, day_of};
use super::people::{Person, people_of};
use super::reply::{Changed, Reply};
use crate::answer::{Failure, LeftOut, MAX_TEXT, NOTICE, Room, cut};
use crate::call::{Call, in_document_pool};

/// Whose costs to read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetMoney {
    /// Id of the trip
    trip: String,
    /// How many costs to skip, as left_out says
    offset: Option<usize>,
}

/// The money of a trip. Amounts of sums are in its currency.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Money {
    /// Id of the trip
    trip: String,
    /// Version: the expected_version of a change
    version: i64,
    /// What the texts are
    about_texts: &'static str,
    /// ISO 4217 code of the currency of sums
    currency: String,
    /// Sum of all costs that can be converted
    total_cost: String,
    /// Sum of all that was paid
    total_paid: String,
    /// Whether the sums and balances have every amount; false: see unconverted
    complete: bool,
    /// Amounts without a rate into the currency of sums, by currency
    unconverted: Vec<Unconverted>,
    /// People
    people: Vec<Person>,
    /// Balances: what each person is to receive, below zero what they owe
    balances: Vec<Balance>,
    /// Payments that settle all balances
    to_settle: Vec<Transfer>,
    /// Costs of items and expenses
    costs: Vec<Entry>,
    /// Payments that were recorded
    payments: Vec<Payment>,
    /// What is left out
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
}

/// Amounts in a currency without a rate.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Unconverted {
    /// ISO 4217 code
    currency: String,
    /// Costs
    amount: String,
}

/// What a person has paid and owes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Balance {
    /// Id of the person
    person: String,
    /// What they have paid
    paid: String,
    /// What they bear
    owed: String,
    /// What they are to receive; below zero, what they owe
    balance: String,
}

/// A payment between two people.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Transfer {
    /// Id of who pays
    from: String,
    /// Id of who receives
    to: String,
    /// Amount in the currency of sums
    amount: String,
}

/// A cost of an item.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct Entry {
    /// Id of the item or expense
    item: String,
    /// Name
    name: Option<String>,
    /// Cost
    cost: CostShown,
}

/// A recorded payment.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct Payment {
    /// Id
    id: String,
    /// Id of who paid
    from: String,
    /// Id of who received
    to: String,
    /// Amount
    amount: String,
    /// ISO 4217 code
    currency: String,
    /// Day
    date: String,
    /// Note
    note: Option<String>,
}

/// An expense.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddExpense {
    /// Id of the trip
    trip: String,
    /// What it is for
    name: String,
    /// Amount as decimal text, such as "12.50"; below zero for a refund
    amount: String,
    /// ISO 4217 code; the trip's currency if left out
    currency: Option<String>,
    /// Category, such as Food and Restaurants
    category: Option<String>,
    /// Id of who paid it, as get_trip tells them
    paid_by: String,
    /// Ids of who shares it equally; everybody if left out
    shared_by: Option<Vec<String>>,
    /// Day, such as 2026-05-01
    date: Option<String>,
    /// Notes
    description: Option<String>,
    /// Version that the trip must have, if it matters
    expected_version: Option<i64>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

/// A payment to record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordPayment {
    /// Id of the trip
    trip: String,
    /// Id of who paid, as get_trip tells them
    from: String,
    /// Id of who received
    to: String,
    /// Amount as decimal text, above zero
    amount: String,
    /// ISO 4217 code; the trip's currency if left out
    currency: Option<String>,
    /// Day, such as 2026-05-01; today if left out
    date: Option<String>,
    /// Note
    note: Option<String>,
    /// Version that the trip must have, if it matters
    expected_version: Option<i64>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

pub(crate) async fn get_money(call: Call, sent: GetMoney) -> Reply<Money> {
    let view = call.trip_with_names(&sent.trip).await?;
    // A settlement of many people takes long.
    in_document_pool(true, call, move |call| show(call, &view, &sent)).await
}

fn show(call: &Call, view: &TripView, sent: &GetMoney) -> (String, Money) {
    let trips = &call.app.service.trips;
    let (trip, base) = (&view.trip, trips.base_currency(&view.trip));
    let (settlement, summary) = (trips.settlement(view), trips.budget_summary(view));
    let of_base = |value| text(value, base);
    let mut money = Money {
        trip: trip.id.to_string(),
        version: trip.version,
        about_texts: NOTICE,
        currency: base.code().to_owned(),
        total_cost: of_base(summary.total_cost),
        total_paid: of_base(summary.total_payments),
        complete: settlement.is_complete(),
        unconverted: Vec::new(),
        people: Vec::new(),
        balances: Vec::new(),
        to_settle: Vec::new(),
        costs: Vec::new(),
        payments: Vec::new(),
        left_out: Vec::new(),
    };
    let (mut room, mut left_out) = (Room::beside(&money), Vec::new());
    let on_page = |_| "The page of the trip has them.".to_owned();
    let unconverted = settlement.unconverted.iter().map(|it| Unconverted {
        currency: it.currency.code().to_owned(),
        amount: text(it.value, it.currency),
    });
    money.unconverted = room.fill(unconverted, &mut left_out, "unconverted amounts", on_page);
    let balances = settlement.balances.iter().map(|it| Balance {
        person: it.member.clone(),
        paid: of_base(it.paid),
        owed: of_base(it.owed),
        balance: of_base(it.balance),
    });
    money.balances = room.fill(balances, &mut left_out, "balances", on_page);
    let transfers = settlement.transfers.iter().map(|it| Transfer {
        from: it.from.clone(),
        to: it.to.clone(),
        amount: of_base(it.amount),
    });
    money.to_settle = room.fill(transfers, &mut left_out, "payments that settle", on_page);
    let people = people_of(view).into_iter();
    money.people = room.fill(people, &mut left_out, "people", on_page);
    let payments = trip.plan.settlements.iter().rev().map(|it| Payment {
        id: it.id.to_string(),
        from: it.from.as_str().to_owned(),
        to: it.to.as_str().to_owned(),
        amount: text(it.amount.value(), it.currency),
        currency: it.currency.code().to_owned(),
        date: Date::from(it.date).to_string(),
        note: cut(&it.note, MAX_TEXT / 3),
    });
    let offset = sent.offset.unwrap_or_default();
    let costs = trip.itinerary.iter().filter_map(|item| {
        let cost = cost::show(&item.budget, base)?;
        let (item, name) = (
            item.id.to_string(),
            cut(item.destination.title(), MAX_TEXT / 3),
        );
        Some(Entry { item, name, cost })
    });
    let how = |taken| format!("Call get_money with offset {}.", offset + taken);
    money.costs = room.fill(costs.skip(offset), &mut left_out, "costs", how);
    money.payments = room.fill(
        payments,
        &mut left_out,
        "earlier recorded payments",
        on_page,
    );
    let number = money.costs.len();
    let rest = if left_out.is_empty() {
        ""
    } else {
        " Some is left out: see left_out."
    };
    money.left_out = left_out;
    let (total, code) = (&money.total_cost, &money.currency);
    (
        format!("{total} {code} in all; {number} costs are listed.{rest}"),
        money,
    )
}

pub(crate) async fn add_expense(call: Call, sent: AddExpense) -> Reply<Changed> {
    let key = call.claim(sent.idempotency_key.as_deref())?;
    let view = call.trip(&sent.trip).await?;
    let edit = expense(&call, &view, &sent)?;
    let written = call
        .write(view, Some(edit), sent.expected_version, key)
        .await?;
    let ids = written.added_items();
    Changed::reply(&written, ids)
}

fn expense(call: &Call, view: &TripView, sent: &AddExpense) -> Result<Edit, Failure> {
    let (mut violations, root) = (Violations::new(), Path::root());
    if sent.name.is_empty() {
        violations.add(root.unknown("name"), "must not be empty");
    }
    let name = violations.take(&root.unknown("name"), ShortText::new(sent.name.as_str()));
    let description = sent.description.as_deref().map(ShortText::new).transpose();
    let description = violations.take(&root.unknown("description"), description);
    let date = sent.date.as_deref().map(Date::parse).transpose();
    let date = violations.take(&root.unknown("date"), date).flatten();
    let cost = Cost {
        amount: sent.amount.clone(),
        currency: sent.currency.clone(),
        category: sent.category.clone(),
        paid_by: Some(sent.paid_by.clone()),
        shared_by: sent.shared_by.clone(),
    };
    let none = Budget::default();
    let budget = Sharers::of(call, view).patch(&none, &cost, &root, &mut violations);
    let budget: BudgetPatch = violations.or(budget)?.unwrap_or_default();
    let start = view.trip.plan.dates.start.map(|start| Date::from(start.at));
    let item = ItemPatch {
        kind: ItemKind::new(ItemKind::EXPENSE).ok(),
        day: date.and_then(|date| day_of(date, start?)),
        start: date.map(Date::midnight),
        budget,
        destination: Some(DestinationDraft {
            name,
            description: description.flatten(),
            ..DestinationDraft::default()
        }),
        ..ItemPatch::default()
    };
    add(item).map_err(|reason| Violations::at(root, reason).into())
}

pub(crate) async fn record_payment(call: Call, sent: RecordPayment) -> Reply<Changed> {
    let key = call.claim(sent.idempotency_key.as_deref())?;
    let view = call.trip(&sent.trip).await?;
    let draft = payment(&view, &sent)?;
    let edit = Some(Edit::Settlement(SettlementPatch::Record(draft)));
    let written = call.write(view, edit, sent.expected_version, key).await?;
    let settlements = &written.after.trip.plan.settlements;
    let before = written.before.trip.plan.settlements.len();
    let made = settlements.iter().skip(before);
    let ids = made.map(|settlement| settlement.id.to_string()).collect();
    Changed::reply(&written, ids)
}

fn payment(view: &TripView, sent: &RecordPayment) -> Result<SettlementDraft, Failure> {
    let (mut violations, root) = (Violations::new(), Path::root());
    let people = people_of(view);
    let mut member = |name: &str, id: &str| {
        if people.iter().all(|person| person.id() != id) {
            let reason = "must be the id of one of the people of the trip: see get_trip";
            violations.add(root.unknown(name), reason);
        }
        violations.take(&root.unknown(name), MemberId::new(id))
    };
    let (from, to) = (member("from", &sent.from), member("to", &sent.to));
    let value = amount(&sent.amount).and_then(Amount::new);
    let value = violations.take(&root.unknown("amount"), value);
    let named: Option<Option<Currency>> = violations.take(
        &root.unknown("currency"),
        currency(sent.currency.as_deref()),
    );
    let date = sent.date.as_deref().map(Date::parse).transpose();
    let date = violations.take(&root.unknown("date"), date);
    let note = ShortText::new(sent.note.as_deref().unwrap_or_default());
    let note = violations.take(&root.unknown("note"), note);
    violations.or(())?;
    let draft = (|| {
        Some(SettlementDraft {
            from: from?,
            to: to?,
            amount: value?,
            currency: named?,
            date: date?.map(Date::midnight),
            note: note?,
        })
    })();
    draft.ok_or_else(|| Violations::new().into())
}
