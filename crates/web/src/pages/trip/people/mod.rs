//! The people of a trip: adding, removing, leaving, and a new owner.

pub(crate) mod invitations;

use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wayfare_api_core::trip::items::is_on_trip;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::{Edit, OpenParty, PartyPatch, PeoplePatch};
use wayfare_domain::{Action, Path, Person, TripId, Username, Violations};
use wayfare_service::{Error, GrantView, TripView};

use super::editing::edits;
use super::frame::section::{MAX_ROWS, add_row, form_link, list_form, more_than, section, tool};
use super::frame::sheet::{self, sheet};
use super::frame::trip_page::TripPage;
use super::{address, read_for};
use crate::form::{self, Field, Fields, Form, FormReader, SentForm};
use crate::i18n::texts as t;
use crate::markup::icons::face;
use crate::markup::layout::Page;
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;
use invitations::PartyName;

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

/// The people of the trip, and who may do what, then the parties that are nobody's account; for its
/// owner, the invitations.
pub(super) fn show(
    page: TripPage<'_>,
    invited: Option<&[GrantView<MemberRole>]>,
    parties: &[OpenParty],
) -> Markup {
    let trip = page.trip();
    let TripPage { visitor, view, .. } = page;
    let own = visitor.caller().map(|caller| caller.user);
    let names = view.member_names();
    let removable = trip.removable_parties();
    let list = html! {
        ul.people {
            @for person in view.people.iter() {
                @let name = names.person(person.id);
                @let email = own.map_or("", |own| view.people.email_for(own, person));
                li {
                    (face(name))
                    span.name {
                        b { (name) }
                        @if !email.is_empty() { " " a href=(mail_to(email)) { (email) } }
                        " " span.role { (t::role(trip.member_role(person.id))) }
                    }
                    @if page.manages && person.id != trip.owner {
                        (tools(page, person, name))
                    } @else if own == Some(person.id) && person.id != trip.owner {
                        @let leave = page.address("/people/leave");
                        span.tools.no-print {
                            (form_link(&leave, t::LEAVE, t::LEAVE))
                        }
                    }
                }
            }
            @for party in parties.iter().take(MAX_ROWS) {
                li {
                    (face(&party.name))
                    span.name { b { (party.name) } " " span.role { (t::NO_ACCOUNT) } }
                    @if page.manages {
                        @let rename = format!("/people/rename?member={}", encoded(&party.member));
                        @let spoken = t::label_of(t::RENAME.get(), &party.name);
                        span.tools.no-print {
                            (form_link(&page.address(&rename), t::RENAME, &spoken))
                            @if removable.contains(&*party.member) {
                                @let spoken = t::remove_of(&party.name);
                                (tool("unname", &party.member, t::REMOVE, spoken))
                            }
                        }
                    }
                }
            }
        }
        (more_than(parties.len()))
    };
    let row = || add_row("new-person", "username", t::USERNAME, Username::MAX, true);
    let add_row = || html! { @if page.manages { (row()) } };
    let more = html! {
        @if page.manages {
            span.tools {
                (form_link(&page.address("/people/new"), t::ADD_BY_NAME, t::ADD_BY_NAME))
            }
        }
    };
    let body = html! {
        (list_form(page, "people", &list, is_on_trip(view).then(add_row)))
        @if let Some(invited) = invited { (invitations::show(page, invited)) }
    };
    section("people", t::PEOPLE, &more, &body)
}

/// What the owner may do with a member.
fn tools(page: TripPage<'_>, person: &Person, name: &str) -> Markup {
    let username = person.username.as_str();
    let role = match page.trip().member_role(person.id) {
        Some(MemberRole::Viewer) => ("editor", t::MAKE_EDITOR.get()),
        _ => ("viewer", t::MAKE_VIEWER.get()),
    };
    let ask = |what: &str| page.address(&format!("/people/{what}?name={}", encoded(username)));
    html! {
        span.tools.no-print {
            (tool(role.0, username, role.1, t::label_of(role.1, name)))
            (form_link(&ask("owner"), t::MAKE_OWNER, t::label_of(t::MAKE_OWNER.get(), name)))
            (form_link(&ask("remove"), t::REMOVE, t::remove_of(name)))
        }
    }
}

/// A question before a button of the view does what can't be undone.
struct Question {
    /// Who may do it.
    right: Action,
    /// The button.
    action: &'static str,
    title: fn(&str) -> String,
    text: &'static str,
    label: &'static str,
}

/// Asks before somebody is removed.
pub(super) async fn ask_remove(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let question = Question {
        right: Action::Manage,
        action: "remove",
        title: t::removal_of,
        text: t::REMOVE_PERSON_TEXT.get(),
        label: t::REMOVE.get(),
    };
    let username = visitor.query.text("name").to_owned();
    question.ask(visitor, id, &username).await
}

/// Asks before the trip is handed over.
pub(super) async fn ask_owner(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let question = Question {
        right: Action::Manage,
        action: "owner",
        title: t::handover_to,
        text: t::HAND_OVER_TEXT.get(),
        label: t::MAKE_OWNER.get(),
    };
    let username = visitor.query.text("name").to_owned();
    question.ask(visitor, id, &username).await
}

/// Asks before the visitor leaves.
pub(super) async fn ask_leave(
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
) -> Answer {
    let question = Question {
        right: Action::Read,
        action: "leave",
        title: |_| t::LEAVE_TITLE.to_string(),
        text: t::LEAVE_TEXT.get(),
        label: t::LEAVE.get(),
    };
    let username = account.user.username;
    question.ask(visitor, id, username.as_str()).await
}

impl Question {
    /// Asks whether it is meant for a person of the trip.
    async fn ask(self, visitor: Visitor, id: TripId, username: &str) -> Answer {
        let view = read_for(&visitor, id, self.right).await?;
        let person = view
            .people
            .iter()
            .find(|person| person.username.is(username));
        let person = person.ok_or(Error::NotFound)?;
        let title = (self.title)(view.member_names().person(person.id));
        let fields = vec![Field::hidden(self.action, person.username.as_str())];
        let form = Form::new(address(&visitor, id, "/people"), self.label, fields);
        let form = form.cancel(address(&visitor, id, "#people"));
        sheet::ask(visitor, view, title, html! { p { (self.text) } }, form).await
    }
}

/// Does what a button asks for, or adds a member.
pub(super) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<PartyName>,
    TripPath(id): TripPath,
) -> Answer {
    let (action, then) = match sent.button() {
        Some(("leave", _)) => (Action::Read, visitor.site.to("/trips?done=left")),
        Some(("remove", _)) => (Action::Edit, address(&visitor, id, "?done=removed#people")),
        _ => (Action::Manage, address(&visitor, id, "?done=saved#people")),
    };
    let fields = sent.clone();
    let make = move |view: &TripView| patch_of(view, &fields);
    let saved = async {
        match edits::edit_as(&visitor, account.caller, id, action, make).await {
            Err(Error::Invalid(found)) => Err(explain(&visitor, &sent, found).await),
            Err(Error::PartyInUse) => {
                let used = t::PARTY_IN_USE.get();
                Err(Error::Invalid(Violations::at(Path::root(), used)))
            }
            saved => saved,
        }
    };
    let new = Field::new("username", t::USERNAME, "").required();
    let form = Form::new(address(&visitor, id, "/people"), t::ADD, vec![new]);
    let form = form.cancel(address(&visitor, id, "#people"));
    let Err((form, status)) = form.submit(&sent, None, saved).await? else {
        return Ok(see_other(&then));
    };
    let view = read_for(&visitor, id, action).await?;
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let body = html! {
            (form.show(visitor))
            form method="post" action=(page.address("/invitations")) {
                (form::token(visitor)) (form::new_key()) (invitations::buttons())
            }
        };
        sheet(page, t::PEOPLE.get(), &body).status(status)
    };
    Page::render(visitor, shown).await
}

fn at_username(reason: &'static str) -> Error {
    Error::Invalid(Violations::at(Path::root().field("username"), reason))
}

/// What is wrong with a new member, at the field with the username: in a traveller's words if
/// nobody has that name.
async fn explain(visitor: &Visitor, sent: &Fields, found: Violations) -> Error {
    let name = sent.text("username").trim_start_matches('@');
    let accounts = &visitor.app.service.accounts;
    match accounts.find(visitor.client, name).await {
        Err(Error::NotFound) => at_username(t::NOBODY_OF_THAT_NAME.get()),
        _ => {
            let mut violations = Violations::new();
            for violation in found.iter() {
                violations.add(Path::root().field("username"), violation.reason.clone());
            }
            Error::Invalid(violations)
        }
    }
}

/// What a button asks for: one member less, a new owner, another role, one party less, or one
/// member more.
fn patch_of(view: &TripView, sent: &Fields) -> Result<Option<Edit>, Violations> {
    let people = view.people.iter();
    let names = people.map(|person| person.username.to_string());
    let mut people = PeoplePatch::default();
    match sent.button() {
        Some(("leave" | "remove", gone)) => {
            let Some(gone) = view.people.iter().find(|person| person.username.is(gone)) else {
                return Ok(None);
            };
            let others = names.filter(|name| !gone.username.is(name));
            people.members = Some(others.collect());
        }
        Some(("owner", owner)) => people.owner = Some(owner.to_owned()),
        Some(("unname", party)) => {
            // One that is gone already needs nothing.
            let known = view.trip.open_party(party);
            let removed = known.map(|_| PartyPatch::Remove(party.to_owned()));
            return Ok(removed.map(Edit::Party));
        }
        Some(("viewer", name)) => people.roles = Some(vec![(name.to_owned(), MemberRole::Viewer)]),
        Some(("editor", name)) => people.roles = Some(vec![(name.to_owned(), MemberRole::Editor)]),
        _ => {
            let mut reader = FormReader::new(sent);
            let new = reader.read("username", |name| {
                Username::new(name.trim_start_matches('@'))
            });
            let new = reader.finish(new)?.to_string();
            if view.people.resolve(&new) == Some(view.trip.owner) {
                let path = Path::root().field("username");
                return Err(Violations::at(path, t::ON_TRIP_ALREADY.get()));
            }
            people.members = Some(names.chain([new]).collect());
        }
    }
    Ok(Some(Edit::People(people)))
}
