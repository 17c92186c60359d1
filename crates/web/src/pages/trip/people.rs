//! The people of a trip: adding, removing, leaving, and a new owner.

use actix_web::http::StatusCode;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, Path, Reason, Username};
use wayfare_service::{Error, TripUpdateRequest, TripView};

use super::save::{apply, apply_with, sheet};
use super::{address, errors, may, read_for};
use crate::fields::Fields;
use crate::form::{Field, Form};
use crate::layout::Page;
use crate::sent_form::SentForm;
use crate::session::{Visitor, see_other};
use crate::texts as t;

pub(super) async fn post(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    if let Some(leaver) = sent.get("leave") {
        apply_with(&visitor, id, Action::Read, async |view| {
            Ok(remove_member(view, leaver))
        })
        .await?;
        return Ok(see_other(&visitor.site.to("/trips?done=left")));
    }
    if let Some(gone) = sent.get("remove") {
        apply(&visitor, id, async |view| Ok(remove_member(view, gone))).await?;
        return Ok(see_other(&address(&visitor, id, "?done=removed#people")));
    }
    let changed = apply(&visitor, id, async |view| {
        if !may(&visitor, view, Action::Manage) {
            return Err(Error::NotPermitted.into());
        }
        let patch = patch_of(view, &sent)
            .map_err(|reason| Problem::invalid_at(Path::root().field("username"), reason))?;
        Ok(Some(TripUpdateRequest::of(patch)))
    });
    match changed.await {
        Ok(_) => Ok(see_other(&address(&visitor, id, "?done=saved#people"))),
        Err(problem) if problem.status() == StatusCode::BAD_REQUEST => {
            let view = read_for(&visitor, id, Action::Manage).await?;
            let page = move |visitor: &Visitor| {
                let mut form = form(visitor, &view, &sent);
                errors::add(&mut form, problem.violations());
                let page = sheet(visitor, &view, t::PEOPLE, &form.show(visitor, ""));
                page.status(StatusCode::BAD_REQUEST)
            };
            Page::render(visitor, page).await
        }
        Err(problem) => Err(problem),
    }
}

/// What a button asks for: a new owner, another role, or one more member.
fn patch_of(view: &TripView, sent: &Fields) -> Result<TripPatch, Reason> {
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
        None => add_member(view, sent.text("username")),
    }
}

/// The usernames of the people of a trip.
fn names(view: &TripView) -> Vec<String> {
    view.people
        .iter()
        .map(|person| person.username.to_string())
        .collect()
}

fn set_members(members: Vec<String>) -> TripPatch {
    TripPatch {
        members: Some(members),
        ..TripPatch::default()
    }
}

/// The removal of a member; `None` if they are none.
fn remove_member(view: &TripView, gone: &str) -> Option<TripUpdateRequest> {
    let gone = view.people.iter().find(|person| person.username.is(gone))?;
    let mut members = names(view);
    members.retain(|name| !gone.username.is(name));
    Some(TripUpdateRequest::of(set_members(members)))
}

fn add_member(view: &TripView, username: &str) -> Result<TripPatch, Reason> {
    let username = Username::new(username.trim_start_matches('@'))?;
    let mut members = names(view);
    members.push(username.to_string());
    Ok(set_members(members))
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
