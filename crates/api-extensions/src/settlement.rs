//! `/trips/{uuid}/settlement`: the balances of a trip, and the payments that settle them.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::openapi::{NotFound, SETTLING};
use wayfare_api_core::{Answer, App, Endpoint, Number, TripPath};
use wayfare_domain::trip::settlement::{Balance, OutsideTransfer, Settlement, Transfer};
use wayfare_domain::trip::summary::Unconverted;
use wayfare_service::TripView;

/// Who gives whom how much, so that all is settled.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settlement)]
pub struct SettlementShape {
    /// ISO 4217 code of all amounts but the unconverted ones.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub base_currency: String,
    /// The members with a cost or a payment, in order of first appearance.
    pub balances: Vec<BalanceShape>,
    /// The payments between members that settle the balances.
    pub transfers: Vec<TransferShape>,
    /// What members still have to pay to somebody outside of the trip, or to have back.
    pub outside: Vec<OutsideShape>,
    /// Amounts without a rate into the base currency, which the balances leave out.
    pub unconverted: Vec<UnconvertedShape>,
    /// Whether the balances have all amounts.
    pub complete: bool,
    /// Whether the payments are as few as possible.
    pub exact: bool,
}

/// The sums of one member; `paid` - `owed` = `balance`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Balance)]
pub struct BalanceShape {
    /// The member's id, as the budgets write it.
    pub member: String,
    /// What they paid, recorded settlements included.
    pub paid: Number,
    /// What they took on, settlements that they received included.
    pub owed: Number,
    /// What they are to receive; negative for what they have to pay.
    pub balance: Number,
}

/// A payment between two members.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Transfer)]
pub struct TransferShape {
    /// Who pays.
    pub from: String,
    /// Who receives.
    pub to: String,
    /// How much.
    pub amount: Number,
}

/// A member's open account with somebody outside of the trip.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = OutsideTransfer)]
pub struct OutsideShape {
    /// The member.
    pub member: String,
    /// What they still have to pay; negative for what they are to have back.
    pub amount: Number,
}

/// Amounts in a currency without a rate into the base currency.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = UnsettledAmount)]
pub struct UnconvertedShape {
    /// ISO 4217 code.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub currency: String,
    /// Costs.
    pub value: Number,
    /// Payments.
    pub paid: Number,
}

impl SettlementShape {
    fn new(settlement: Settlement) -> Self {
        let (complete, exact) = (settlement.is_complete(), settlement.is_exact);
        let Settlement {
            base,
            balances,
            transfers,
            outside,
            unconverted,
            is_exact: _,
        } = settlement;
        Self {
            base_currency: base.code().to_owned(),
            balances: balances.into_iter().map(BalanceShape::from).collect(),
            transfers: transfers.into_iter().map(TransferShape::from).collect(),
            outside: outside.into_iter().map(OutsideShape::from).collect(),
            unconverted: unconverted.iter().map(UnconvertedShape::from).collect(),
            complete,
            exact,
        }
    }
}

impl From<Balance> for BalanceShape {
    fn from(balance: Balance) -> Self {
        let Balance {
            member,
            paid,
            owed,
            balance,
        } = balance;
        Self {
            member,
            paid: paid.into(),
            owed: owed.into(),
            balance: balance.into(),
        }
    }
}

impl From<Transfer> for TransferShape {
    fn from(transfer: Transfer) -> Self {
        let Transfer { from, to, amount } = transfer;
        Self {
            from,
            to,
            amount: amount.into(),
        }
    }
}

impl From<OutsideTransfer> for OutsideShape {
    fn from(outside: OutsideTransfer) -> Self {
        let OutsideTransfer { member, amount } = outside;
        Self {
            member,
            amount: amount.into(),
        }
    }
}

impl From<&Unconverted> for UnconvertedShape {
    fn from(unconverted: &Unconverted) -> Self {
        let Unconverted {
            currency,
            value,
            paid,
        } = unconverted;
        Self {
            currency: currency.code().to_owned(),
            value: (*value).into(),
            paid: (*paid).into(),
        }
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/settlement").get(get)
}

/// Who gives whom how much, so that all is settled with as few payments as possible.
#[utoipa::path(
    get, path = "/trips/{uuid}/settlement", tag = SETTLING, operation_id = "getSettlement",
    params(TripPath),
    responses((status = 200, description = "The settlement", body = SettlementShape), NotFound),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let shape =
        |app: &App, view: &TripView| SettlementShape::new(app.service.trips.settlement(view));
    request.get_slow(shape).await
}
