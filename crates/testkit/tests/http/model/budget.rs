//! Budgets in the model: totals that follow from shares, and the summary in the base currency
//! (interface: "Budget").

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::exact::Fraction;

const DEFAULT_CURRENCY: &str = "CAD";
/// The amounts of a share and the totals over them.
const AMOUNTS: [(&str, &str); 3] = [
    ("estimatedCost", "totalEstimatedCost"),
    ("cost", "totalCost"),
    ("paidValue", "totalPaidCost"),
];
const COST: usize = 1;
const PAID: usize = 2;

/// What the trip itself says that one unit of a currency is worth in the base currency.
pub(crate) type OwnRates = BTreeMap<String, Fraction>;

#[derive(Debug, Clone, PartialEq)]
struct Share {
    member: String,
    amounts: [Fraction; 3],
    /// `paymentBaseCurrencyValue`, and the base currency in which it was written.
    worth: Option<(Fraction, String)>,
}

/// The trip-wide budget or that of an item.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Budget {
    /// Empty: the base currency.
    currency: String,
    category: String,
    /// The totals that were sent.
    totals: [Option<Fraction>; 3],
    shares: Vec<Share>,
}

impl Budget {
    pub(crate) fn base_currency(&self) -> String {
        if self.currency.is_empty() {
            DEFAULT_CURRENCY.to_owned()
        } else {
            self.currency.clone()
        }
    }

    /// The trip-wide budget with what is sent, by key.
    pub(crate) fn merged(&self, sent: &Value) -> Self {
        let mut next = self.clone();
        let currency = sent.get("currency").or(sent.get("baseCurrency"));
        if let Some(currency) = currency.and_then(Value::as_str)
            && currency != self.base_currency()
        {
            currency.clone_into(&mut next.currency);
        }
        let base = next.base_currency();
        // Payments sent with another base currency are written in that one.
        let known = if base == self.base_currency() {
            self.shares.as_slice()
        } else {
            &[]
        };
        next.take(sent, known, &base);
        next
    }

    /// The budget of an item: what is not sent is gone.
    pub(crate) fn of_item(sent: &Value, current: &Self, base: &str) -> Self {
        let mut next = Self::default();
        sent["currency"]
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut next.currency);
        next.take(sent, &current.shares, base);
        // A total that equals the sum is the sum: no answer tells one from the other.
        next.totals =
            std::array::from_fn(|place| next.totals[place].filter(|sent| *sent != next.sum(place)));
        next
    }

    fn take(&mut self, sent: &Value, known: &[Share], base: &str) {
        if let Some(category) = sent["category"].as_str() {
            category.clone_into(&mut self.category);
        }
        for (total, (_, name)) in self.totals.iter_mut().zip(AMOUNTS) {
            *total = sent.get(name).map(Fraction::of).or(*total);
        }
        if let Some(list) = sent["membersBudget"].as_array() {
            let shares = list.iter().enumerate();
            self.shares = shares
                .map(|(place, sent)| Share::of(sent, place, known, base))
                .collect();
        }
    }

    /// Pointers to the costs and payments that are of another sign than the first.
    pub(crate) fn mixed_signs(&self, pointer: &str) -> Vec<String> {
        let totals = [COST, PAID].into_iter();
        let totals = totals.map(|place| (AMOUNTS[place].1.to_owned(), self.totals[place]));
        let shares = self.shares.iter().enumerate().flat_map(|(number, share)| {
            let worth = share.worth.as_ref().map(|(worth, _)| *worth);
            let of = |name: &str| format!("membersBudget/{number}/{name}");
            [
                (of("cost"), Some(share.amounts[COST])),
                (of("paidValue"), Some(share.amounts[PAID])),
                (of("paymentBaseCurrencyValue"), worth),
            ]
        });
        let amounts = totals.chain(shares);
        let amounts = amounts.filter_map(|(name, amount)| Some((name, amount?)));
        let mut sign = None;
        let mixed = amounts.filter(|(_, amount)| {
            let is_negative = amount.is_negative();
            !amount.is_zero() && *sign.get_or_insert(is_negative) != is_negative
        });
        mixed.map(|(name, _)| format!("{pointer}/{name}")).collect()
    }

    fn sum(&self, place: usize) -> Fraction {
        self.shares.iter().map(|share| share.amounts[place]).sum()
    }

    fn total(&self, place: usize) -> Fraction {
        self.totals[place].unwrap_or_else(|| self.sum(place))
    }

    /// The answer that shows it.
    pub(crate) fn show(&self, currency: &str) -> Value {
        let mut shown = json!({"currency": currency, "category": self.category});
        for (place, (_, total)) in AMOUNTS.into_iter().enumerate() {
            shown[total] = self.total(place).show();
        }
        shown["membersBudget"] = self.shares.iter().map(Share::show).collect();
        shown
    }

    pub(crate) fn show_of_item(&self) -> Value {
        self.show(&self.currency)
    }

    /// What one unit is worth in the base currency: by the budget's own payments, else by the own
    /// rates of the trip.
    fn rate(&self, base: &str, own: &OwnRates) -> Option<Fraction> {
        if self.currency.is_empty() || self.currency == base {
            return Some(Fraction::ONE);
        }
        let both = self
            .shares
            .iter()
            .filter(|share| !share.amounts[PAID].is_zero());
        let both = both.filter_map(|share| Some((share.worth_in(base)?, share.amounts[PAID])));
        let (worth, paid) = both.fold((Fraction::ZERO, Fraction::ZERO), |sums, both| {
            (sums.0 + both.0, sums.1 + both.1)
        });
        let implied = paid.inverse().map(|paid| worth.times(paid));
        implied.or_else(|| own.get(&self.currency).copied())
    }
}

impl Share {
    /// A payment sent as it is shown keeps the currency in which it was written.
    fn of(sent: &Value, place: usize, known: &[Self], base: &str) -> Self {
        let member = sent["memberId"].as_str().unwrap_or_default().to_owned();
        let amounts = AMOUNTS.map(|(name, _)| Fraction::of(&sent[name]));
        let worth = Fraction::of(&sent["paymentBaseCurrencyValue"]);
        let is_same = |share: &&Self| {
            share.member == member
                && share.amounts[PAID] == amounts[PAID]
                && share.worth.as_ref().is_some_and(|known| known.0 == worth)
        };
        let same = known
            .get(place)
            .filter(is_same)
            .or_else(|| known.iter().find(is_same));
        let fresh = (!worth.is_zero()).then(|| (worth, base.to_owned()));
        let worth = same.and_then(|same| same.worth.clone()).or(fresh);
        Self {
            member,
            amounts,
            worth,
        }
    }

    fn worth_in(&self, base: &str) -> Option<Fraction> {
        self.worth
            .as_ref()
            .filter(|(_, currency)| currency == base)
            .map(|(worth, _)| *worth)
    }

    fn show(&self) -> Value {
        let mut shown = json!({"memberId": self.member, "memberName": ""});
        for (amount, (name, _)) in self.amounts.iter().zip(AMOUNTS) {
            shown[name] = amount.show();
        }
        let worth = self
            .worth
            .as_ref()
            .map_or(Fraction::ZERO, |(worth, _)| *worth);
        shown["paymentBaseCurrencyValue"] = worth.show();
        shown
    }
}

/// Sums by name, in the order in which the names first appear.
#[derive(Default)]
struct Sums(Vec<(String, [Fraction; 2])>);

impl Sums {
    fn add(&mut self, name: &str, amounts: [Fraction; 2]) {
        if !self.0.iter().any(|(known, _)| known == name) {
            self.0.push((name.to_owned(), [Fraction::ZERO; 2]));
        }
        let sums = self.0.iter_mut().find(|(known, _)| known == name);
        for (sum, amount) in sums.unwrap().1.iter_mut().zip(amounts) {
            *sum = *sum + amount;
        }
    }

    fn show(&self, entry: impl Fn(&str, [Fraction; 2]) -> Option<Value>) -> Value {
        self.0
            .iter()
            .filter_map(|(name, sums)| entry(name, *sums))
            .collect()
    }
}

fn minor_unit(currency: &str) -> u32 {
    match currency {
        "JPY" => 0,
        "KWD" => 3,
        _ => 2,
    }
}

/// The summary over the trip-wide budget and those of the items. Each sum is exact until it is
/// rounded at its end.
pub(crate) fn summary(trip_wide: &Budget, items: &[&Budget], own: &OwnRates) -> Value {
    let base = trip_wide.base_currency();
    let (mut categories, mut members, mut unconverted) =
        (Sums::default(), Sums::default(), Sums::default());
    for budget in std::iter::once(&trip_wide).chain(items) {
        let rate = budget.rate(&base, own);
        let cost = budget.total(COST);
        let category = if budget.category.is_empty() {
            "Other"
        } else {
            &budget.category
        };
        if !cost.is_zero() || !budget.category.is_empty() {
            let cost = rate.map_or(Fraction::ZERO, |rate| cost.times(rate));
            categories.add(category, [cost, Fraction::ZERO]);
        }
        if rate.is_none() && !cost.is_zero() {
            unconverted.add(&budget.currency, [cost, Fraction::ZERO]);
        }
        for share in &budget.shares {
            let paid = share.amounts[PAID];
            let payment = share.worth_in(&base).or(rate.map(|rate| paid.times(rate)));
            if payment.is_none() && !paid.is_zero() {
                unconverted.add(&budget.currency, [Fraction::ZERO, paid]);
            }
            let cost = rate.map_or(Fraction::ZERO, |rate| share.amounts[COST].times(rate));
            members.add(&share.member, [cost, payment.unwrap_or(Fraction::ZERO)]);
        }
    }
    let round = |amount: Fraction| amount.rounded(minor_unit(&base));
    let total = categories
        .0
        .iter()
        .map(|(_, sums)| round(sums[0]))
        .sum::<Fraction>();
    let payments = members.0.iter().map(|(_, sums)| sums[1]).sum();
    let mut shown = json!({
        "baseCurrency": base,
        "tripBudgetCategoriesGroupCost": categories.show(|category, [cost, _]| {
            (!cost.is_zero()).then(|| json!({"category": category, "value": round(cost).show()}))
        }),
        "tripTotalGroupCost": total.show(),
        "tripTotalPayments": round(payments).show(),
        "tripMemberPayments": members.show(|member, [_, paid]| {
            (!paid.is_zero()).then(|| json!({"member": member, "value": round(paid).show()}))
        }),
        "tripMemberSummary": members.show(|member, [cost, paid]| {
            (!cost.is_zero() || !paid.is_zero()).then(|| json!({
                "member": member,
                "totalCost": round(cost).show(),
                "totalPayment": round(paid).show(),
            }))
        }),
    });
    if !unconverted.0.is_empty() {
        shown["unconverted"] = unconverted.show(|currency, amounts| {
            let [value, paid] = amounts.map(|amount| amount.rounded(minor_unit(currency)).show());
            Some(json!({"currency": currency, "value": value, "paid": paid}))
        });
    }
    shown
}
