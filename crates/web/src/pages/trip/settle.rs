//! Recording a payment between members as made, and undoing that.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::settlement::recorded::{SettlementDraft, SettlementPatch};
use wayfare_domain::{Path, ShortText};
use wayfare_service::TripUpdateRequest;

use super::address;
use super::save::apply;
use crate::fields::Fields;
use crate::format::parse_amount;
use crate::session::{self, see_other};

pub(super) async fn post(request: HttpRequest, TripPath(id): TripPath, payload: Payload) -> Answer {
    let (visitor, sent) = session::form(&request, payload).await?;
    if let Err(redirection) = visitor.signed_in() {
        return Ok(*redirection);
    }
    let undone = sent
        .get("undo")
        .map(|id| Uuid::try_parse(id).unwrap_or_default());
    let done = if undone.is_some() { "undone" } else { "paid" };
    apply(&visitor, id, |view| {
        let settlement = match undone {
            Some(id) if view.trip.find_settlement(id).is_none() => return Ok(None),
            Some(id) => SettlementPatch::Remove(id),
            None => {
                // Somebody may have recorded it already: only what is still owed is paid.
                let owed = visitor.app.service.trips.settlement(view).transfers;
                let draft = draft(&sent)?;
                let is_owed = owed.iter().any(|transfer| {
                    transfer.from == draft.from.as_str()
                        && transfer.to == draft.to.as_str()
                        && transfer.amount == draft.amount.value()
                });
                if !is_owed {
                    return Ok(None);
                }
                SettlementPatch::Record(draft)
            }
        };
        Ok(Some(TripUpdateRequest::of(TripPatch {
            settlement: Some(settlement),
            ..TripPatch::default()
        })))
    })
    .await?;
    Ok(see_other(&address(
        &visitor,
        id,
        &format!("?done={done}#budget"),
    )))
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
