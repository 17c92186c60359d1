//! The people of a trip: adding, removing, leaving, and a new owner.

use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, Username, Violations};
use wayfare_service::TripView;

use super::section::{add_row, list_section, tool};
use super::sheet::show_form;
use super::trip_page::TripPage;
use super::{address, read_for};
use crate::form::{Field, Fields, Form, FormReader, SentForm};
use crate::session::see_other;
use crate::texts as t;

/// The address of a message to somebody, who can't add anything to it.
fn mail_to(email: &str) -> String {
    const SET: AsciiSet = NON_ALPHANUMERIC
        .remove(b'@')
        .remove(b'.')
        .remove(b'-')
        .remove(b'_')
        .remove(b'+');
    format!("mailto:{}", utf8_percent_encode(email, &SET))
}

/// The people of the trip, and who may do what.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let TripPage { visitor, view, .. } = page;
    let own = visitor.caller().map(|caller| caller.user);
    let list = html! {
        ul.people {
            @for person in view.people.iter() {
                @let name = person.username.as_str();
                @let email = own.map_or("", |own| view.people.email_for(trip.owner, own, person));
                li {
                    span.avatar aria-hidden="true" {
                        (name.chars().next().unwrap_or('?').to_uppercase())
                    }
                    span.name {
                        b { (name) }
                        @if !email.is_empty() { " " a href=(mail_to(email)) { (email) } }
                        " " span.role { (t::role(trip.member_role(person.id))) }
                    }
                    @if page.manages && person.id != trip.owner {
                        span.tools.no-print {
                            @let role = match trip.member_role(person.id) {
                                Some(MemberRole::Viewer) => ("editor", t::MAKE_EDITOR),
                                _ => ("viewer", t::MAKE_VIEWER),
                            };
                            @for (button, label) in [role, ("owner", t::MAKE_OWNER)] {
                                (tool(button, name, label, &t::label_of(label, name)))
                            }
                            (tool("remove", name, t::REMOVE, &t::remove_of(name)))
                        }
                    } @else if own == Some(person.id) && person.id != trip.owner {
                        span.tools.no-print { button.tool name="leave" value=(name) { (t::LEAVE) } }
                    }
                }
            }
        }
    };
    let add_row = || {
        let name = ("username", t::USERNAME);
        html! { @if page.manages { (add_row("new-person", name, Username::MAX, true)) } }
    };
    let is_member = own.is_some_and(|own| trip.members.contains(&own));
    list_section(page, ("people", t::PEOPLE), &list, is_member.then(add_row))
}

/// Does what a button asks for, or adds a member.
pub(super) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let (action, then) = if sent.has("leave") {
        (Action::Read, visitor.site.to("/trips?done=left"))
    } else if sent.has("remove") {
        (Action::Edit, address(&visitor, id, "?done=removed#people"))
    } else {
        (Action::Manage, address(&visitor, id, "?done=saved#people"))
    };
    let trips = &visitor.app.service.trips;
    let fields = sent.clone();
    let make = move |view: &TripView| patch_of(view, &fields);
    let saved = trips.edit(account.caller, id, action, make);
    let new = Field::new("username", t::USERNAME, "").required();
    let form = Form::new(address(&visitor, id, "/people"), t::ADD, vec![new]);
    let form = form.cancel(address(&visitor, id, "#people"));
    match form.submit(&sent, None, saved).await? {
        Ok(_) => Ok(see_other(&then)),
        Err((form, status)) => {
            let view = read_for(&visitor, id, action).await?;
            show_form(visitor, view, t::PEOPLE, form, status).await
        }
    }
}

/// What a button asks for: one member less, a new owner, another role, or one member more.
fn patch_of(view: &TripView, sent: &Fields) -> Result<Option<TripPatch>, Violations> {
    let people = view.people.iter();
    let names = people.map(|person| person.username.to_string());
    let mut patch = TripPatch::default();
    let role = |name: &str, role: MemberRole| Some(vec![(sent.get(name)?.to_owned(), role)]);
    if let Some(gone) = sent.get("leave").or_else(|| sent.get("remove")) {
        let Some(gone) = view.people.iter().find(|person| person.username.is(gone)) else {
            return Ok(None);
        };
        let others = names.filter(|name| !gone.username.is(name));
        patch.members = Some(others.collect());
    } else if let Some(owner) = sent.get("owner") {
        patch.owner = Some(owner.to_owned());
    } else if sent.has("viewer") {
        patch.roles = role("viewer", MemberRole::Viewer);
    } else if sent.has("editor") {
        patch.roles = role("editor", MemberRole::Editor);
    } else {
        let mut reader = FormReader::new(sent);
        let new = reader.read("username", |name| {
            Username::new(name.trim_start_matches('@'))
        });
        let new = reader.finish(new)?.to_string();
        patch.members = Some(names.chain([new]).collect());
    }
    Ok(Some(patch))
}
