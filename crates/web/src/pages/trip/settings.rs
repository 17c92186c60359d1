//! The trip itself: name, dates, privacy; moving all of it to other days; deletion.

use maud::{Markup, html};
use rust_decimal::Decimal;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{DayShift, TripPatch};
use wayfare_domain::{Action, Description, Moment, Name, Path};
use wayfare_service::{Precondition, TripUpdateRequest, TripView};

use super::overview::short;
use super::save::{self, EditedPart, Wrong, sheet};
use super::{address, may, read_for};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::format::{amount_input, date_input, parse_amount};
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::texts as t;

/// The trip without its parts.
struct Settings;

impl EditedPart for Settings {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let trip = &view.trip;
        let plan = &trip.plan;
        let date = |moment: Option<Moment>| date_input(moment.map(|moment| moment.at));
        let mut fields = vec![
            Field::new("name", t::TRIP_NAME, trip.name.as_str()).required(),
            Field::new("description", t::DESCRIPTION, trip.description.as_str())
                .kind(Kind::Lines(4)),
            Field::new("start", t::FIRST_DAY, date(plan.dates.start))
                .kind(Kind::Of("date"))
                .narrow(),
            Field::new("end", t::LAST_DAY, date(plan.dates.end))
                .kind(Kind::Of("date"))
                .narrow(),
            Field::new(
                "lo",
                t::ESTIMATE_FROM,
                amount_input(plan.estimate.lo.value()),
            )
            .kind(Kind::Amount)
            .narrow(),
            Field::new("hi", t::ESTIMATE_TO, amount_input(plan.estimate.hi.value()))
                .kind(Kind::Amount)
                .narrow(),
        ];
        if may(visitor, view, Action::Manage) {
            let public = if trip.private { "" } else { "on" };
            fields.push(Field::new("public", t::IS_PUBLIC, public).kind(Kind::Check));
        }
        Some(Form {
            action: address(visitor, trip.id, "/settings"),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, trip.id, "")),
            fields,
            ..Form::default()
        })
    }

    fn read(
        &self,
        visitor: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let mut wrong: Vec<Wrong> = Vec::new();
        let mut take = |name: &str, reason: String| wrong.push((name.to_owned(), reason));
        let name = Name::new(sent.text("name")).map_err(|e| take("name", e.to_string()));
        let description = Description::new(sent.get("description").unwrap_or_default())
            .map_err(|e| take("description", e.to_string()));
        let plan = &view.trip.plan;
        let mut day = |name: &str, present: Option<Moment>| match sent.text(name) {
            // The present day keeps its time.
            text if text == date_input(present.map(|moment| moment.at)) => None,
            "" => Moment::from_epoch(Decimal::ZERO).ok(),
            text => Moment::from_text(text)
                .map_err(|e| take(name, e.to_string()))
                .ok(),
        };
        let (start, end) = (day("start", plan.dates.start), day("end", plan.dates.end));
        let mut amount = |name: &str| {
            let parsed = parse_amount(sent.text(name)).map_err(|e| take(name, e.to_string()));
            parsed.ok().map(Option::unwrap_or_default)
        };
        let (lo, hi) = (amount("lo"), amount("hi"));
        // Whoever gives one number means just that.
        let hi = match (lo, hi) {
            (Some(lo), Some(hi)) if hi.is_zero() && !lo.is_zero() => Some(lo),
            _ => hi,
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let manages = may(visitor, view, Action::Manage);
        Ok(TripUpdateRequest::of(TripPatch {
            name: name.ok(),
            description: description.ok(),
            dates: DatesPatch { start, end },
            estimate: EstimatePatch { lo, hi },
            private: manages.then(|| !sent.has("public")),
            ..TripPatch::default()
        }))
    }

    fn title(&self, _: &TripView) -> String {
        t::EDIT_TRIP.to_owned()
    }

    fn below(&self, visitor: &Visitor, view: &TripView) -> Markup {
        let trip = &view.trip;
        html! {
            form.sheet.inline method="post" action=(address(visitor, trip.id, "/shift")) {
                (form::token(visitor))
                h2 { (t::SHIFT) }
                p {
                    label for="shift-days" { (t::DAYS) } " "
                    input #shift-days type="number" name="days" value="1" required
                        aria-describedby="shift-note";
                    " " button.button.quiet { (t::SHIFT_BUTTON) }
                }
                p.note #shift-note { (t::SHIFT_HINT) }
            }
            @if may(visitor, view, Action::Manage) {
                p {
                    a.danger href=(address(visitor, trip.id, "/delete")) data-dialog {
                        (t::DELETE_TRIP)
                    }
                }
            }
        }
    }

    fn anchor(&self) -> &'static str {
        "main"
    }
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = Settings;
    save::open(visitor, id, part).await
}

pub(super) async fn save(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = Settings;
    save::save(form, id, part).await
}

/// Moves all days and times of the trip.
pub(super) async fn shift(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let days = wayfare_domain::money::parse_decimal(sent.text("days").trim_start_matches('+'));
    let wrong = |reason| Problem::invalid_at(Path::root().field("days"), reason);
    let shift = DayShift::new(days.map_err(wrong)?).map_err(wrong)?;
    let request = TripUpdateRequest::of(TripPatch {
        shift: Some(shift),
        ..TripPatch::default()
    });
    let trips = &visitor.app.service.trips;
    trips
        .update(account.caller, id, request, Precondition::None)
        .await?;
    Ok(see_other(&address(&visitor, id, "?done=shifted#itinerary")))
}

/// Asks before a trip is deleted.
pub(super) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Manage).await?;
    let name = short(view.trip.name.as_str());
    let form = Form {
        action: address(&visitor, id, "/delete"),
        submit: t::DELETE_TRIP.to_owned(),
        cancel: Some(address(&visitor, id, "")),
        is_danger: true,
        ..Form::default()
    };
    let page = move |visitor: &Visitor| {
        let body = html! { p { (t::DELETE_TRIP_TEXT) } (form.show(visitor, "")) };
        sheet(visitor, &view, &t::delete_of(&name), &body)
    };
    Page::render(visitor, page).await
}

pub(super) async fn delete(
    SentForm(visitor, account, _): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let caller = account.caller;
    visitor
        .app
        .service
        .trips
        .delete(caller, id, Precondition::None)
        .await?;
    Ok(see_other(&visitor.site.to("/trips?done=deleted")))
}
