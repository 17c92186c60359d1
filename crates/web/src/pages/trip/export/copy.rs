//! A new trip made of this one.

use actix_web::http::StatusCode;
use maud::html;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::{CopiedParts, TripCopy};
use wayfare_domain::{Date, Name, Reason, TripId, Violations};
use wayfare_service::{Error, TripView};

use crate::form::{Field, Fields, Form, FormReader, Kind, SentOrDraft};
use crate::i18n::format::date_input;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::pages::trip::frame::sheet::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read};
use crate::session::{SignedIn, Visitor, see_other};

pub(crate) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read(&visitor, id).await?;
    let form = form(&visitor, &view);
    show(visitor, view, form, StatusCode::OK).await
}

fn form(visitor: &Visitor, view: &TripView) -> Form {
    let trip = &view.trip;
    let start = date_input(trip.plan.dates.start.map(|start| start.at));
    let start = Field::new("start", t::FIRST_DAY, start).kind(Kind::Of("date"));
    let fields = vec![
        Field::new("name", t::TRIP_NAME, trip.name.as_str()).required(),
        start.hint(t::COPY_START_HINT),
        Field::check("costs", t::COSTS, false).heading(t::COPY_WITH),
        Field::check("people", t::PEOPLE, false),
        Field::check("pictures", t::PHOTOS, true),
        Field::check("lists", t::LISTS, true),
    ];
    let action = address(visitor, trip.id, "/copy");
    Form::new(action, t::MAKE_COPY, fields).cancel(address(visitor, trip.id, ""))
}

async fn show(visitor: Visitor, view: TripView, form: Form, status: StatusCode) -> Answer {
    let page = move |visitor: &Visitor| {
        let stops = t::number_of_stops(view.trip.shown_items().count());
        let body = html! {
            p { (t::COPY_LEAD) }
            p.meta { (view.trip.name.as_str()) " · " (stops) }
            (form.show(visitor))
        };
        sheet(TripPage::new(visitor, &view), t::COPY_TRIP.get(), &body).status(status)
    };
    Page::render(visitor, page).await
}

/// Makes the copy, which leads to it.
pub(crate) async fn post(
    SentOrDraft(visitor, account, fields, draft, ..): SentOrDraft,
    TripPath(id): TripPath,
) -> Answer {
    let view = read(&visitor, id).await?;
    let trips = &visitor.app.service.trips;
    let copy = async {
        let (request, key) = (read_copy(&fields)?, visitor.claim(&fields));
        match trips.copy(account.caller, id, request, key).await {
            Err(Error::AlreadyDone { resource }) => Ok(resource),
            copied => Ok(copied?.to_string()),
        }
    };
    match form(&visitor, &view).submit(&fields, draft, copy).await? {
        Ok(copy) => Ok(see_other(&made(&visitor, &copy)?)),
        Err((form, status)) => show(visitor, view, form, status).await,
    }
}

/// The address of the copy.
fn made(visitor: &Visitor, copy: &str) -> Result<String, Problem> {
    let copy = TripId::parse(copy).ok_or_else(Problem::not_found)?;
    Ok(address(visitor, copy, "?done=copied"))
}

fn read_copy(sent: &Fields) -> Result<TripCopy, Violations> {
    let mut reader = FormReader::new(sent);
    let name = reader.read("name", Name::new);
    let refused = |_| Reason::new(t::REFUSED_DATE.phrase());
    let start = reader.optional("start", |day| Date::parse(day).map_err(refused));
    let copy = TripCopy {
        name,
        start: start.flatten(),
        parts: CopiedParts {
            costs: sent.has("costs"),
            people: sent.has("people"),
            pictures: sent.has("pictures"),
            lists: sent.has("lists"),
        },
    };
    reader.finish(Some(copy))
}
