//! The fewest payments that bring balances to zero.
//!
//! Parties whose balances sum to zero, and no smaller part of which does, need one payment fewer
//! than they are. So the fewest payments are those of a partition into the most such groups, which
//! dynamic programming over the subsets finds.
//!
//! Two parties can pay each other in some plan with the fewest payments if and only if they are in
//! one group of such a partition. This does not depend on how much of a balance is left. Hence a
//! payment that was made takes only itself out of the plan: the other choices stay.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The number of parties with a balance up to which the plan has the fewest payments. Above, the
/// subsets would be too many.
pub const MAX_EXACT_PARTIES: usize = 16;

/// A payment between two parties, by their places in the list of balances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// Who pays.
    pub from: usize,
    /// Who receives.
    pub to: usize,
    /// How much; above zero.
    pub amount: i128,
}

/// A party with a balance other than zero.
#[derive(Debug, Clone, Copy)]
struct Party {
    place: usize,
    balance: i128,
}

/// Whether [`plan`] finds the fewest payments for these balances.
pub fn is_exact(balances: &[i128]) -> bool {
    parties(balances).len() <= MAX_EXACT_PARTIES
}

/// Payments that bring all balances to zero. Those with a negative balance pay those with a
/// positive one. The balances must sum to zero; what exceeds that stays.
///
/// Up to [`MAX_EXACT_PARTIES`] the payments are as few as possible: the first debtor pays the first
/// creditor for whom paying the smaller of the two balances leaves a plan with the fewest payments,
/// and so on. Above, equal and opposite balances are paired first, then the largest.
pub fn plan(balances: &[i128]) -> Vec<Transfer> {
    let parties = parties(balances);
    if parties.len() <= MAX_EXACT_PARTIES {
        fewest(parties)
    } else {
        pair_largest(&parties)
    }
}

fn parties(balances: &[i128]) -> Vec<Party> {
    let parties = balances.iter().enumerate();
    let parties = parties.map(|(place, balance)| Party {
        place,
        balance: *balance,
    });
    parties.filter(|party| party.balance != 0).collect()
}

fn fewest(mut parties: Vec<Party>) -> Vec<Transfer> {
    let mut transfers = Vec::new();
    while let Some(debtor) = parties.iter().position(|party| party.balance < 0) {
        let partners = partners(&parties, debtor);
        let creditor = parties
            .iter()
            .enumerate()
            .position(|(place, party)| party.balance > 0 && partners & (1 << place) != 0);
        let Some(creditor) = creditor else { break };
        let balance = |place: usize| parties.get(place).map_or(0, |party| party.balance);
        let amount = balance(creditor).min(-balance(debtor));
        let place = |place: usize| parties.get(place).map_or(0, |party| party.place);
        transfers.push(Transfer {
            from: place(debtor),
            to: place(creditor),
            amount,
        });
        for (place, change) in [(debtor, amount), (creditor, -amount)] {
            if let Some(party) = parties.get_mut(place) {
                party.balance += change;
            }
        }
        parties.retain(|party| party.balance != 0);
    }
    transfers
}

/// The parties, as bits, that share a group with `party` in some partition into the most groups.
fn partners(parties: &[Party], party: usize) -> usize {
    // The sums and the numbers of groups of all subsets, by their bits.
    let mut sums: Vec<i128> = vec![0];
    for party in parties {
        let with_party: Vec<i128> = sums.iter().map(|sum| sum + party.balance).collect();
        sums.extend(with_party);
    }
    let mut groups: Vec<u8> = Vec::with_capacity(sums.len());
    for (subset, sum) in sums.iter().enumerate() {
        let smaller = (0..parties.len()).filter(|bit| subset & (1 << bit) != 0);
        let most = smaller
            .filter_map(|bit| groups.get(subset ^ (1 << bit)))
            .max();
        groups.push(most.map_or(0, |most| most + u8::from(*sum == 0)));
    }
    let all = sums.len() - 1;
    let most = groups.get(all).copied().unwrap_or_default();
    let subsets = sums.iter().zip(&groups).enumerate();
    subsets
        .filter(|(subset, (sum, groups))| subset & (1 << party) != 0 && **sum == 0 && **groups == 1)
        .filter(|(subset, _)| {
            groups
                .get(all ^ subset)
                .is_some_and(|rest| rest + 1 == most)
        })
        .fold(0, |partners, (subset, _)| partners | subset)
}

fn pair_largest(parties: &[Party]) -> Vec<Transfer> {
    let mut by_balance: HashMap<i128, VecDeque<usize>> = HashMap::new();
    for party in parties.iter().filter(|party| party.balance > 0) {
        by_balance
            .entry(party.balance)
            .or_default()
            .push_back(party.place);
    }
    let mut transfers = Vec::new();
    let mut debtors = BinaryHeap::new();
    for party in parties.iter().filter(|party| party.balance < 0) {
        let (from, amount) = (party.place, -party.balance);
        match by_balance.get_mut(&amount).and_then(VecDeque::pop_front) {
            Some(to) => transfers.push(Transfer { from, to, amount }),
            None => debtors.push((amount, Reverse(from))),
        }
    }
    let creditors = by_balance.into_iter().flat_map(|(balance, places)| {
        places
            .into_iter()
            .map(move |place| (balance, Reverse(place)))
    });
    let mut creditors: BinaryHeap<(i128, Reverse<usize>)> = creditors.collect();
    while let (Some((debt, from)), Some((credit, to))) = (debtors.pop(), creditors.pop()) {
        let amount = debt.min(credit);
        transfers.push(Transfer {
            from: from.0,
            to: to.0,
            amount,
        });
        if debt > amount {
            debtors.push((debt - amount, from));
        }
        if credit > amount {
            creditors.push((credit - amount, to));
        }
    }
    transfers
}
