//! Recording a payment between members as made, and undoing that.

use uuid::Uuid;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::settlement::recorded::{SettlementDraft, SettlementPatch};
use wayfare_domain::{Action, ShortText, TripId, Violations};
use wayfare_service::{Caller, Error, TripView, Updated};

use crate::form::{Fields, FormReader, SentForm};
use crate::pages::trip::address;
use crate::session::{Visitor, see_other};

/// Undoes the payment that the button names, or records one.
pub(crate) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let done = match sent.get("undo") {
        Some(settlement) => {
            let settlement = Uuid::try_parse(settlement).unwrap_or_default();
            let undo = move |view: &TripView| {
                let found = view.trip.find_settlement(settlement);
                Ok(found.map(|found| patch(SettlementPatch::Remove(found.id))))
            };
            let trips = &visitor.app.service.trips;
            trips.edit(account.caller, id, Action::Edit, undo).await?;
            "undone"
        }
        None => {
            let draft = draft(&sent).map_err(Error::Invalid)?;
            record(&visitor, account.caller, id, draft).await?
        }
    };
    let then = format!("?done={done}#budget");
    Ok(see_other(&address(&visitor, id, &then)))
}

/// Records a payment that is still owed. Returns what to tell.
async fn record(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    draft: SettlementDraft,
) -> Result<&'static str, Error> {
    let trips = visitor.app.service.trips.clone();
    let (summing, owed) = (trips.clone(), draft.clone());
    let record = move |view: &TripView| {
        let settlement = summing.settlement(view);
        let mut transfers = settlement.transfers.iter();
        let is_owed = transfers.any(|transfer| {
            (&*transfer.from, &*transfer.to) == (owed.from.as_str(), owed.to.as_str())
                && transfer.amount == owed.amount.value()
        });
        Ok(is_owed.then(|| patch(SettlementPatch::Record(owed.clone()))))
    };
    let view = match trips.edit(caller, id, Action::Edit, record).await? {
        Updated::Changed { .. } => return Ok("paid"),
        Updated::Unchanged(view) => view,
    };
    // Somebody has recorded it, or what is owed has changed.
    let base = trips.base_currency(&view.trip);
    let mut paid = view.trip.plan.settlements.iter();
    let was_paid = paid.any(|paid| {
        (&paid.from, &paid.to) == (&draft.from, &draft.to)
            && (paid.amount, paid.currency) == (draft.amount, base)
    });
    Ok(if was_paid { "paid-already" } else { "not-owed" })
}

fn patch(settlement: SettlementPatch) -> TripPatch {
    TripPatch {
        settlement: Some(settlement),
        ..TripPatch::default()
    }
}

fn draft(sent: &Fields) -> Result<SettlementDraft, Violations> {
    let mut reader = FormReader::new(sent);
    let from = reader.read_whole("from", MemberId::new);
    let to = reader.read_whole("to", MemberId::new);
    let amount = reader.amount("amount").unwrap_or_default();
    let (from, to) = reader.finish(from.zip(to))?;
    Ok(SettlementDraft {
        from,
        to,
        amount,
        currency: None,
        date: None,
        note: ShortText::EMPTY,
    })
}
