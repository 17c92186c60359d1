//! The lines of the map, such as recorded tracks: how they are drawn, their names, their removal. A
//! line is named by the fingerprint of its name and its ends.

use maud::{Markup, html};
use rust_decimal::prelude::ToPrimitive;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::track::{Track, simplify};
use wayfare_domain::{Action, Trip};
use wayfare_service::TripView;

use crate::form::{Field, Form, SentForm, sent_fields};
use crate::i18n::format::short;
use crate::i18n::texts as t;
use crate::markup::outlines::{Point, View, project};
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::entries::fingerprint;
use crate::pages::trip::frame::section::form_link;
use crate::pages::trip::frame::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read_for};
use crate::session::{SignedIn, see_other};

/// The most points of a line that are drawn.
const MAX_DRAWN: usize = 400;

/// A line as it is drawn.
pub(super) struct Line {
    name: String,
    pub(super) points: Vec<Point>,
}

/// The lines of a map, to be drawn.
pub(super) fn lines(tracks: &[Track]) -> Vec<Line> {
    let line = |(place, track): (usize, &Track)| {
        let points = simplify(track.points().to_vec(), MAX_DRAWN).into_iter();
        let degrees =
            points.filter_map(|at| Some((at.longitude().to_f64()?, at.latitude().to_f64()?)));
        Line {
            name: title(track, place),
            points: degrees.map(project).collect(),
        }
    };
    tracks.iter().enumerate().map(line).collect()
}

/// The lines in a view.
pub(super) fn draw(lines: &[Line], view: &View) -> Markup {
    let points = |line: &Line| {
        let placed = line.points.iter().map(|at| view.place(*at));
        let placed = placed.map(|(x, y)| format!("{x:.2},{y:.2}"));
        placed.collect::<Vec<String>>().join(" ")
    };
    html! {
        @for line in lines { polyline.track points=(points(line)) { title { (line.name) } } }
    }
}

pub(crate) fn title(track: &Track, place: usize) -> String {
    if track.name.is_empty() {
        t::track_number(place + 1)
    } else {
        track.name.to_string()
    }
}

/// What names a line.
fn id_of(track: &Track) -> String {
    let points = track.points();
    let ends = format!("{:?} {:?} {}", points.first(), points.last(), points.len());
    fingerprint(&[&track.name, &ends])
}

/// The names of the lines, below the map.
pub(super) fn list(page: TripPage<'_>) -> Markup {
    let tracks = &page.trip().map.tracks;
    html! {
        @if !tracks.is_empty() {
            h3 #tracks-title tabindex="-1" { (t::TRACKS) }
            ul.rows.tracks {
                @for (place, track) in tracks.iter().enumerate() {
                    @let name = title(track, place);
                    li {
                        span { (name) }
                        @if page.edits {
                            @let path = format!("/tracks/remove?id={}", id_of(track));
                            @let spoken = t::remove_of(&short(&name));
                            (form_link(&page.address(&path), t::REMOVE, spoken))
                        }
                    }
                }
            }
        }
    }
}

fn find(trip: &Trip, id: &str) -> Option<usize> {
    let mut tracks = trip.map.tracks.iter();
    tracks.position(|track| id_of(track) == id)
}

/// Asks before a line is removed.
pub(crate) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let named = visitor.query.get("id").unwrap_or_default();
    let found = find(&view.trip, named);
    let found = found.and_then(|place| Some((place, view.trip.map.tracks.get(place)?)));
    let (place, track) = found.ok_or_else(Problem::not_found)?;
    let title = t::remove_of(&short(&title(track, place)));
    let action = address(&visitor, id, "/tracks/remove");
    let form = Form::new(action, t::REMOVE, vec![Field::hidden("id", named)]);
    let form = form.cancel(address(&visitor, id, "#map"));
    let text = html! { p { (t::REMOVE_TRACK_TEXT) } };
    sheet::ask(visitor, view, title, text, form).await
}

sent_fields!(TrackRemoval CHOICES "id");

/// Removes the line that the form names. One that is gone already needs nothing.
pub(crate) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<TrackRemoval>,
    TripPath(id): TripPath,
) -> Answer {
    let named = sent.get("id").unwrap_or_default().to_owned();
    let remove = move |view: &TripView| {
        let mut tracks = view.trip.map.tracks.clone();
        let found = find(&view.trip, &named);
        Ok(found.map(|place| {
            tracks.remove(place);
            Edit::Tracks(tracks)
        }))
    };
    edits::edit(&visitor, account.caller, id, None, remove).await?;
    Ok(see_other(&address(&visitor, id, "?done=removed#map")))
}
