//! The people of a trip: adding, removing, leaving, and a new owner.

use actix_web::http::StatusCode;
use maud::html;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, Username};
use wayfare_service::{Error, Precondition, TripUpdateRequest, TripView};

use super::save::{ATTEMPTS, apply, apply_with, back};
use super::{address, errors, read_for};
use crate::fields::Fields;
use crate::form::{Field, Form};
use crate::layout::Page;
use crate::sent_form::SentForm;
use crate::session::{Visitor, see_other};
use crate::texts as t;

pub(super) async fn post(
    SentForm {
        mut visitor,
        account,
        sent,
    }: SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let caller = account.caller;
    if let Some(leaver) = sent.get("leave") {
        apply_with(&visitor, id, Action::Read, |view| Ok(without(view, leaver))).await?;
        return Ok(see_other(&visitor.site.to("/trips?done=left")));
    }
    if let Some(gone) = sent.get("remove") {
        apply(&visitor, id, |view| Ok(without(view, gone))).await?;
        return Ok(see_other(&address(&visitor, id, "?done=removed#people")));
    }
    for _ in 0..ATTEMPTS {
        let view = read_for(&visitor, id, Action::Manage).await?;
        let patch = match patch_of(&view, &sent) {
            Ok(patch) => patch,
            Err(reason) => {
                let mut form = form(&visitor, &view, &sent);
                form.add_error("username", &reason);
                return Ok(show(&mut visitor, &view, &form));
            }
        };
        let precondition = Precondition::Versions(vec![view.trip.version]);
        let request = TripUpdateRequest::of(patch);
        let trips = visitor.app.service.trips.clone();
        match trips.update(caller, id, request, precondition).await {
            Ok(_) => return Ok(see_other(&address(&visitor, id, "?done=saved#people"))),
            // Somebody has changed the trip meanwhile; the people are read anew.
            Err(Error::VersionMismatch) => {}
            Err(Error::Invalid(violations)) => {
                let mut form = form(&visitor, &view, &sent);
                errors::add(&mut form, &violations);
                return Ok(show(&mut visitor, &view, &form));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Problem::from(Error::Busy))
}

/// What a button asks for: a new owner, another role, or one more member.
fn patch_of(view: &TripView, sent: &Fields) -> Result<TripPatch, String> {
    if let Some(owner) = sent.get("owner") {
        return Ok(TripPatch {
            owner: Some(owner.to_owned()),
            ..TripPatch::default()
        });
    }
    let roles = [
        ("viewer", MemberRole::Viewer),
        ("editor", MemberRole::Editor),
    ];
    let mut roles = roles.into_iter();
    match roles.find_map(|(name, role)| Some((sent.get(name)?, role))) {
        Some((member, role)) => Ok(TripPatch {
            roles: Some(vec![(member.to_owned(), role)]),
            ..TripPatch::default()
        }),
        None => with(view, sent.text("username")),
    }
}

/// The usernames of the people of a trip.
fn names(view: &TripView) -> Vec<String> {
    view.people
        .iter()
        .map(|person| person.username.to_string())
        .collect()
}

fn of(members: Vec<String>) -> TripPatch {
    TripPatch {
        members: Some(members),
        ..TripPatch::default()
    }
}

/// The removal of a member; `None` if they are none.
fn without(view: &TripView, gone: &str) -> Option<TripUpdateRequest> {
    let gone = view.people.iter().find(|person| person.username.is(gone))?;
    let mut members = names(view);
    members.retain(|name| !gone.username.is(name));
    Some(TripUpdateRequest::of(of(members)))
}

fn with(view: &TripView, username: &str) -> Result<TripPatch, String> {
    let username =
        Username::new(username.trim_start_matches('@')).map_err(|reason| reason.to_string())?;
    let mut members = names(view);
    members.push(username.to_string());
    Ok(of(members))
}

fn form(visitor: &Visitor, view: &TripView, sent: &Fields) -> Form {
    let form = Form {
        action: address(visitor, view.trip.id, "/people"),
        submit: t::ADD.to_owned(),
        cancel: Some(address(visitor, view.trip.id, "#people")),
        fields: vec![Field::new("username", t::NEW_PERSON, "").required()],
        ..Form::default()
    };
    form.typed(sent, false)
}

fn show(visitor: &mut Visitor, view: &TripView, form: &Form) -> actix_web::HttpResponse {
    let body = html! {
        (back(visitor, view))
        div data-sheet { h1 { (t::PEOPLE) } (form.show(visitor, "")) }
    };
    let page = Page::new(t::PEOPLE, body).class("narrow");
    page.status(StatusCode::BAD_REQUEST).answer(visitor)
}
