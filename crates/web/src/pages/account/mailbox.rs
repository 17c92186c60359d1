//! The mailbox of an account: the address to which it forwards its bookings.

use maud::{Markup, html};
use wayfare_api_core::{Answer, Endpoint};
use wayfare_service::GrantPlace;

use super::calendar::{address_buttons, buttons};
use crate::form::{self, SentForm, sent_fields};
use crate::i18n::texts as t;
use crate::session::{Account, Visitor, see_other};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/account/mailbox").post(post)]
}

/// The address of the account's mailbox, if this service has mailboxes and the account has one.
pub(super) async fn address_of(
    visitor: &Visitor,
    account: &Account,
) -> Result<Option<String>, wayfare_service::Error> {
    let Some(domain) = visitor.site.inbound_domain() else {
        return Ok(None);
    };
    let secret = visitor.app.service.grants.mailbox(account.caller).await?;
    Ok(secret.map(|secret| format!("trips+{secret}@{domain}")))
}

/// The section of the account's page.
pub(super) fn section(visitor: &Visitor, address: Option<&str>) -> Markup {
    let action = visitor.site.to("/account/mailbox");
    html! {
        @if visitor.site.inbound_domain().is_some() {
            section.part #mailbox aria-labelledby="mailbox-title" {
                h2 #mailbox-title { (t::MAILBOX) }
                p { (t::MAILBOX_TEXT) }
                @if let Some(address) = address {
                    p {
                        label for="mailbox-address" { (t::ADDRESS) }
                        input #mailbox-address readonly value=(address);
                    }
                    p.actions {
                        (address_buttons(address)) " "
                        a href=(visitor.site.to("/proposals")) { (t::PROPOSALS) }
                    }
                }
                (buttons(visitor, &action, address.is_some()))
            }
        }
    }
}

sent_fields!(MailboxButtons BUTTONS "open close");

/// Makes a new address, or ends the present one.
async fn post(SentForm(visitor, account, sent, ..): SentForm<MailboxButtons>) -> Answer {
    let grants = &visitor.app.service.grants;
    let place = GrantPlace::Account(account.user.username.as_str().to_owned());
    let done = if sent.has("close") {
        grants.close_mailbox(account.caller, place).await?;
        "ended"
    } else {
        let opened = grants.open_mailbox(account.caller, place, visitor.claim(&sent));
        form::once(opened.await)?;
        "saved"
    };
    let path = format!("/account?done={done}#mailbox");
    Ok(see_other(&visitor.site.to(&path)))
}
