//! Totals of a budget, which are sums over its shares unless others were sent, and their signs.

use rust_decimal::Decimal;

use crate::money::exact::ExactSum;
use crate::{Path, Reason, SignedAmount, Violations};

/// The total of a budget after `sent` was merged into the `stored` one; `None` means that it is the
/// `sum` over the shares.
pub(super) fn merge_total<A: TryFrom<Decimal, Error = Reason>>(
    stored: Option<A>,
    sent: Option<Decimal>,
    is_unchanged: bool,
    sum: Decimal,
) -> Result<Option<A>, Reason> {
    let Some(sent) = sent else { return Ok(stored) };
    if sent == sum && is_unchanged && stored.is_none() {
        return Ok(None);
    }
    match A::try_from(sent) {
        Ok(amount) => Ok(Some(amount)),
        Err(_) if sent == sum => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Checks that the total, the paid total, and cost, payment and its worth of each share are all of
/// one sign.
pub(in crate::trip) fn check_signs(
    totals: [Option<SignedAmount>; 2],
    shares: impl Iterator<Item = [SignedAmount; 3]>,
    path: &Path,
) -> Result<(), Violations> {
    let totals = totals.into_iter().zip(["total", "paid"]);
    let totals = totals.filter_map(|(total, name)| Some((None, name, total?)));
    let shares = shares.enumerate().flat_map(|(place, amounts)| {
        let names = ["cost", "paidValue", "paymentBaseCurrencyValue"];
        let amounts = names.into_iter().zip(amounts);
        amounts.map(move |(name, amount)| (Some(place), name, amount))
    });
    let (mut violations, mut sign) = (Violations::new(), None);
    for (share, name, amount) in totals.chain(shares) {
        if !amount.is_zero() && *sign.get_or_insert(amount.is_negative()) != amount.is_negative() {
            let path = match share {
                Some(place) => path.field("membersBudget").index(place).field(name),
                None => path.field(name),
            };
            violations.add(path, "must have the sign of the other costs and payments");
        }
    }
    violations.or(())
}

/// The total that was sent, unless it is one that an answer has computed: the `sum` of the shares,
/// which was not `kept` as sent.
pub(super) fn own_total<A: TryFrom<Decimal>>(
    kept: Option<Decimal>,
    sent: Option<Decimal>,
    sum: Decimal,
) -> Option<A> {
    let own = sent.filter(|sent| *sent != sum || kept == Some(*sent));
    own.and_then(|own| A::try_from(own).ok())
}

/// The total that was sent, if it is another than the sum over the shares.
pub(super) fn other_than(sent: Option<Decimal>, sum: Decimal) -> Option<Decimal> {
    sent.filter(|sent| *sent != sum)
}

/// The total that was sent, else the sum of `amount` over the shares.
pub(in crate::trip) fn total<S, A: Into<Decimal>>(
    sent: Option<A>,
    shares: &[S],
    amount: fn(&S) -> A,
) -> Decimal {
    sent.map_or_else(|| sum_of(shares, amount), A::into)
}

/// The sum of `amount` over the shares. Digits after the 28th are rounded.
pub(super) fn sum_of<S, A: Into<Decimal>>(shares: &[S], amount: fn(&S) -> A) -> Decimal {
    let amounts = shares.iter().map(|share| amount(share).into());
    amounts.fold(Decimal::ZERO, Decimal::saturating_add)
}

pub(super) fn exact_total<S, A: Into<Decimal>>(
    sent: Option<A>,
    shares: &[S],
    amount: fn(&S) -> A,
) -> ExactSum {
    match sent {
        Some(sent) => sent.into().into(),
        None => shares.iter().map(|share| amount(share).into()).collect(),
    }
}
