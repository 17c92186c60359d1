//! `/trips/{uuid}/settlement`: the balances of a trip, and the payments that settle them.

use wayfare_api_core::openapi::SETTLING;
use wayfare_api_core::trip::edit::{Show, TripRequest};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::settlement;
use wayfare_domain::trip::summary::Unconverted;
use wayfare_service::TripView;
use wayfare_shapes::extensions::{Balance, Outside, Settlement, Transfer, Unpaid, Unsettled};

fn show_settlement(settlement: &settlement::Settlement) -> Settlement {
    let (complete, exact) = (settlement.is_complete(), settlement.is_exact);
    Settlement {
        base_currency: settlement.base.code().to_owned(),
        balances: settlement.balances.iter().map(show_balance).collect(),
        transfers: settlement.transfers.iter().map(show_transfer).collect(),
        outside: settlement.outside.iter().map(show_outside).collect(),
        unpaid: settlement.unpaid.iter().map(show_unpaid).collect(),
        unconverted: settlement.unconverted.iter().map(show_unsettled).collect(),
        complete,
        exact,
    }
}

fn show_balance(balance: &settlement::Balance) -> Balance {
    Balance {
        member: balance.member.clone(),
        paid: balance.paid.into(),
        owed: balance.owed.into(),
        balance: balance.balance.into(),
    }
}

fn show_transfer(transfer: &settlement::Transfer) -> Transfer {
    Transfer {
        from: transfer.from.clone(),
        to: transfer.to.clone(),
        amount: transfer.amount.into(),
    }
}

fn show_outside(outside: &settlement::OutsideTransfer) -> Outside {
    Outside {
        member: outside.member.clone(),
        amount: outside.amount.into(),
    }
}

fn show_unpaid(unpaid: &settlement::UnpaidShare) -> Unpaid {
    Unpaid {
        member: unpaid.member.clone(),
        amount: unpaid.amount.into(),
    }
}

fn show_unsettled(unconverted: &Unconverted) -> Unsettled {
    Unsettled {
        currency: unconverted.currency.code().to_owned(),
        value: unconverted.value.into(),
        paid: unconverted.paid.into(),
    }
}

/// Who gives whom how much, so that all is settled with as few payments as possible.
#[utoipa::path(
    get, path = "/trips/{uuid}/settlement", tag = SETTLING, operation_id = "getSettlement",
    params(TripPath),
    responses((status = 200, description = "The settlement", body = Settlement)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let shape = |app: &App, view: &TripView| show_settlement(&app.service.trips.settlement(view));
    request.show(Show::Slow, shape).await
}
