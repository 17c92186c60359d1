//! Only money that has moved makes debts: what nobody has paid yet, and refunds.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::trip::settlement::Settlement;

use super::{balances, settle, transfers, trip};
use crate::fixture::dec;

const NAMES: [&str; 4] = ["ada", "ben", "cat", "dee"];

/// An entry: who, their share and their payment.
type Entry = Vec<(usize, i64, i64)>;

fn unpaid(settlement: &Settlement) -> Vec<String> {
    let unpaid = settlement.unpaid.iter();
    unpaid
        .map(|it| format!("{} {}", it.member, it.amount))
        .collect()
}

/// The settlement of entries whose amounts are in hundredths, times `sign`.
fn settled(code: &str, entries: &[Entry], sign: i64) -> Settlement {
    let text = |value: i64| Decimal::new(value * sign, 2).to_string();
    let written: Vec<Vec<(&str, String, String)>> = entries
        .iter()
        .map(|entry| {
            let shares = entry.iter();
            shares
                .map(|(who, cost, paid)| (NAMES[*who], text(*cost), text(*paid)))
                .collect()
        })
        .collect();
    let rows: Vec<Vec<(&str, &str, &str)>> = written
        .iter()
        .map(|entry| {
            entry
                .iter()
                .map(|(who, cost, paid)| (*who, &**cost, &**paid))
                .collect()
        })
        .collect();
    let rows: Vec<&[(&str, &str, &str)]> = rows.iter().map(Vec::as_slice).collect();
    settle(&trip(code, &rows))
}

#[test]
fn what_nobody_has_paid_is_nobodys_debt() {
    let hotel = [
        ("ada", "100", "100"),
        ("ben", "100", "0"),
        ("cat", "100", "0"),
    ];
    let settlement = settle(&trip("CAD", &[&hotel]));
    assert!(transfers(&settlement).is_empty());
    assert_eq!(unpaid(&settlement), ["ben 100", "cat 100"]);
    assert_eq!(
        balances(&settlement),
        ["ada 100 - 100 = 0", "ben 0 - 0 = 0", "cat 0 - 0 = 0"]
    );
    assert!(settlement.is_complete());
    let paid = [
        ("ada", "100", "100"),
        ("ben", "100", "200"),
        ("cat", "100", "0"),
    ];
    let settlement = settle(&trip("CAD", &[&paid]));
    assert_eq!(transfers(&settlement), ["cat to ben: 100"]);
    assert!(unpaid(&settlement).is_empty());
}

#[test]
fn what_is_beyond_covers_the_others_in_proportion() {
    let entry = [("ada", "10", "25"), ("ben", "20", "5"), ("cat", "30", "0")];
    let settlement = settle(&trip("CAD", &[&entry]));
    // 15 beyond, for 15 of Ben's and 30 of Cat's.
    assert_eq!(unpaid(&settlement), ["ben 10", "cat 20"]);
    assert_eq!(transfers(&settlement), ["ben to ada: 5", "cat to ada: 10"]);
    // Thirds are rounded once: 10 of 60, for 20 of each.
    let thirds = [
        ("ada", "0", "10"),
        ("ben", "20", "0"),
        ("cat", "20", "0"),
        ("dee", "20", "0"),
    ];
    let settlement = settle(&trip("CAD", &[&thirds]));
    assert_eq!(unpaid(&settlement), ["ben 16.67", "cat 16.67", "dee 16.66"]);
    let paid = ["ben to ada: 3.34", "cat to ada: 3.33", "dee to ada: 3.33"];
    assert_eq!(transfers(&settlement), paid);
    let thrice: [&[(&str, &str, &str)]; 3] = [&thirds; 3];
    let settlement = settle(&trip("CAD", &thrice));
    assert_eq!(unpaid(&settlement), ["ben 50", "cat 50", "dee 50"]);
}

#[test]
fn one_entry_does_not_pay_for_another() {
    let settlement = settle(&trip(
        "CAD",
        &[
            &[("ada", "0", "50"), ("ben", "20", "0")],
            &[("ada", "0", "0"), ("ben", "20", "0")],
        ],
    ));
    assert_eq!(unpaid(&settlement), ["ben 20"]);
    assert_eq!(
        transfers(&settlement),
        ["ben to ada: 20", "ada to outside: -30"]
    );
}

#[test]
fn less_than_a_minor_unit_is_left_out_with_who_has_only_that() {
    let entry = [("ada", "1", "1"), ("ben", "0.4", "0")];
    let settlement = settle(&trip("JPY", &[&entry]));
    assert!(unpaid(&settlement).is_empty());
    assert_eq!(balances(&settlement), ["ada 1 - 1 = 0"]);
}

#[test]
fn a_refund_is_owed_by_who_received_it() {
    let refund = [
        ("ada", "-10", "-30"),
        ("ben", "-10", "0"),
        ("cat", "-10", "0"),
    ];
    let settlement = settle(&trip("CAD", &[&refund]));
    assert_eq!(transfers(&settlement), ["ada to ben: 10", "ada to cat: 10"]);
    let expected = [("ada", "0", "0"), ("ben", "-30", "0")];
    let settlement = settle(&trip("CAD", &[&expected]));
    assert_eq!(unpaid(&settlement), ["ben -30"]);
    assert!(transfers(&settlement).is_empty());
    // More than what was theirs is somebody else's.
    let beyond = [("ada", "-10", "-25")];
    let settlement = settle(&trip("CAD", &[&beyond]));
    assert_eq!(transfers(&settlement), ["ada to outside: 15"]);
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    // Some pay nothing, some share nothing.
    let money = || prop_oneof![1 => Just(0), 2 => 0_i64..500];
    let entry = prop::collection::vec((0_usize..4, money(), money()), 0..6);
    prop::collection::vec(entry, 0..8)
}

/// What of an entry each person has not paid, of who shares it.
fn reference(entry: &Entry) -> BTreeMap<usize, Decimal> {
    let mut sums: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
    for (who, cost, paid) in entry {
        let sum = sums.entry(*who).or_default();
        *sum = (sum.0 + cost, sum.1 + paid);
    }
    let uncovered: i64 = sums.values().map(|(cost, paid)| (cost - paid).max(0)).sum();
    let beyond: i64 = sums.values().map(|(cost, paid)| (paid - cost).max(0)).sum();
    let left = (uncovered - beyond).max(0);
    let unpaid = sums.into_iter().map(|(who, (cost, paid))| {
        let own = Decimal::new((cost - paid).max(0) * left, 2);
        (who, own / Decimal::from(uncovered.max(1)))
    });
    unpaid.collect()
}

proptest! {
    #[test]
    fn owed_and_unpaid_are_the_shares_to_one_unit(
        entries in entries(),
        code in prop::sample::select(vec!["JPY", "CAD", "KWD"]),
    ) {
        let settlement = settled(code, &entries, 1);
        let unit = Decimal::new(1, settlement.base.minor_places());
        let mut exact: BTreeMap<usize, Decimal> = BTreeMap::new();
        for (who, unpaid) in entries.iter().flat_map(reference) {
            *exact.entry(who).or_default() += unpaid;
        }
        let mut open = Decimal::ZERO;
        for (who, name) in NAMES.iter().enumerate() {
            let balance = settlement.balances.iter().find(|it| it.member == *name);
            let owed = balance.map(|it| it.owed).unwrap_or_default();
            let unpaid = settlement.unpaid.iter().find(|it| it.member == *name);
            let unpaid = unpaid.map(|it| it.amount).unwrap_or_default();
            let shares = entries.iter().flatten().filter(|(other, ..)| *other == who);
            let shares = Decimal::new(shares.map(|(_, cost, _)| *cost).sum(), 2);
            prop_assert!(owed >= Decimal::ZERO && unpaid >= Decimal::ZERO);
            prop_assert!((unpaid - exact.get(&who).copied().unwrap_or_default()).abs() < unit);
            prop_assert!((owed + unpaid - shares).abs() < unit * dec("2"));
            // What is proposed brings every balance to zero.
            let mut left = balance.map(|it| it.balance).unwrap_or_default();
            for transfer in &settlement.transfers {
                left += if transfer.from == *name { transfer.amount } else { Decimal::ZERO };
                left -= if transfer.to == *name { transfer.amount } else { Decimal::ZERO };
            }
            let outside = settlement.outside.iter().filter(|it| it.member == *name);
            let outside: Decimal = outside.map(|it| it.amount).sum();
            prop_assert_eq!(left + outside, Decimal::ZERO);
            open += balance.map(|it| it.balance).unwrap_or_default() + outside;
        }
        prop_assert_eq!(open, Decimal::ZERO, "balances and the outside sum to zero");
        let paid: i64 = entries.iter().flatten().map(|(.., paid)| *paid).sum();
        let cost: i64 = entries.iter().flatten().map(|(_, cost, _)| *cost).sum();
        let all_unpaid: Decimal = settlement.unpaid.iter().map(|it| it.amount).sum();
        let all_owed: Decimal = settlement.balances.iter().map(|it| it.owed).sum();
        prop_assert!((all_owed + all_unpaid - Decimal::new(cost, 2)).abs() <= unit);
        prop_assert!((all_owed - Decimal::new(paid.min(cost), 2)) <= unit);
        prop_assert!(settlement.outside.iter().all(|it| it.amount < Decimal::ZERO));
    }

    #[test]
    fn a_refund_is_the_cost_with_the_signs_turned(
        entries in entries(),
        code in prop::sample::select(vec!["JPY", "CAD"]),
    ) {
        let (cost, refund) = (settled(code, &entries, 1), settled(code, &entries, -1));
        let turned = |it: &Settlement| {
            let balances = it.balances.iter();
            let sums = balances.map(|it| (it.member.clone(), -it.paid, -it.owed, -it.balance));
            let unpaid = it.unpaid.iter().map(|it| (it.member.clone(), -it.amount));
            (sums.collect::<Vec<_>>(), unpaid.collect::<Vec<_>>())
        };
        let balances = refund.balances.iter();
        let sums = balances.map(|it| (it.member.clone(), it.paid, it.owed, it.balance));
        let unpaid = refund.unpaid.iter().map(|it| (it.member.clone(), it.amount));
        prop_assert_eq!(turned(&cost), (sums.collect(), unpaid.collect()));
    }
}
