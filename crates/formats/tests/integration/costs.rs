//! Exports of services that share costs: what becomes of them, to the minor unit.
//!
//! Each file in `costs` has a text beside it with its balances, computed from the file by the rules
//! of its service: those of ihatemoney's files by ihatemoney 7.2.1.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use wayfare_domain::{Currency, People, ReferenceRates};
use wayfare_formats::ImportedTrip;

use crate::reading::{built, import};

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/costs")
}

/// What a file becomes: its expenses, its payments, and the balances of people in each currency.
fn shown(imported: &ImportedTrip) -> String {
    let trip = built(imported, &|_| None);
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
        let date = item
            .start
            .map_or_else(String::new, |start| start.to_string());
        let cost = budget.total_cost().normalize();
        let (name, category) = (&item.destination.name, budget.category());
        writeln!(
            shown,
            "{} {name} [{category}]: {cost} {currency}",
            &date[..10]
        )
        .unwrap();
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

/// The format of a file, or why it is refused.
fn format(file: impl AsRef<[u8]>) -> String {
    match import(file) {
        Ok(imported) => imported.format.as_str().to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn exports_are_known_by_their_content() {
    for (file, expected) in [
        ("Date,Description,Category,Cost,Currency,Ada", "splitwise"),
        ("Fecha;Descripción;Categoría;Costo;Moneda;Ada", "splitwise"),
        (
            "Päivä,Kuvaus,Luokka,Hinta,Valuutta,Ada,Ben\n2026-01-02,A,B,3.00,EUR,1.50,-1.50",
            "splitwise",
        ),
        ("日付\t説明\tカテゴリ\t費用\t通貨\tAda", "splitwise"),
        (
            r#"{"expenses": [{"cost": "1", "currency_code": "EUR", "users": []}], "groups": []}"#,
            "splitwise",
        ),
        (
            r#"[{"cost": "1", "currency_code": "EUR", "users": []}]"#,
            "splitwise",
        ),
        (
            r#"{"name": "A", "participants": [], "expenses": []}"#,
            "spliit",
        ),
        (
            "Date,Description,Category,Currency,Cost,Is Reimbursement,Split mode,Ada",
            "spliit",
        ),
        (
            "what,amount,date,payer_name,payer_weight,owers",
            "ihatemoney",
        ),
        (
            r#"[{"what": "A", "amount": 1, "payer_name": "A", "owers": []}]"#,
            "ihatemoney",
        ),
        (
            "what,amount,date,timestamp,payer_name,payer_weight,owers",
            "cospend",
        ),
        ("name,weight,active,color\nAda,1,1,#000000", "cospend"),
        (
            "Titel;Betrag;Währung;Kurs;Betrag (EUR);Typ;Kategorie;Bezahlt von;Bezahlt von Ada;\
             Betrifft Ada;Datum",
            "tricount",
        ),
        ("Title,Amount,Currency,Paid by,Impacted to Ada", "tricount"),
        (
            r#"{"type": "FeatureCollection", "features": []}"#,
            "geojson",
        ),
    ] {
        assert_eq!(format(file), expected, "{file}");
        let marked = format!("\u{feff}\r\n{file}");
        assert_eq!(format(marked), expected, "{file}");
    }
    for file in [
        "",
        "A text.",
        "name,age\nAda,36",
        r#"{"a": 1}"#,
        "[]",
        "[1]",
        "\"",
        "{",
    ] {
        assert!(import(file).is_err(), "{file}");
    }
}

#[test]
fn amounts_and_dates_are_read_as_spreadsheets_write_them() {
    for (cost, date, expected) in [
        ("\"1,234.50\"", "2026-05-01", "2026-05-01 A [B]: 1234.5 EUR"),
        ("\"1.234,50\"", "01/05/2026", "2026-05-01 A [B]: 1234.5 EUR"),
        ("1 234.5", "5/13/2026", "2026-05-13 A [B]: 1234.5 EUR"),
        ("\"1,234\"", "1 mai 2026", "2026-05-01 A [B]: 1234 EUR"),
        (
            "1'234.5",
            "May 1, 2026 at 10:00",
            "2026-05-01 A [B]: 1234.5 EUR",
        ),
        ("+1234.5e0", "2026年5月1日", "2026-05-01 A [B]: 1234.5 EUR"),
        (
            "1234.500000000001",
            "Freitag, 1. Mai 2026",
            "2026-05-01 A [B]: 1234.5 EUR",
        ),
    ] {
        let file = format!(
            "Date,Description,Category,Cost,Currency,Ada,Ben\n\"{date}\",A,B,{cost},EUR,10,-10"
        );
        let shown = shown(&import(&file).unwrap());
        assert!(shown.contains(expected), "{file}: {shown}");
    }
}

#[test]
fn refunds_of_splitwise_turn_the_signs() {
    let file = "Date,Description,Category,Cost,Currency,Ada,Ben\n2026-05-01,A,B,-30,EUR,-15,15";
    let imported = import(file).unwrap();
    let shares = &imported.content.itinerary[0].budget.shares;
    let shares = shares
        .iter()
        .map(|it| (it.cost.value().to_string(), it.paid.value().to_string()));
    let expected = [("-15", "-30"), ("-15", "0")];
    assert!(shares.eq(expected.map(|(cost, paid)| (cost.to_owned(), paid.to_owned()))));
}

#[test]
fn what_passes_a_bound_is_refused() {
    let header = "Date,Description,Category,Cost,Currency,Ada,Ben\n";
    let row = "2026-05-01,A,B,2,EUR,1,-1\n";
    assert!(import(format!("{header}{}", row.repeat(1_000))).is_ok());
    let refused = import(format!("{header}{}", row.repeat(1_001)));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "must have at most 1000 items"
    );
    let payment = "2026-05-01,A,Payment,1,EUR,1,-1\n";
    assert!(import(format!("{header}{}", payment.repeat(2_000))).is_ok());
    assert!(import(format!("{header}{}", payment.repeat(2_001))).is_err());
    assert!(import(format!("{header}{}", "x,\n".repeat(20_001))).is_err());
    let people = |number: u32| -> String { (0..number).map(|it| format!(",P{it}")).collect() };
    let header = "Date,Description,Category,Cost,Currency";
    assert!(import(format!("{header}{}", people(1_000))).is_ok());
    assert!(import(format!("{header}{}", people(1_001))).is_err());
    assert!(import(format!("{header}{}", people(3_000))).is_err());
    let shares = |number: usize| -> String {
        let (people, nets) = (
            people(u32::try_from(number).unwrap()),
            ",-1".repeat(number - 1),
        );
        format!(
            "{header}{people}\n2026-05-01,A,B,200,EUR,{}{nets}",
            number - 1
        )
    };
    assert!(import(shares(100)).is_ok());
    let refused = import(shares(101)).unwrap_err().to_string();
    assert_eq!(
        refused,
        "must not have an expense that more than 100 people share"
    );
    let nested = format!("[{{\"what\":{}1{}}}]", "[".repeat(100), "]".repeat(100));
    assert!(import(nested).is_err());
}

#[test]
fn extreme_amounts_do_no_harm() {
    let many = "9".repeat(400);
    for amount in [
        "1e999999",
        "-1e12",
        "1e-30",
        "NaN",
        &many,
        "0.000000000000000001",
        "1e12",
    ] {
        for file in [
            format!(
                "Date,Description,Category,Cost,Currency,Ada,Ben\n\
                 2026-05-01,A,B,{amount},EUR,{amount},-{amount}"
            ),
            format!(
                "name,weight,active,color\nAda,{amount},1,#0\nBen,1,1,#0\n\n\
                 what,amount,date,timestamp,payer_name,payer_weight,owers\n\
                 A,{amount},2026-05-01,{amount},Ada,{amount},\"Ada,Ben\"\n"
            ),
            format!(
                "{{\"participants\":[],\"currencyCode\":\"EUR\",\"expenses\":[{{\"amount\":\
                 \"{amount}\",\"originalAmount\":\"{amount}\",\"originalCurrency\":\"USD\",\
                 \"paidById\":\"a\",\"splitMode\":\"BY_SHARES\",\"paidFor\":[\
                 {{\"participantId\":\"b\",\"shares\":\"{amount}\"}}]}}]}}"
            ),
        ] {
            if let Ok(imported) = import(&file) {
                built(&imported, &|_| None);
            }
        }
    }
}
