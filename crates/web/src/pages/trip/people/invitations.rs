//! Invitations to a trip, and people without an account, for its owner.

use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::access::MemberRole;
use wayfare_domain::trip::{Edit, PartyPatch};
use wayfare_domain::{GrantId, GrantKind, GrantPatch, Name, Path, Violations};
use wayfare_service::{
    Error, GrantPlace, GrantRequest, GrantView, Precondition, Purpose, RECIPIENT_LIMIT, email,
};

use crate::form::{self, Field, Fields, Form, FormReader, SentForm};
use crate::i18n::format;
use crate::i18n::texts::{self as t, Text};
use crate::pages::account::calendar::address_buttons;
use crate::pages::trip::address;
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::section::tool;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::session::see_other;
use crate::site::encoded;

/// The buttons that make an invitation, the roles that it gives, and their labels.
const ROLES: [(&str, Text); 2] = [("editor", t::INVITE), ("viewer", t::INVITE_TO_READ)];

/// The open invitations, and the buttons that make one.
pub(crate) fn show(page: TripPage<'_>, invitations: &[GrantView<MemberRole>]) -> Markup {
    html! {
        h3 #invitations { (t::INVITATIONS) }
        p.hint { (t::INVITATIONS_TEXT) }
        form method="post" action=(page.address("/invitations")) {
            (form::token(page.visitor))
            @let newest = invitations.first().map(|view| view.grant.id.to_string());
            @let key = ["invitations", &page.trip().id.to_string(), &newest.unwrap_or_default()];
            (form::key(&page.visitor.code(Purpose::FormKey, &key)))
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
pub(crate) fn buttons() -> Markup {
    html! {
        p.actions {
            @for (role, label) in ROLES {
                button.button.quiet name="invite" value=(role) { (label) } " "
            }
        }
    }
}

fn row(page: TripPage<'_>, view: &GrantView<MemberRole>) -> Markup {
    let invitation = &view.grant;
    let url = page.visitor.app.links.join_page(&view.token);
    let end = invitation
        .expires_at
        .map(format::utc_date)
        .map(format::short_date);
    let id = invitation.id.to_string();
    html! {
        span {
            input readonly value=(url) aria-label=(t::INVITATION);
            span.meta {
                (t::role(Some(invitation.scope))) " · "
                @if let Some(end) = end { (t::until(&end)) " · " }
                (t::joined(invitation.used, invitation.uses))
            }
        }
        (address_buttons(&url))
        @let spoken = t::label_of(t::END_LINK.get(), t::INVITATION.get());
        (tool("uninvite", &id, t::END_LINK, &spoken))
    }
}

/// Makes an invitation, or ends the one that the button names.
pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<NewParty>,
    TripPath(id): TripPath,
) -> Answer {
    let (caller, none) = (account.caller, Precondition::None);
    if let Some(ended) = sent.get("uninvite") {
        let ended = GrantId(Uuid::try_parse(ended).unwrap_or_default());
        let (kind, place) = (GrantKind::Invitation, GrantPlace::Trip(id));
        let grants = &visitor.app.service.grants;
        form::ended(grants.revoke(caller, kind, place, ended, none).await)?;
        return Ok(see_other(&address(&visitor, id, "?done=ended#people")));
    }
    let mut reader = FormReader::new(&sent);
    let request = GrantRequest {
        patch: GrantPatch {
            scope: MemberRole::parse(sent.text("invite")).filter(|role| *role != MemberRole::Owner),
            ..GrantPatch::default()
        },
        email: reader.optional("email", email).flatten(),
        language: visitor.language,
        key: visitor.claim(&sent),
        ..GrantRequest::default()
    };
    let request = reader.finish(Some(request)).map_err(Error::from)?;
    let made = visitor.app.service.grants.make(caller, id, request, none);
    form::once(made.await.map_err(at_address))?;
    Ok(see_other(&address(&visitor, id, "?done=invited#people")))
}

/// The error at the field of the address, if it is the address that gets no more.
fn at_address(error: Error) -> Error {
    match error {
        Error::RecipientLimit => {
            let path = Path::root().field("email");
            Error::from(Violations::at(path, RECIPIENT_LIMIT))
        }
        error => error,
    }
}

/// A person without an account.
pub(crate) struct NewParty;

impl TripForm for NewParty {
    const TITLE: Text = t::ADD_BY_NAME;
    const ANCHOR: &str = "people";
    const DONE: &str = "added";
    const BUTTONS: &str = "invite uninvite";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let name = Field::new("name", t::NAME_OF_PERSON, "").required();
        let fields = vec![name.hint(t::ADD_BY_NAME_HINT)];
        let form = Form::new(page.address("/people/new"), t::ADD, fields);
        page.manages.then_some(form)
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let name = read_name(page, sent, None)?;
        Ok(vec![Edit::Party(PartyPatch::Add(name))])
    }
}

/// The name of a person without an account, by their member id.
pub(crate) struct PartyName(String);

impl TripForm for PartyName {
    const TITLE: Text = t::RENAME;
    const ANCHOR: &str = "people";
    const BUTTONS: &str = "leave remove owner unname viewer editor add";

    fn new(query: &Fields) -> Self {
        Self(query.text("member").to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let TripPage { view, .. } = page;
        // Who has deleted their account is nobody's account, too.
        let former = view.trip.former_people(&view.people);
        let parties = view.trip.open_parties(&view.people, &former);
        let party = parties.into_iter().find(|party| party.member == self.0)?;
        let name = Field::new("name", t::NAME_OF_PERSON, party.name).required();
        let action = page.address(&format!("/people/rename?member={}", encoded(&self.0)));
        let form = Form::new(action, t::SAVE, vec![name]).versioned();
        page.manages.then_some(form)
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let name = read_name(page, sent, Some(&self.0))?;
        let rename = PartyPatch::Rename(self.0.clone(), name);
        Ok(vec![Edit::Party(rename)])
    }
}

/// The name that is sent for a person without an account: the party `except`, or a new one.
fn read_name(page: TripPage<'_>, sent: &Fields, except: Option<&str>) -> Result<Name, Violations> {
    let mut reader = FormReader::new(sent);
    let name = reader.read("name", Name::new);
    let TripPage { view, .. } = page;
    if view
        .trip
        .is_name_taken(sent.text("name"), &view.people, except)
    {
        reader.refuse("name", t::REFUSED_SAME_NAME.phrase());
    }
    reader.finish(name)
}
