//! Exports of services that share costs: what becomes of them, to the minor unit.
//!
//! Each file in `costs` has a text beside it with its balances, computed from the file by the rules
//! of its service: those of ihatemoney's files by ihatemoney 7.2.1.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::{
    Currency, Instant, Name, People, ReferenceRates, Trip, TripId, UserId, Uuid,
};
use wayfare_formats::{ImportedTrip, Zone};

use crate::reading::import;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/costs")
}

/// The trip of an import, whose default currency is the Canadian dollar.
fn built(imported: &ImportedTrip) -> Trip {
    let mut next = 100;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let mut context = EditContext {
        by: UserId(Uuid::from_u128(1)),
        now: Instant::parse("2026-12-01").unwrap(),
        find_user: &|_| None,
        mint: &mut mint,
        default_currency: Currency::CAD,
        rates: &ReferenceRates::default(),
        has_same_mentions: false,
        places: &|_| None,
        wall_clock: &Zone::same_hour,
    };
    let mut content = imported.content.clone();
    content.name = Name::new("Trip").unwrap();
    let import = Trip::import(TripId(Uuid::from_u128(2)), content, &mut context).unwrap();
    import.locate(&|_| None, &Zone::same_hour)
}

/// What a file becomes: its expenses, its payments, and the balances of people in each currency.
fn shown(imported: &ImportedTrip) -> String {
    let trip = built(imported);
    let base = trip.base_currency(Currency::CAD);
    let mut shown = format!(
        "{} of {} in {base}\n",
        imported.format.as_str(),
        imported.content.name.as_str()
    );
    let mut others = BTreeMap::new();
    for item in trip.itinerary.iter() {
        let budget = &item.budget;
        let currency = budget.currency.unwrap_or(base);
        let date = item.start.map_or_else(String::new, |start| start.to_string());
        let cost = budget.total_cost().normalize();
        let (name, category) = (&item.destination.name, budget.category());
        writeln!(shown, "{} {name} [{category}]: {cost} {currency}", &date[..10]).unwrap();
        for share in &budget.shares {
            let (member, paid, cost) = (share.member.as_str(), share.paid, share.cost);
            let (paid, cost) = (paid.value(), cost.value());
            if currency != base && budget.shares.iter().all(|share| share.payment.is_none()) {
                *others.entry((currency.code(), member)).or_default() += paid - cost;
            }
        }
    }
    for paid in &trip.plan.settlements {
        let (from, to) = (paid.from.as_str(), paid.to.as_str());
        let (amount, currency) = (paid.amount.value(), paid.currency);
        let date = &paid.date.to_string()[..10];
        writeln!(shown, "{date} {from} -> {to}: {amount} {currency}").unwrap();
    }
    let settlement = trip.settlement(base, &ReferenceRates::default(), &People::default());
    assert_eq!(settlement.outside, [], "{shown}");
    for balance in settlement.balances {
        writeln!(shown, "= {} {} {base}", balance.member, balance.balance).unwrap();
    }
    for ((currency, member), balance) in others {
        let balance: rust_decimal::Decimal = balance;
        writeln!(shown, "= {member} {} {currency}", balance.normalize()).unwrap();
    }
    for unpaid in settlement.unpaid {
        writeln!(shown, "unpaid {} {} {base}", unpaid.member, unpaid.amount).unwrap();
    }
    for warning in &imported.warnings {
        writeln!(shown, "! {warning}").unwrap();
    }
    shown
}

#[test]
fn balances_are_those_of_the_services() {
    let mut files = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "txt"))
        .collect::<Vec<_>>();
    files.sort();
    assert_eq!(files.len(), 11, "{files:?}");
    let mut differing = Vec::new();
    for file in files {
        let imported = import(std::fs::read(&file).unwrap());
        let shown = shown(&imported.unwrap());
        let expected = std::fs::read_to_string(file.with_extension("txt")).unwrap_or_default();
        if shown != expected {
            differing.push(format!("{}:\n{shown}", file.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
