//! The number of payments of groups above sixteen people, and their stability.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use wayfare_domain::trip::settlement::plan::{Transfer, plan};

use super::{closed, pay};

/// The fewest payments, from the most groups that sum to zero of every subset.
pub(super) fn best(balances: &[i128]) -> usize {
    let balances: Vec<i128> = balances.iter().copied().filter(|it| *it != 0).collect();
    let (mut sums, mut groups) = (vec![0_i128], vec![0_u8]);
    for subset in 1..1_usize << balances.len() {
        let parts = (0..balances.len()).filter(|bit| subset >> bit & 1 == 1);
        let first = parts.clone().next().unwrap();
        let sum = sums[subset ^ (1 << first)] + balances[first];
        let most = parts.map(|bit| groups[subset ^ (1 << bit)]).max().unwrap();
        sums.push(sum);
        groups.push(most + u8::from(sum == 0));
    }
    balances.len() - usize::from(*groups.last().unwrap())
}

/// Balances of a group: small whole numbers, cents, or what is left of costs in cents that some of
/// them have shared equally.
pub(super) fn group(people: usize) -> impl Strategy<Value = Vec<i128>> {
    let whole = prop::collection::vec(-50_i128..50, people - 1).prop_map(closed);
    let cents = prop::collection::vec(-30_000_i128..30_000, people - 1).prop_map(closed);
    let cost = (
        100_i128..30_000,
        0..people,
        prop::collection::vec(any::<bool>(), people),
    );
    let shared = prop::collection::vec(cost, 30).prop_map(move |costs| {
        let mut balances = vec![0; people];
        for (amount, payer, who) in costs {
            let who: Vec<usize> = (0..people).filter(|at| who[*at] || *at == payer).collect();
            balances[payer] += amount;
            let number = i128::try_from(who.len()).unwrap();
            for (place, at) in who.into_iter().enumerate() {
                let place = i128::try_from(place).unwrap();
                balances[at] -= amount / number + i128::from(place < amount % number);
            }
        }
        balances
    });
    prop_oneof![whole, cents, shared]
}

/// Runs a property over the same few groups each time.
fn sample<S: Strategy>(strategy: S, cases: u32, check: impl Fn(S::Value))
where
    S::Value: Clone,
{
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[32; 32]);
    let mut runner = TestRunner::new_with_rng(config, random);
    let run = runner.run(&strategy, |value| {
        check(value);
        Ok(())
    });
    run.unwrap();
}

fn assert_settles(balances: &[i128], transfers: &[Transfer]) {
    let mut left = balances.to_vec();
    for transfer in transfers {
        assert!(left[transfer.from] < 0 && left[transfer.to] > 0);
        left = pay(&left, transfer);
    }
    assert!(left.iter().all(|balance| *balance == 0));
}

fn assert_stays(balances: &[i128]) {
    let transfers = plan(balances);
    for paid in transfers.iter().step_by(4) {
        let rest: Vec<Transfer> = transfers.iter().filter(|t| *t != paid).copied().collect();
        assert_eq!(plan(&pay(balances, paid)), rest);
    }
}

#[test]
fn up_to_twenty_people_need_no_more_payments_than_the_best() {
    let check = |balances: Vec<i128>| {
        let transfers = plan(&balances);
        assert_settles(&balances, &transfers);
        assert_eq!(transfers.len(), best(&balances));
    };
    sample((17_usize..=18).prop_flat_map(group), 6, check);
    sample(group(20), 1, check);
}

#[test]
fn a_payment_among_twenty_leaves_the_others_as_they_were() {
    sample((17_usize..=19).prop_flat_map(group), 4, |balances| {
        assert_stays(&balances);
    });
}

/// Eighty-one people in groups of two, three and four that no other parts sum to zero with.
fn planted() -> Vec<i128> {
    let unit = |digit: u32| 10_i128.pow(digit);
    let pairs = (0..9).flat_map(|n| [unit(n), -unit(n)]);
    let triples = (9..18).flat_map(|n| [unit(n), 2 * unit(n), -3 * unit(n)]);
    let fours = (18..27).flat_map(|n| [-3 * unit(n), -unit(n), -unit(n), 5 * unit(n)]);
    pairs.chain(triples).chain(fours).collect()
}

#[test]
fn small_groups_are_settled_first_above_twenty() {
    let balances = planted();
    assert_eq!(balances.len(), 9 * (2 + 3 + 4));
    let transfers = plan(&balances);
    assert_settles(&balances, &transfers);
    assert_eq!(transfers.len(), 9 * (1 + 2 + 3));
}

#[test]
fn many_people_pay_in_order_if_no_small_group_is_even() {
    // Powers of three: no few of them sum to zero.
    let powers = (1..60).map(|n| {
        if n % 2 == 0 {
            3_i128.pow(n)
        } else {
            -(3_i128.pow(n))
        }
    });
    let balances = closed(powers.collect());
    let transfers = plan(&balances);
    assert_settles(&balances, &transfers);
    assert_eq!(transfers.len(), balances.len() - 1);
    assert_stays(&balances);
}

#[test]
fn thousands_of_people_are_settled_without_looking_for_groups_of_three() {
    let many = (0..6_000_i128).map(|n| if n % 2 == 0 { n * n + 1 } else { -7 * n });
    let balances = closed(many.collect());
    let transfers = plan(&balances);
    assert_settles(&balances, &transfers);
    assert!(transfers.len() < balances.len());
    let pairs = (1..=3_000_i128).chain((1..=3_000).map(|n| -n));
    assert_eq!(plan(&pairs.collect::<Vec<_>>()).len(), 3_000);
}
