//! The budget of a trip, from plain values: no server, no database.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use wayfare_domain::trip::budget::{MemberId, MemberShare};
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{Budget, NewTrip};
use wayfare_domain::{
    Amount, Currency, Decimal, Description, Instant, Name, People, Reason, ReferenceRates,
    ShortText, SignedAmount, Trip, TripId, UserId, Uuid,
};

fn main() -> anyhow::Result<()> {
    let trip = trip_with_costs()?;
    let (rates, people) = (ReferenceRates::default(), People::default());
    let euros = Currency::new("EUR")?;

    let summary = trip.budget_summary(euros, &rates, &people);
    println!(
        "{} costs {} {}",
        trip.name,
        summary.total_cost,
        summary.base.code()
    );
    for member in summary.members {
        println!(
            "{}: cost {}, paid {}",
            member.member, member.cost, member.payment
        );
    }
    // Who owes whom, in the fewest payments.
    for transfer in trip.settlement(euros, &rates, &people).transfers {
        println!(
            "{} pays {} to {}",
            transfer.from, transfer.amount, transfer.to
        );
    }
    Ok(())
}

fn trip_with_costs() -> anyhow::Result<Trip> {
    let new = NewTrip {
        time_zone: None,
        name: Name::new("Lisbon")?,
        description: Description::default(),
        estimate: EstimatePatch::default(),
        dates: DatesPatch::default(),
        private: true,
        base_currency: None,
    };
    // Times and ids come from the caller: the crate has no clock and no randomness.
    let (id, owner) = (TripId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
    let mut trip = Trip::create(id, owner, new, Instant::EPOCH)?;
    trip.plan.budget = Budget {
        category: ShortText::new("Accommodation")?,
        shares: vec![share("ada", 60, 120)?, share("bob", 60, 0)?],
        ..Budget::default()
    };
    Ok(trip)
}

fn share(member: &str, cost: u32, paid: u32) -> Result<MemberShare, Reason> {
    Ok(MemberShare {
        member: MemberId::new(member)?,
        user: None,
        name: ShortText::default(),
        estimated: Amount::ZERO,
        cost: SignedAmount::new(Decimal::from(cost))?,
        paid: SignedAmount::new(Decimal::from(paid))?,
        paid_at: None,
        payment: None,
    })
}
