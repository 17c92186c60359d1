//! `/trips/{uuid}/settlements`: payments between members that were made.

use actix_web::web::Payload;
use uuid::Uuid;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{amount, moment, text};
use wayfare_api_core::openapi::SETTLING;
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, SettlementPath, TripPath};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::{self, Edit};
use wayfare_domain::{Currency, People, TripOverview};
use wayfare_service::{Error, TripUpdateRequest, TripView};
use wayfare_shapes::extensions::{FrozenRate, RecordedSettlement};
use wayfare_shapes::input::SettlementInput;

fn show_recorded(settlement: &trip::RecordedSettlement, people: &People) -> RecordedSettlement {
    let recorder = settlement.recorded_by;
    let frozen = settlement.rate.as_ref();
    let frozen = frozen.filter(|frozen| frozen.currency != frozen.base);
    let rate = frozen.and_then(|frozen| {
        let rate = frozen.rate.as_ref()?;
        Some(FrozenRate {
            base_currency: frozen.base.code().to_owned(),
            rate: rate.shown()?.into(),
            date: rate.date.to_string(),
            source: rate.source.clone(),
        })
    });
    RecordedSettlement {
        id: settlement.id.to_string(),
        from: settlement.from.as_str().to_owned(),
        to: settlement.to.as_str().to_owned(),
        amount: settlement.amount.into(),
        currency: settlement.currency.code().to_owned(),
        date: settlement.date.to_string(),
        note: settlement.note.to_string(),
        recorded_by: people.get(recorder).map_or_else(
            || recorder.to_string(),
            |person| person.username.as_str().to_owned(),
        ),
        recorded_at: settlement.recorded_at.to_string(),
        rate,
    }
}

/// The recorded settlements, oldest first.
#[utoipa::path(
    get, path = "/trips/{uuid}/settlements", tag = SETTLING, operation_id = "listSettlements",
    params(TripPath),
    responses((
        status = 200, description = "The recorded settlements", body = Vec<RecordedSettlement>
    )),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let shape = |_: &App, view: &TripView<TripOverview>| -> Vec<RecordedSettlement> {
        let settlements = view.trip.plan.settlements.iter();
        settlements
            .map(|settlement| show_recorded(settlement, &view.people))
            .collect()
    };
    request.show(Show::Plain, shape).await
}

/// A recorded settlement.
#[utoipa::path(
    get, path = "/trips/{uuid}/settlements/{settlement}", tag = SETTLING,
    operation_id = "getRecordedSettlement",
    params(TripPath, SettlementPath),
    responses((status = 200, description = "The settlement", body = RecordedSettlement)),
)]
pub(crate) async fn get(request: TripRequest, SettlementPath(id): SettlementPath) -> Answer {
    let shape = move |_: &App, view: &TripView<TripOverview>| {
        let found = view.trip.find_settlement(id)?;
        Some(show_recorded(found, &view.people))
    };
    request.show_part(shape).await
}

/// Records a payment between two members.
#[utoipa::path(
    post, path = "/trips/{uuid}/settlements", tag = SETTLING, operation_id = "recordSettlement",
    params(TripPath),
    request_body = SettlementInput,
    responses((
        status = 201, description = "The recorded settlement", body = RecordedSettlement,
        headers(("Location" = String, description = "URL of the settlement")),
    )),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let answer = |app: &App, Edited { after, made, .. }: &Edited| {
        let trip = &after.trip;
        let id = Uuid::try_parse(made).unwrap_or_default();
        let recorded = trip.find_settlement(id).ok_or(Error::NotFound)?;
        let shape = show_recorded(recorded, &after.people);
        let path = format!("/trips/{}/settlements/{}", trip.id, shape.id);
        Ok(UpdateAnswer::new(shape).created(app.links.location(&path)?))
    };
    request.edit(EditBody::small(payload), read, answer).await
}

/// Removes a recorded settlement.
#[utoipa::path(
    delete, path = "/trips/{uuid}/settlements/{settlement}", tag = SETTLING,
    operation_id = "deleteSettlement",
    params(TripPath, SettlementPath),
    responses((status = 204, description = "It is removed")),
)]
pub(crate) async fn delete(request: TripRequest, SettlementPath(id): SettlementPath) -> Answer {
    request.remove(update(SettlementPatch::Remove(id))).await
}

fn update(settlement: SettlementPatch) -> TripUpdateRequest {
    TripUpdateRequest::of(Edit::Settlement(settlement))
}

fn read(body: &Element<'_>) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    let member = |name| {
        let member = fields.required(name)?;
        member.string(MemberId::new)
    };
    let (from, to) = (member("from"), member("to"));
    let value = fields.required("amount").and_then(|value| amount(&value));
    let currency = fields
        .get("currency")
        .map_or(Some(None), |code| code.string(Currency::new).map(Some));
    let date = fields
        .get("date")
        .map_or(Some(None), |date| moment(&date).map(Some));
    let note = fields
        .get("note")
        .map_or(Some(Default::default()), |note| text(&note));
    let draft = SettlementDraft {
        from: from?,
        to: to?,
        amount: value?,
        currency: currency?,
        date: date?.map(|date| date.at),
        note: note?,
    };
    Some(update(SettlementPatch::Record(draft)))
}
