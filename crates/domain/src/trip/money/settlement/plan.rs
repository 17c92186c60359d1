//! Few payments that bring balances to zero.
//!
//! Parties whose balances sum to zero, and no smaller part of which does, need one payment fewer
//! than they are. So the fewest payments are those of a partition into the most such groups, which
//! dynamic programming over the subsets finds.
//!
//! Two parties can pay each other in some plan with the fewest payments if and only if they are in
//! one group of such a partition. This does not depend on how much of a balance is left. Hence a
//! payment that was made takes only itself out of the plan: the other choices stay. So it is where
//! the first debtor pays the first creditor whatever their groups, as long as no group is found.

use std::collections::BTreeSet;

/// The number of parties with a balance up to which the interface promises the fewest payments.
pub const MAX_EXACT_PARTIES: usize = 16;
/// The number of parties up to which all subsets are searched. Each more doubles the time.
const MAX_SEARCHED_PARTIES: usize = 20;
/// The number of parties whose sets are computed side by side.
const SIDE_BY_SIDE: usize = 5;
/// The number of those sets.
const LANES: usize = 1 << SIDE_BY_SIDE;
/// The number of parties up to which groups of three and four are looked for: the time grows with
/// its third power.
const MAX_GROUPED_PARTIES: usize = 100;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Party {
    balance: i128,
    place: usize,
}

/// Whether [`plan`] promises the fewest payments for these balances.
pub fn is_exact(balances: &[i128]) -> bool {
    parties(balances).len() <= MAX_EXACT_PARTIES
}

/// Payments that bring all balances to zero, ordered by debtor, then creditor. Those with a
/// negative balance pay those with a positive one. The balances must sum to zero; what exceeds that
/// stays.
///
/// Up to 20 parties the payments are as few as possible: the first debtor pays the first creditor
/// for whom paying the smaller of the two balances leaves a plan with the fewest payments, and so
/// on. Above, groups of two, then three, then four whose balances sum to zero are settled first,
/// until 20 parties are left. If more are left, the first debtor pays the first creditor.
pub fn plan(balances: &[i128]) -> Vec<Transfer> {
    let mut parties = parties(balances);
    let groups = take_groups(&mut parties);
    let mut transfers: Vec<Transfer> = groups.iter().flat_map(|group| in_order(group)).collect();
    transfers.extend(if parties.len() <= MAX_SEARCHED_PARTIES {
        fewest(parties)
    } else {
        in_order(&parties)
    });
    transfers.sort_unstable_by_key(|transfer| (transfer.from, transfer.to));
    transfers
}

fn parties(balances: &[i128]) -> Vec<Party> {
    let parties = balances.iter().enumerate();
    let parties = parties.map(|(place, balance)| Party {
        balance: *balance,
        place,
    });
    parties.filter(|party| party.balance != 0).collect()
}

/// Payments of the first debtor to the first creditor, and so on.
fn in_order(parties: &[Party]) -> Vec<Transfer> {
    let creditors = parties.iter().filter(|party| party.balance > 0);
    let mut creditors = creditors.copied().peekable();
    let mut transfers = Vec::new();
    for debtor in parties.iter().filter(|party| party.balance < 0) {
        let mut debt = -debtor.balance;
        while debt > 0
            && let Some(creditor) = creditors.peek_mut()
        {
            let amount = debt.min(creditor.balance);
            transfers.push(Transfer {
                from: debtor.place,
                to: creditor.place,
                amount,
            });
            debt -= amount;
            creditor.balance -= amount;
            creditors.next_if(|creditor| creditor.balance == 0);
        }
    }
    transfers
}

/// Takes small groups whose balances sum to zero, and no part of which does, out of the parties,
/// while those are too many for all of their subsets.
fn take_groups(parties: &mut Vec<Party>) -> Vec<Vec<Party>> {
    let mut groups = Vec::new();
    let mut left: BTreeSet<Party> = parties.iter().copied().collect();
    let sizes = if parties.len() <= MAX_GROUPED_PARTIES {
        2..=4
    } else {
        2..=2
    };
    for size in sizes {
        let mut later = parties.as_slice();
        while let Some((first, rest)) = later.split_first()
            && left.len() > MAX_SEARCHED_PARTIES
        {
            later = rest;
            let mut group = vec![*first];
            if left.contains(first) && complete(&mut group, later, &left, size - 1) {
                for party in &group {
                    left.remove(party);
                }
                groups.push(group);
            }
        }
    }
    parties.retain(|party| left.contains(party));
    groups
}

/// Adds as many of the `later` parties that are left as are `missing`, so that the balances of the
/// group sum to zero; the first ones by place. Returns whether there are such.
fn complete(
    group: &mut Vec<Party>,
    later: &[Party],
    left: &BTreeSet<Party>,
    missing: usize,
) -> bool {
    if missing == 1 {
        let balance = -group.iter().map(|party| party.balance).sum::<i128>();
        let place = later.first().map_or(usize::MAX, |party| party.place);
        let last = left.range(Party { balance, place }..).next();
        group.extend(last.filter(|party| party.balance == balance));
        return last.is_some_and(|party| party.balance == balance);
    }
    let mut later = later;
    while let Some((next, rest)) = later.split_first() {
        later = rest;
        if left.contains(next) {
            group.push(*next);
            if complete(group, later, left, missing - 1) {
                return true;
            }
            group.pop();
        }
    }
    false
}

fn fewest(mut parties: Vec<Party>) -> Vec<Transfer> {
    let mut transfers = Vec::new();
    while let Some(place) = parties.iter().position(|party| party.balance < 0) {
        let mut debtor = parties.remove(place);
        let partners = partners(&parties);
        let creditor = parties
            .iter_mut()
            .enumerate()
            .find(|(place, party)| party.balance > 0 && partners & (1 << place) != 0);
        let Some((_, creditor)) = creditor else { break };
        let amount = creditor.balance.min(-debtor.balance);
        transfers.push(Transfer {
            from: debtor.place,
            to: creditor.place,
            amount,
        });
        creditor.balance -= amount;
        debtor.balance += amount;
        parties.insert(place, debtor);
        parties.retain(|party| party.balance != 0);
    }
    transfers
}

/// Those of the `others`, as bits, that share a group with one more party, whose balance is minus
/// their sum, in some partition of all into the most groups.
///
/// The most groups of a set are those of the best of its subsets with one party fewer, and one more
/// if it sums to zero itself. What a best partition has beside the group of that party is a set of
/// others that sums to zero and has as many groups as all others.
fn partners(others: &[Party]) -> usize {
    // The sets with the same later parties are computed side by side.
    let (first, later) = others.split_at(others.len().min(SIDE_BY_SIDE));
    let (first, later) = (subset_sums(first), subset_sums(later));
    // The empty set counts as a group, too.
    let mut groups: Vec<[u8; LANES]> = Vec::with_capacity(later.len());
    for (set, later) in later.iter().enumerate() {
        let mut most = [0; LANES];
        for party in bits(set) {
            if let Some(smaller) = groups.get(set ^ party) {
                for (most, smaller) in most.iter_mut().zip(smaller) {
                    *most = (*most).max(*smaller);
                }
            }
        }
        for (set, first) in first.iter().enumerate() {
            let smaller = bits(set).filter_map(|party| most.get(set ^ party));
            let smaller = smaller.copied().max().unwrap_or_default();
            if let Some(most) = most.get_mut(set) {
                *most = smaller.max(*most) + u8::from(first + later == 0);
            }
        }
        groups.push(most);
    }
    let most = groups.last().and_then(|last| last.get(first.len() - 1));
    let all = first.len() * later.len() - 1;
    let (mut partners, width) = (0, first.len());
    for (set, (groups, later)) in groups.iter().zip(&later).enumerate() {
        for (part, (groups, first)) in groups.iter().zip(&first).enumerate() {
            if first + later == 0 && Some(groups) == most {
                partners |= all ^ (set * width + part);
            }
        }
    }
    partners
}

/// The bits of a set, each alone.
fn bits(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rest = set & set.checked_sub(1)?;
        Some(std::mem::replace(&mut set, rest) ^ rest)
    })
}

/// The sums of all subsets, by their bits.
fn subset_sums(parties: &[Party]) -> Vec<i128> {
    let mut sums = vec![0];
    for party in parties {
        let with_party: Vec<i128> = sums.iter().map(|sum| sum + party.balance).collect();
        sums.extend(with_party);
    }
    sums
}
