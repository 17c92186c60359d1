//! Bills as ihatemoney and Cospend have them: somebody has paid an amount for others, who share it
//! by their weights.

use std::collections::HashMap;

use indexmap::IndexSet;
use rust_decimal::Decimal;

use super::ledger::{Entry, Ledger, Part, split};
use super::table::{Row, amount};
use crate::import::ImportError;

/// Whether a row is the header of bills.
pub(super) fn is_header(row: &Row) -> bool {
    row.has(&["what", "amount", "payer_name", "owers"])
}

/// A bill.
pub(super) struct Bill {
    /// All of it but the parts.
    pub(super) entry: Entry,
    pub(super) amount: Decimal,
    pub(super) payer: String,
    pub(super) owers: Vec<String>,
}

/// Bills, and the weights of people by name.
#[derive(Default)]
pub(super) struct Bills {
    bills: Vec<Bill>,
    weights: HashMap<String, Decimal>,
}

impl Bills {
    /// Sets the weight of somebody, if that is a number; the first one counts.
    pub(super) fn weigh(&mut self, name: &str, weight: &str) {
        if let Some(weight) = amount(weight, false).filter(|weight| *weight >= Decimal::ZERO) {
            self.weights.entry(name.to_owned()).or_insert(weight);
        }
    }

    pub(super) fn push(&mut self, bill: Bill) {
        self.bills.push(bill);
    }

    /// Changes what is known of each bill.
    #[must_use]
    pub(super) fn change_entries(mut self, change: impl FnMut(&mut Entry)) -> Self {
        self.bills
            .iter_mut()
            .map(|bill| &mut bill.entry)
            .for_each(change);
        self
    }

    /// Adds all bills. `category` names that of an entry.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn finish(
        self,
        ledger: &mut Ledger<'_>,
        category: &dyn Fn(&str) -> String,
    ) -> Result<(), ImportError> {
        let Self { bills, weights } = self;
        let mut unknown: IndexSet<String> = IndexSet::new();
        for bill in bills {
            let Bill {
                mut entry,
                amount,
                payer,
                owers,
            } = bill;
            let of_nobody = owers.iter().filter(|name| !weights.contains_key(*name));
            unknown.extend(of_nobody.cloned());
            let weight = |name: &String| match weights.get(name) {
                Some(weight) if !weight.is_zero() => *weight,
                _ => Decimal::ONE,
            };
            let of_owers: Vec<Decimal> = owers.iter().map(weight).collect();
            entry
                .parts
                .push(Part::paid(ledger.person(&payer, &payer)?, amount));
            for (name, share) in owers.iter().zip(split(amount, &of_owers)) {
                entry
                    .parts
                    .push(Part::owed(ledger.person(name, name)?, share));
            }
            entry.category = category(&entry.category);
            ledger.add(entry)?;
        }
        let unknown: Vec<String> = unknown.into_iter().collect();
        ledger.warn_of_people("weights are not in the file, and taken for one", &unknown);
        Ok(())
    }
}

/// The names in a list with commas.
pub(super) fn names(list: &str) -> Vec<String> {
    let names = list
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
