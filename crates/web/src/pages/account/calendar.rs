//! The calendar of all trips of an account, by a secret address.

use actix_web::HttpResponse;
use maud::{Markup, html};
use wayfare_api_core::{Answer, Endpoint};
use wayfare_service::GrantPlace;

use crate::form::{self, SentForm, sent_fields};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{Visitor, see_other};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/account/feed").post(post)]
}

/// The section of the account's page.
pub(crate) fn section(visitor: &Visitor, is_open: bool) -> Markup {
    html! {
        section.part #calendar aria-labelledby="calendar-title" {
            h2 #calendar-title { (t::CALENDAR_OF_ALL) }
            p { (t::CALENDAR_FEED_TEXT) }
            (buttons(visitor, &visitor.site.to("/account/feed"), is_open))
        }
    }
}

/// The buttons that make a new address, and end the present one if there is one.
pub(crate) fn buttons(visitor: &Visitor, action: &str, is_open: bool) -> Markup {
    html! {
        form.actions method="post" action=(action) data-plain {
            (form::token(visitor)) (form::new_key())
            button.button.quiet name="open" value="1" { (t::NEW_ADDRESS) }
            @if is_open {
                button.button.quiet name="close" value="1" { (t::END_ADDRESS) }
            }
        }
    }
}

/// Buttons that copy an address, and hand it to another program of the device.
pub(crate) fn address_buttons(url: &str) -> Markup {
    html! {
        button.tool type="button" hidden data-copy=(url) data-copied=(t::COPIED) { (t::COPY) }
        button.tool type="button" hidden data-share=(url) { (t::SHARE_ADDRESS) }
    }
}

/// The page with a new address to copy, below the way `back`.
pub(crate) fn show_address(
    visitor: &Visitor,
    title: &str,
    back: &Markup,
    secret: &str,
) -> HttpResponse {
    let url = visitor.app.links.feed(secret);
    let body = html! {
        (back)
        h1 { (title) }
        p { label for="address" { (t::ADDRESS) } input #address readonly value=(url); }
        p.actions {
            @if let Some((_, rest)) = url.split_once("://") {
                a.button href=(format!("webcal://{rest}")) { (t::OPEN_CALENDAR) } " "
            }
            (address_buttons(&url))
        }
        p.note { (t::CALENDAR_ONCE) }
    };
    let page = Page::new(title, body).class("narrow").secret(true);
    page.render_small(visitor)
}

sent_fields!(FeedButtons BUTTONS "open close");

/// Makes a new address, which is shown this once, or ends it.
async fn post(SentForm(visitor, account, sent, ..): SentForm<FeedButtons>) -> Answer {
    let grants = visitor.app.service.grants.clone();
    let place = GrantPlace::Account(account.user.username.as_str().to_owned());
    if sent.has("close") {
        grants.close_feed(account.caller, place).await?;
        return Ok(see_other(&visitor.site.to("/account?done=ended#calendar")));
    }
    let opened = grants.open_feed(account.caller, place, visitor.claim(&sent));
    let Some(secret) = form::once(opened.await)? else {
        return Ok(see_other(&visitor.site.to("/account?done=shown#calendar")));
    };
    let back = html! {
        p.back { a href=(visitor.site.to("/account")) { "← " (t::ACCOUNT) } }
    };
    Ok(show_address(
        &visitor,
        t::CALENDAR_OF_ALL.get(),
        &back,
        &secret,
    ))
}
