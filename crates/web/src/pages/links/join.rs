//! Joining a trip by an invitation.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_service::{Error, OpenInvitation};

use crate::form::{self, SentForm, sent_fields};
use crate::i18n::format;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{Visitor, see_other};
use crate::site::encoded;

/// The field with the party that somebody is; empty for none.
const PARTY: &str = "as";
/// The query's name of the page by which a visitor without an account comes back signed in.
const BY: &str = "by";
const SIGN_IN: &str = "sign-in";
const SIGN_UP: &str = "sign-up";

/// The page of an invitation. Who is not signed in is led through the page that `by` names, and
/// back.
pub(crate) async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let grants = &visitor.app.service.grants;
    let open = grants.open_invitation(visitor.client, &token).await?;
    if let Some(caller) = visitor.caller() {
        let is_member = open.members.contains(&caller.user);
        if open.parties.is_empty() && is_member || open.known.contains(&caller.user) {
            let trip = format!("/trip/{}", open.trip);
            return Ok(see_other(&visitor.site.to(&trip)));
        }
    } else if let by @ (SIGN_IN | SIGN_UP) = visitor.query.text(BY) {
        let party = encoded(visitor.query.text(PARTY));
        let back = visitor.site.to(&format!("/join/{token}?{PARTY}={party}"));
        let back = encoded(&back);
        return Ok(see_other(&visitor.site.to(&format!("/{by}?return={back}"))));
    }
    let party = visitor.query.text(PARTY).to_owned();
    show(visitor, open, &token, party, None).await
}

sent_fields!(JoinForm CHOICES "as");

/// Joins the trip.
pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<JoinForm>,
    token: Path<String>,
) -> Answer {
    let grants = visitor.app.service.grants.clone();
    let party = sent.text(PARTY).to_owned();
    let chosen = (!party.is_empty()).then(|| party.clone());
    let key = visitor.claim(&sent);
    let error = match grants.join(account.caller, &token, chosen, key).await {
        Ok(trip) => {
            let trip = format!("/trip/{trip}?done=joined");
            return Ok(see_other(&visitor.site.to(&trip)));
        }
        Err(Error::AlreadyDone { resource }) => {
            return Ok(see_other(&visitor.site.to(&format!("/trip/{resource}"))));
        }
        Err(Error::PartyTaken) => t::PARTY_TAKEN.to_string(),
        Err(Error::Invalid(violations)) => form::reasons(&violations).join(" "),
        Err(error) => return Err(error.into()),
    };
    let open = grants.open_invitation(visitor.client, &token).await?;
    show(visitor, open, &token, String::new(), Some(error)).await
}

async fn show(
    visitor: Visitor,
    open: OpenInvitation,
    token: &str,
    party: String,
    error: Option<String>,
) -> Answer {
    let action = visitor.site.to(&format!("/join/{token}"));
    let status = match error {
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    };
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (open.name.as_str()) }
            @if let Some(dates) = format::dates(&open.dates) { p.meta { (dates) } }
            p { (t::invited_by(&open.by)) " " (t::invited_as(open.invitation.scope)) }
            @if let Some(error) = error { p.alert role="alert" tabindex="-1" { (error) } }
            (form(visitor, &action, &choices(&open, &party)))
        };
        Page::new(open.name.as_str(), body)
            .class("narrow")
            .status(status)
            .secret(true)
    };
    Page::render(visitor, page).await
}

/// The button that joins; for visitors who are not signed in, those that sign them up or in first.
fn form(visitor: &Visitor, action: &str, choices: &Markup) -> Markup {
    if visitor.account.is_some() {
        return html! {
            form.sheet method="post" action=(action) {
                (form::token(visitor)) (form::new_key()) (choices)
                p.actions { button.button { (t::JOIN) } }
            }
        };
    }
    let may_sign_up = visitor.may_sign_up();
    html! {
        form.sheet action=(action) {
            (choices)
            p.actions {
                @if may_sign_up {
                    button.button name=(BY) value=(SIGN_UP) { (t::SIGN_UP_AND_JOIN) } " "
                }
                button.button.quiet[may_sign_up] name=(BY) value=(SIGN_IN) { (t::SIGN_IN_AND_JOIN) }
            }
        }
    }
}

/// The parties of which the visitor may be one.
fn choices(open: &OpenInvitation, chosen: &str) -> Markup {
    let is_known = open.parties.iter().any(|party| party.member == chosen);
    html! {
        @if !open.parties.is_empty() {
            fieldset.field {
                legend { (t::WHICH_ARE_YOU) }
                @for party in &open.parties {
                    label.check {
                        input type="radio" name=(PARTY) value=(party.member)
                            checked[party.member == chosen];
                        span { (party.name) }
                    }
                }
                label.check {
                    input type="radio" name=(PARTY) value="" checked[!is_known];
                    span { (t::NONE_OF_THESE) }
                }
                p.note { (t::WHICH_ARE_YOU_HINT) }
            }
        }
    }
}
