//! The trip itself: name, dates, privacy; moving all of it to other days; deletion.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{DayShift, Edit, ItineraryItem, PeoplePatch, PlanMove};
use wayfare_domain::{Action, Description, Moment, Name, TripId, Violations};
use wayfare_service::{Precondition, TripUpdateRequest};

use super::editing::trip_form::TripForm;
use super::frame::sheet;
use super::frame::trip_page::TripPage;
use super::itinerary::days;
use super::itinerary::listing::title;
use super::{address, read_for};
use crate::form::{self, Chips, Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft};
use crate::i18n::format::{Zones, date_input, parse_zone, short, utc_date};
use crate::i18n::texts::{self as t, Text};
use crate::session::{SignedIn, Visitor, see_other};

/// The field that says what becomes of what is planned, and its values.
const PLANNED: &str = "planned";
const MOVES: &str = "moves";
const STAYS: &str = "stays";
/// The most items outside of the trip's dates that are named.
const MAX_NAMED: usize = 5;

/// The trip without its parts.
pub(super) struct Settings;

impl TripForm for Settings {
    const TITLE: Text = t::EDIT_TRIP;
    const ANCHOR: &str = "main";
    const CHOICES: &str = PLANNED;

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
            date("start", t::FIRST_DAY.get(), dates.start),
            date("end", t::LAST_DAY.get(), dates.end),
        ];
        if dates.start.is_some() && has_plan(page) {
            fields.push(planned());
        }
        fields.extend([
            Field::money("lo", t::ESTIMATE_FROM, estimate.lo.value(), page.base()),
            Field::money("hi", t::ESTIMATE_TO, estimate.hi.value(), page.base()),
            Field::new("timezone", t::TRIP_ZONE, zone.map_or("", ZoneName::as_str))
                .kind(Kind::Zone)
                .hint(t::TRIP_ZONE_HINT),
        ]);
        if page.manages {
            fields.push(Field::check("public", t::IS_PUBLIC, !trip.private));
        }
        let form = Form::new(page.address("/settings"), t::SAVE, fields);
        Some(form.cancel(page.address("")).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let sent = sent.clone().of_currency(page.base());
        let mut reader = FormReader::new(&sent);
        let dates = &page.trip().plan.dates;
        let mut day = |name: &str, present: Option<Moment>| {
            let is_present = |text: &str| text == date_input(present.map(|moment| moment.at));
            let day = reader.read(name, |text| match text {
                // The present day keeps its time.
                text if is_present(text) => Ok(None),
                "" => Ok(Some(None)),
                text => Moment::from_text(text).map(|day| Some(Some(day))),
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
        let planned = match sent.text(PLANNED) {
            MOVES => PlanMove::Follows,
            STAYS => PlanMove::Stays,
            _ => PlanMove::KeepsNumbers,
        };
        let people = PeoplePatch {
            private: Some(!sent.has("public")),
            ..PeoplePatch::default()
        };
        let (lo, hi) = (Some(lo), Some(hi));
        let edits = [
            Some(Edit::LocalTimes(None)),
            manages.then_some(Edit::People(people)),
            Some(Edit::Estimate(EstimatePatch { lo, hi })),
            Some(Edit::Dates(dates, planned)),
            reader.read("name", Name::new).map(Edit::Name),
            reader
                .read_whole("description", Description::new)
                .map(Edit::Description),
            reader
                .read("timezone", parse_zone)
                .filter(|_| sent.has("timezone"))
                .map(Edit::TimeZone),
        ];
        reader.finish(Some(edits.into_iter().flatten().collect()))
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        html! {
            h2.form-heading { (t::SHIFT) }
            (shift_form(page.visitor, page.trip().id).show(page.visitor))
            p { a href=(page.address("/copy")) data-dialog { (t::COPY_TRIP) } }
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

/// Whether something of the trip is on a day.
fn has_plan(page: TripPage<'_>) -> bool {
    let trip = page.trip();
    let mut locations = trip.map.locations.iter();
    trip.shown_items().next().is_some() || locations.any(|location| location.period.is_some())
}

/// Asks what becomes of what is planned.
fn planned() -> Field {
    let choices = [(MOVES, t::PLAN_MOVES), (STAYS, t::PLAN_STAYS)];
    let choices = choices.map(|(value, label)| (value.to_owned(), label.to_string()));
    let chips = Chips {
        choices: choices.to_vec(),
        ..Chips::default()
    };
    let field = Field::new(PLANNED, t::PLAN_IF_FIRST_DAY_CHANGES, MOVES);
    field.kind(Kind::Chips(chips))
}

/// Names what lies outside of the trip's first and last day, for those who edit it.
pub(super) fn outside(page: TripPage<'_>, zones: &[Zones]) -> Markup {
    let trip = page.trip();
    let (Some(start), Some(end)) = (trip.plan.dates.start, trip.plan.dates.end) else {
        return html! {};
    };
    let dates = utc_date(start.at)..=utc_date(end.at);
    let count = days::span(&trip.plan.dates);
    let is_outside = |(item, zones): &(&ItineraryItem, &Zones)| {
        let starts = item.start.map(|at| zones.start.date(at));
        let is_beside = starts.is_some_and(|day| !dates.contains(&day));
        !item.kind.is_expense() && (is_beside || item.day.number() > count)
    };
    let items = trip.itinerary.iter().zip(zones);
    let outside: Vec<&ItineraryItem> = items.filter(is_outside).map(|(item, _)| item).collect();
    html! {
        @if page.edits && !outside.is_empty() {
            p.hint.no-print #outside data-part {
                (t::outside_dates(outside.len())) " "
                @for (place, item) in outside.iter().take(MAX_NAMED).enumerate() {
                    @if place > 0 { ", " }
                    a href=(format!("#day-{}", item.day.number())) { (short(title(item))) }
                }
                @if outside.len() > MAX_NAMED { " …" }
            }
        }
    }
}

fn shift_form(visitor: &Visitor, id: TripId) -> Form {
    let days = Field::new("days", t::DAYS, "1").required();
    let fields = vec![days.hint(t::SHIFT_HINT)];
    Form::new(address(visitor, id, "/shift"), t::SHIFT_BUTTON, fields)
}

/// Moves all days and times of the trip.
pub(super) async fn shift(
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft,
    TripPath(id): TripPath,
) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let shift = async {
        let request = TripUpdateRequest {
            key: visitor.claim(&sent),
            ..TripUpdateRequest::of([Edit::LocalTimes(None), Edit::Shift(read_shift(&sent)?)])
        };
        let trips = &visitor.app.service.trips;
        let shifted = trips.update(account.caller, id, request, Precondition::None);
        form::once(shifted.await)
    };
    let form = shift_form(&visitor, id);
    match form.submit(&sent, draft, shift).await? {
        Ok(_) => Ok(see_other(&address(&visitor, id, "?done=shifted#itinerary"))),
        Err((form, status)) => {
            let form = form.cancel(address(&visitor, id, ""));
            sheet::show_form(visitor, view, t::SHIFT.get(), form, status).await
        }
    }
}

fn read_shift(sent: &Fields) -> Result<DayShift, Violations> {
    let mut reader = FormReader::new(sent);
    // Phones type a minus or a dash of their own.
    let days = reader.read("days", |days| {
        let days = days.trim_start_matches('+').replace(['−', '–'], "-");
        DayShift::new(parse_decimal(&days)?)
    });
    reader.finish(days)
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
    SentForm(visitor, account, ..): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    let deleted = trips.delete(account.caller, id, Precondition::None);
    deleted.await?;
    Ok(see_other(&visitor.site.to("/trips?done=deleted")))
}
