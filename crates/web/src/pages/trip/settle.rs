//! Recording a payment between members as made, and undoing that.

use std::cell::Cell;

use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::settlement::recorded::{SettlementDraft, SettlementPatch};
use wayfare_domain::{Path, ShortText, TripId};
use wayfare_service::TripUpdateRequest;

use super::address;
use super::save::apply;
use crate::fields::Fields;
use crate::format::parse_amount;
use crate::sent_form::SentForm;
use crate::session::{Visitor, see_other};

pub(super) async fn post(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    let done = match sent.get("undo") {
        Some(settlement) => {
            undo(&visitor, id, settlement).await?;
            "undone"
        }
        None => record(&visitor, id, draft(&sent)?).await?,
    };
    let then = format!("?done={done}#budget");
    Ok(see_other(&address(&visitor, id, &then)))
}

async fn undo(visitor: &Visitor, id: TripId, settlement: &str) -> Result<(), Problem> {
    let settlement = Uuid::try_parse(settlement).unwrap_or_default();
    let undone = apply(visitor, id, async |view| {
        let found = view.trip.find_settlement(settlement);
        Ok(found.map(|found| request(SettlementPatch::Remove(found.id))))
    });
    undone.await.map(drop)
}

/// Records a payment that is still owed. Returns what to tell.
async fn record(
    visitor: &Visitor,
    id: TripId,
    draft: SettlementDraft,
) -> Result<&'static str, Problem> {
    let (from, to) = (draft.from.as_str(), draft.to.as_str());
    let amount = draft.amount.value();
    let was_paid = Cell::new(false);
    let is_recorded = apply(visitor, id, async |view| {
        let (service, seen) = (&visitor.app.service, view.clone());
        let trips = service.trips.clone();
        let compute = move || trips.settlement(&seen);
        let settlement = service.run_on_document(visitor.client, compute).await?;
        let mut owed = settlement.transfers.iter();
        if owed.any(|owed| owed.from == from && owed.to == to && owed.amount == amount) {
            return Ok(Some(request(SettlementPatch::Record(draft.clone()))));
        }
        // Somebody has recorded it, or what is owed has changed.
        let mut paid = view.trip.plan.settlements.iter();
        was_paid.set(paid.any(|paid| {
            (paid.from.as_str(), paid.to.as_str()) == (from, to)
                && (paid.amount.value(), paid.currency) == (amount, settlement.base)
        }));
        Ok(None)
    });
    Ok(match (is_recorded.await?, was_paid.get()) {
        (true, _) => "paid",
        (false, true) => "paid-already",
        (false, false) => "not-owed",
    })
}

fn request(settlement: SettlementPatch) -> TripUpdateRequest {
    TripUpdateRequest::of(TripPatch {
        settlement: Some(settlement),
        ..TripPatch::default()
    })
}

fn draft(sent: &Fields) -> Result<SettlementDraft, Problem> {
    let wrong =
        |name: &'static str| move |reason| Problem::invalid_at(Path::root().field(name), reason);
    Ok(SettlementDraft {
        from: MemberId::new(sent.get("from").unwrap_or_default()).map_err(wrong("from"))?,
        to: MemberId::new(sent.get("to").unwrap_or_default()).map_err(wrong("to"))?,
        amount: parse_amount(sent.text("amount"))
            .map_err(wrong("amount"))?
            .unwrap_or_default(),
        currency: None,
        date: None,
        note: ShortText::EMPTY,
    })
}
