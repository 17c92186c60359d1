//! One's own trips, and new ones.

mod groups;
pub(crate) mod imports;
mod imposed;
pub(crate) mod proposals;

use actix_web::http::StatusCode;
use maud::html;
use wayfare_api_core::{Answer, Endpoint};
use wayfare_domain::trip::NewTrip;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::{Currency, Description, Moment, Name, Violations};
use wayfare_service::{Caller, Error};

use crate::form::{Field, Fields, Form, FormReader, Kind, SentOrDraft};
use crate::i18n::locale::Locale;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{SignedIn, Visitor, see_other};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/trips").get(groups::get).post(create),
        Endpoint::at("/trips/new").get(get_new),
        Endpoint::at("/trips/others").post(imposed::post),
    ]
}

async fn get_new(SignedIn(visitor, account): SignedIn) -> Answer {
    let currency = usual_currency(&visitor, account.caller).await?;
    let form = new_form(&visitor, currency);
    show_new(visitor, form, StatusCode::OK).await
}

/// The currency of a new trip whose form names none: that of the account's last trip, else of the
/// language's region; `None` for the service's default.
async fn usual_currency(visitor: &Visitor, caller: Caller) -> Result<Option<Currency>, Error> {
    let last = visitor.app.service.trips.last_currency(caller).await?;
    Ok(last.or(Locale::current().currency))
}

/// The form of a new trip, whose currency is `usual` if none is typed.
fn new_form(visitor: &Visitor, usual: Option<Currency>) -> Form {
    let name = Field::new("name", t::TRIP_NAME, "").required();
    let date = |name, label| Field::new(name, label, "").kind(Kind::Of("date")).narrow();
    let currency = Field::new("currency", t::BASE_CURRENCY, "");
    let default = || visitor.app.service.trips.default_currency();
    let usual = usual.unwrap_or_else(default);
    let fields = vec![
        name.hint(t::TRIP_NAME_HINT),
        date("start", t::FIRST_DAY.get()),
        date("end", t::LAST_DAY.get()),
        Field::new("description", t::DESCRIPTION, "").kind(Kind::Lines(3)),
        currency
            .suggestions(t::CURRENCIES.to_vec())
            .hint(t::currency_hint(usual.code())),
        Field::check("public", t::IS_PUBLIC, false),
    ];
    Form::new(visitor.site.to("/trips"), t::CREATE_TRIP, fields)
}

async fn show_new(visitor: Visitor, form: Form, status: StatusCode) -> Answer {
    let form = form.cancel(visitor.site.to("/trips"));
    let page = move |visitor: &Visitor| {
        let body = html! { div data-sheet { h1 { (t::NEW_TRIP) } (form.show(visitor)) } };
        Page::new(t::NEW_TRIP, body).class("narrow").status(status)
    };
    Page::render(visitor, page).await
}

async fn create(SentOrDraft(visitor, account, fields, draft, ..): SentOrDraft) -> Answer {
    let trips = &visitor.app.service.trips;
    let usual = usual_currency(&visitor, account.caller).await?;
    let create = async {
        let (mut new, key) = (read_new(&fields)?, visitor.claim(&fields));
        new.base_currency = new.base_currency.or(usual);
        match trips.create_once(account.caller, new, key).await {
            Err(Error::AlreadyDone { resource }) => Ok(resource),
            created => Ok(created?.trip.id.to_string()),
        }
    };
    match new_form(&visitor, usual)
        .submit(&fields, draft, create)
        .await?
    {
        Ok(trip) => {
            let path = format!("/trip/{trip}?done=created");
            Ok(see_other(&visitor.site.to(&path)))
        }
        Err((form, status)) => show_new(visitor, form, status).await,
    }
}

fn read_new(fields: &Fields) -> Result<NewTrip, Violations> {
    let mut reader = FormReader::new(fields);
    let [start, end] =
        ["start", "end"].map(|name| reader.optional(name, Moment::from_text).flatten());
    if start.zip(end).is_some_and(|(start, end)| start.at > end.at) {
        reader.refuse("start", t::REFUSED_AFTER_LAST_DAY.phrase());
    }
    let name = reader.read("name", Name::new);
    let description = reader.read("description", Description::new);
    let base_currency = reader.currency("currency");
    let new = name.map(|name| NewTrip {
        time_zone: None,
        name,
        description: description.unwrap_or_default(),
        estimate: EstimatePatch::default(),
        // A trip of one day may name it once.
        dates: DatesPatch {
            start: start.or(end).map(Some),
            end: end.or(start).map(Some),
        },
        private: !fields.has("public"),
        base_currency,
    });
    reader.finish(new)
}
