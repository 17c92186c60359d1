//! Largest remainder: rounds parts of a total to whole minor units, so that their sum is the
//! rounded total.

use std::cmp::Reverse;
use std::collections::HashMap;

use num_bigint::{BigInt, Sign};
use rust_decimal::Decimal;

use crate::money::exact::{ConvertedSum, Rate};

/// Binary places of a part. Enough for the truncated factors of a sum to stay exact to
/// [`RESOLUTION`].
const BINARY_PLACES: u32 = 512;
/// Remainders that differ by less than one divided by this number are equal.
const RESOLUTION: u128 = 10_u128.pow(30);

/// Rounds each of `parts` down to a minor unit of `places` decimal places, and gives the units that
/// are missing to the sum of the parts, rounded half to even, to the largest remainders. Of equal
/// remainders the first one gets a unit first.
pub(crate) fn apportion<'a>(
    parts: impl IntoIterator<Item = &'a ConvertedSum>,
    places: u32,
) -> Vec<i128> {
    let (mut total, mut scale) = (ConvertedSum::default(), UnitScale::new(places));
    let mut scaled = Vec::new();
    for part in parts {
        total.add_all(part);
        scaled.push(scale.convert(part));
    }
    apportion_scaled(scaled, total.round(places), places)
}

/// As [`apportion`], of parts in a [`UnitScale`], whose sum rounds to `total`. With a negative
/// total all signs are turned, so that a refund is rounded as the cost is.
pub(crate) fn apportion_scaled(parts: Vec<BigInt>, total: Decimal, places: u32) -> Vec<i128> {
    let sign = if total.is_sign_negative() { -1 } else { 1 };
    let total = to_units(total, places).saturating_mul(sign);
    let (mut units, mut remainders) = (Vec::new(), Vec::new());
    for (place, part) in parts.into_iter().enumerate() {
        let half = BigInt::from(1_u32) << (BINARY_PLACES - 1);
        // Rounded down, negative ones too.
        let scaled: BigInt = (part * sign * RESOLUTION + half) >> BINARY_PLACES;
        let mut whole = &scaled / RESOLUTION;
        let mut remainder = scaled - &whole * RESOLUTION;
        if remainder.sign() == Sign::Minus {
            whole -= 1_u32;
            remainder += RESOLUTION;
        }
        let limit = greatest(places);
        units.push(i128::try_from(whole).unwrap_or(limit).clamp(-limit, limit));
        let remainder = u128::try_from(remainder).unwrap_or_default();
        remainders.push((Reverse(remainder), place));
    }
    let rounded_down = units.iter().copied().fold(0_i128, i128::saturating_add);
    let missing = usize::try_from(total.saturating_sub(rounded_down)).unwrap_or_default();
    remainders.sort_unstable();
    for (_, place) in remainders.into_iter().take(missing) {
        if let Some(units) = units.get_mut(place) {
            *units = units.saturating_add(1);
        }
    }
    units.into_iter().map(|units| units * sign).collect()
}

/// A decimal in minor units of `places` decimal places; further places are cut off.
pub(crate) fn to_units(value: Decimal, places: u32) -> i128 {
    let (mantissa, scale) = (value.mantissa(), value.scale());
    if scale <= places {
        mantissa.saturating_mul(10_i128.pow(places - scale))
    } else {
        mantissa / 10_i128.pow(scale - places)
    }
}

/// A number of minor units as a decimal; the greatest decimal if it exceeds that.
pub(crate) fn from_units(units: i128, places: u32) -> Decimal {
    let exact = Decimal::try_from_i128_with_scale(units, places);
    let whole = || Decimal::try_from_i128_with_scale(units / 10_i128.pow(places), 0);
    let greatest = if units < 0 {
        Decimal::MIN
    } else {
        Decimal::MAX
    };
    exact.or_else(|_| whole()).unwrap_or(greatest).normalize()
}

/// The greatest number of minor units that [`from_units`] gives without loss.
fn greatest(places: u32) -> i128 {
    to_units(Decimal::MAX, places)
}

/// Converts amounts into minor units with [`BINARY_PLACES`].
pub(crate) struct UnitScale {
    places: u32,
    /// What one unit of 10^-28 is worth at each rate.
    factors: HashMap<Rate, BigInt>,
}

impl UnitScale {
    pub(crate) fn new(places: u32) -> Self {
        Self {
            places,
            factors: HashMap::new(),
        }
    }

    /// The sum.
    pub(crate) fn convert(&mut self, sum: &ConvertedSum) -> BigInt {
        let terms = sum.terms();
        let converted = terms.map(|(rate, amount)| {
            let places = self.places;
            let factor = self.factors.entry(rate).or_insert_with(|| {
                let (numerator, denominator) = rate.worth_of_unit();
                quotient(numerator, &denominator, places)
            });
            amount.units() * &*factor
        });
        converted.sum()
    }

    /// The quotient of two whole numbers.
    pub(crate) fn divide(&self, numerator: BigInt, denominator: &BigInt) -> BigInt {
        quotient(numerator, denominator, self.places)
    }
}

fn quotient(numerator: BigInt, denominator: &BigInt, places: u32) -> BigInt {
    ((numerator * 10_u128.pow(places)) << BINARY_PLACES) / denominator
}

#[cfg(test)]
mod tests;
