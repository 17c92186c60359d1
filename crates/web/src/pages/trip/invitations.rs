//! Invitations to a trip, and people without an account, for its owner.

use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::{InvitationId, NewInvitation, PartyPatch, TripPatch};
use wayfare_domain::{Name, Violations};
use wayfare_service::{Error, InvitationRequest, InvitationView, Precondition, email};

use super::address;
use super::section::tool;
use super::trip_form::TripForm;
use super::trip_page::TripPage;
use crate::form::{self, Field, Fields, Form, FormReader, SentForm};
use crate::format;
use crate::pages::calendar::address_buttons;
use crate::session::see_other;
use crate::texts::{self as t, Text};

/// The buttons that make an invitation, the roles that it gives, and their labels.
const ROLES: [(&str, Text); 2] = [("editor", t::INVITE), ("viewer", t::INVITE_TO_READ)];

/// The open invitations, and the buttons that make one.
pub(super) fn show(page: TripPage<'_>, invitations: &[InvitationView]) -> Markup {
    html! {
        h3 #invitations { (t::INVITATIONS) }
        p.hint { (t::INVITATIONS_TEXT) }
        form method="post" action=(page.address("/invitations")) {
            (form::token(page.visitor))
            @let newest = invitations.first().map(|view| view.invitation.id.to_string());
            (form::key(&page.visitor.code_of(&newest.unwrap_or_else(|| page.address("")))))
            @if !invitations.is_empty() {
                ul.rows { @for view in invitations { li { (row(page, view)) } } }
            }
            @if page.visitor.app.service.mail.is_on() {
                p.field {
                    label for="invite-email" { (t::INVITE_BY_MAIL) }
                    input #invite-email type="email" name="email" autocomplete="off";
                }
            }
            (buttons())
        }
    }
}

/// The buttons that make an invitation.
pub(super) fn buttons() -> Markup {
    html! {
        p.actions {
            @for (role, label) in ROLES {
                button.button.quiet name="invite" value=(role) { (label) } " "
            }
        }
    }
}

fn row(page: TripPage<'_>, view: &InvitationView) -> Markup {
    let invitation = &view.invitation;
    let url = page.visitor.app.links.join_page(&view.token);
    let end = format::short_date(format::utc_date(invitation.expires_at));
    let id = invitation.id.to_string();
    html! {
        span {
            input readonly value=(url) aria-label=(t::INVITATION);
            span.meta {
                (t::role(Some(invitation.role))) " · " (t::until(&end)) " · "
                (t::joined(invitation.used, invitation.uses))
            }
        }
        (address_buttons(&url))
        @let spoken = t::label_of(t::END_LINK.get(), t::INVITATION.get());
        (tool("uninvite", &id, t::END_LINK.get(), &spoken))
    }
}

/// Makes an invitation, or ends the one that the button names.
pub(super) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let invitations = &visitor.app.service.invitations;
    let (caller, none) = (account.caller, Precondition::None);
    if let Some(ended) = sent.get("uninvite") {
        let ended = InvitationId(Uuid::try_parse(ended).unwrap_or_default());
        match invitations.delete(caller, id, ended, none).await {
            // One that has ended already needs nothing.
            Ok(()) | Err(Error::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        return Ok(see_other(&address(&visitor, id, "?done=ended#people")));
    }
    let mut reader = FormReader::new(&sent);
    let request = InvitationRequest {
        new: NewInvitation {
            role: MemberRole::parse(sent.text("invite")).filter(|role| *role != MemberRole::Owner),
            ..NewInvitation::default()
        },
        email: reader.optional("email", email).flatten(),
        language: visitor.language,
        key: visitor.claim(&sent),
        ..InvitationRequest::default()
    };
    let request = reader.finish(Some(request)).map_err(Error::from)?;
    form::once(invitations.create(caller, id, request, none).await)?;
    Ok(see_other(&address(&visitor, id, "?done=invited#people")))
}

/// A person without an account.
pub(super) struct NewParty;

impl TripForm for NewParty {
    const TITLE: Text = t::ADD_BY_NAME;
    const ANCHOR: &str = "people";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let name = Field::new("name", t::NAME_OF_PERSON.get(), "").required();
        let fields = vec![name.hint(t::ADD_BY_NAME_HINT.get())];
        let form = Form::new(page.address("/people/new"), t::ADD.get(), fields);
        page.manages.then_some(form)
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let name = reader.read("name", Name::new);
        if is_name_on_trip(page, sent.text("name")) {
            reader.refuse("name", t::REFUSED_SAME_NAME.phrase());
        }
        Ok(TripPatch {
            party: Some(PartyPatch::Add(reader.finish(name)?)),
            ..TripPatch::default()
        })
    }

    fn then(&self, _: &Fields) -> String {
        "?done=added#people".to_owned()
    }
}

/// Whether somebody on the trip is called so, in any case.
fn is_name_on_trip(page: TripPage<'_>, name: &str) -> bool {
    let TripPage { view, .. } = page;
    let parties = view.trip.open_parties(&view.people, &[]);
    let people = view.people.iter().map(|person| person.name.as_str());
    let mut names = people.chain(parties.iter().map(|party| &*party.name));
    names.any(|other| other.to_lowercase() == name.to_lowercase())
}
