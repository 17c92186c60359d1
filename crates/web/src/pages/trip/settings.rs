//! The trip itself: name, dates, privacy; moving all of it to other days; deletion.

use maud::{Markup, html};
use rust_decimal::Decimal;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{DayShift, TripPatch};
use wayfare_domain::{Action, Description, Moment, Name, Violations};
use wayfare_service::{Error, Precondition, TripUpdateRequest};

use super::sheet;
use super::trip_form::TripForm;
use super::trip_page::TripPage;
use super::{address, read_for};
use crate::form::{self, Field, Fields, Form, FormReader, Kind, SentForm};
use crate::format::{date_input, parse_zone, short};
use crate::session::{SignedIn, see_other};
use crate::texts as t;

/// The trip without its parts.
pub(super) struct Settings;

impl TripForm for Settings {
    const TITLE: &str = t::EDIT_TRIP;
    const ANCHOR: &str = "main";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let trip = page.trip();
        let dates = &trip.plan.dates;
        let estimate = &trip.plan.estimate;
        let date = |name: &str, label: &str, moment: Option<Moment>| {
            let date = date_input(moment.map(|moment| moment.at));
            let field = Field::new(name, label, date);
            field.kind(Kind::Of("date")).narrow()
        };
        let zone = trip.plan.time_zone.as_ref();
        let description = Field::new("description", t::DESCRIPTION, trip.description.as_str());
        let mut fields = vec![
            Field::new("name", t::TRIP_NAME, trip.name.as_str()).required(),
            description.kind(Kind::Lines(4)),
            date("start", t::FIRST_DAY, dates.start),
            date("end", t::LAST_DAY, dates.end),
            Field::amount("lo", t::ESTIMATE_FROM, estimate.lo.value()),
            Field::amount("hi", t::ESTIMATE_TO, estimate.hi.value()),
            Field::new("timezone", t::TRIP_ZONE, zone.map_or("", ZoneName::as_str))
                .kind(Kind::Zone)
                .hint(t::TRIP_ZONE_HINT),
        ];
        if page.manages {
            fields.push(Field::check("public", t::IS_PUBLIC, !trip.private));
        }
        let form = Form::new(page.address("/settings"), t::SAVE, fields);
        Some(form.cancel(page.address("")).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let dates = &page.trip().plan.dates;
        let mut day = |name: &str, present: Option<Moment>| {
            let is_present = |text: &str| text == date_input(present.map(|moment| moment.at));
            let day = reader.read(name, |text| match text {
                // The present day keeps its time.
                text if is_present(text) => Ok(None),
                // The epoch on both sides means no dates; `None` would keep the present day.
                "" => Moment::from_epoch(Decimal::ZERO).map(Some),
                text => Moment::from_text(text).map(Some),
            });
            day.flatten()
        };
        let dates = DatesPatch {
            start: day("start", dates.start),
            end: day("end", dates.end),
        };
        let (lo, hi) = (reader.amount("lo"), reader.amount("hi"));
        let lo = lo.unwrap_or_default();
        // Whoever gives one number means just that.
        let hi = hi.filter(|hi| !hi.is_zero()).unwrap_or(lo);
        let manages = page.manages;
        let patch = TripPatch {
            name: reader.read("name", Name::new),
            description: reader.read_whole("description", Description::new),
            dates,
            estimate: EstimatePatch {
                lo: Some(lo),
                hi: Some(hi),
            },
            private: manages.then(|| !sent.has("public")),
            time_zone: reader
                .read("timezone", parse_zone)
                .filter(|_| sent.has("timezone")),
            has_local_times: true,
            ..TripPatch::default()
        };
        reader.finish(Some(patch))
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        html! {
            form.sheet.inline method="post" action=(page.address("/shift")) {
                (page.token())
                h2 { (t::SHIFT) }
                p {
                    label for="shift-days" { (t::DAYS) } " "
                    input #shift-days type="number" name="days" value="1" required
                        aria-describedby="shift-note";
                    " " button.button.quiet { (t::SHIFT_BUTTON) }
                }
                p.note #shift-note { (t::SHIFT_HINT) }
            }
            @if page.manages {
                p {
                    a.danger href=(page.address("/delete")) data-dialog {
                        (t::DELETE_TRIP)
                    }
                }
            }
        }
    }
}

/// Moves all days and times of the trip.
pub(super) async fn shift(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let mut reader = FormReader::new(&sent);
    let shift = reader.read("days", |days| {
        DayShift::new(parse_decimal(days.trim_start_matches('+'))?)
    });
    let shift = reader.finish(shift).map_err(Error::Invalid)?;
    let patch = TripPatch {
        shift: Some(shift),
        has_local_times: true,
        ..TripPatch::default()
    };
    let request = TripUpdateRequest {
        key: visitor.claim(&sent),
        ..TripUpdateRequest::of(patch)
    };
    let trips = &visitor.app.service.trips;
    let shifted = trips.update(account.caller, id, request, Precondition::None);
    form::once(shifted.await)?;
    Ok(see_other(&address(&visitor, id, "?done=shifted#itinerary")))
}

/// Asks before a trip is deleted.
pub(super) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Manage).await?;
    let title = t::delete_of(&short(view.trip.name.as_str()));
    let form = Form::new(address(&visitor, id, "/delete"), t::DELETE_TRIP, Vec::new());
    let form = form.cancel(address(&visitor, id, ""));
    let text = html! { p { (t::DELETE_TRIP_TEXT) } };
    sheet::ask(visitor, view, title, text, form).await
}

pub(super) async fn delete(
    SentForm(visitor, account, _): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    let deleted = trips.delete(account.caller, id, Precondition::None);
    deleted.await?;
    Ok(see_other(&visitor.site.to("/trips?done=deleted")))
}
