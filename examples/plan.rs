//! Plans a trip with typed bodies; docs/library.md shows it, and a test runs it twice.

use wayfare_client::input::{
    BudgetBodyInput, BudgetInput, EpochsInput, MemberBudgetInput, TripInputB,
};
use wayfare_client::{Client, Error};

pub(crate) async fn plan(ada: &Client, trip: &str) -> Result<(), Error> {
    let dates = EpochsInput {
        start: Some("2027-05-01T09:00:00Z".into()),
        end: Some("2027-05-08T18:00:00Z".into()),
    };
    let change = TripInputB {
        date: Some(dates),
        ..Default::default()
    };
    ada.b().update(trip, &change).await?.json()?;

    let paid = MemberBudgetInput {
        member_id: "ada".into(),
        paid_value: Some(120.into()),
        ..Default::default()
    };
    let budget = BudgetInput {
        members_budget: Some(vec![paid]),
        ..Default::default()
    };
    let body = BudgetBodyInput { budget };
    ada.a().set_budget(trip, &body).await?.json()?;

    let mut lists = ada.extensions().lists(trip).await?.json()?;
    lists.lists.reverse();
    ada.extensions().set_lists(trip, &lists).await?.json()?;
    Ok(())
}
