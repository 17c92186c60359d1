//! Confirming an e-mail address by a link, and taking a former one back: with a button, for
//! programs that look through mail open links.

use actix_web::HttpRequest;
use actix_web::web::{Path, Payload};
use maud::html;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::{Kind, sends};
use wayfare_api_core::{Answer, Endpoint};

use crate::form::{self, Form, SentForm};
use crate::layout::Page;
use crate::session::{self, Visitor, see_other, set_cookie};
use crate::texts as t;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/confirm/{token}")
            .secret(Secrecy::OfAddress)
            .get(get)
            .post(post)
            .counts_as(Kind::Credentials, sends),
        Endpoint::at("/email-undo/{token}")
            .secret(Secrecy::OfAddress)
            .get(ask_to_undo)
            .post(undo)
            .counts_as(Kind::Credentials, sends),
        Endpoint::at("/account/confirmation").post(send_again),
    ]
}

async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let mut visitor = Visitor::of(&request).await?;
    let accounts = &visitor.app.service.accounts;
    let (user, email) = accounts.find_confirmation(visitor.client, &token).await?;
    let cookie = visitor.bind_forms();
    let action = visitor.site.to(&format!("/confirm/{token}"));
    let page = move |visitor: &Visitor| {
        let form = Form::new(action, t::CONFIRM_BUTTON.get(), Vec::new());
        let body = html! {
            h1 { (t::CONFIRM_TITLE) }
            @if user.is_email_confirmed {
                p { (t::IS_CONFIRMED) }
            } @else {
                p { (t::confirm_text(user.username.as_str(), &email)) }
                (form.show(visitor))
            }
        };
        Page::new(t::CONFIRM_TITLE.get(), body)
            .class("narrow")
            .of_link()
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

async fn post(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, _) = session::receive_own_form(&request, payload).await?;
    let accounts = &visitor.app.service.accounts;
    accounts.confirm_email(visitor.client, &token).await?;
    let then = match visitor.account {
        Some(_) => "/account?done=confirmed",
        None => "/sign-in?done=confirmed",
    };
    Ok(see_other(&visitor.site.to(then)))
}

async fn ask_to_undo(request: HttpRequest, token: Path<String>) -> Answer {
    let mut visitor = Visitor::of(&request).await?;
    let accounts = &visitor.app.service.accounts;
    let (user, email) = accounts.find_email_undo(visitor.client, &token).await?;
    let cookie = visitor.bind_forms();
    let action = visitor.site.to(&format!("/email-undo/{token}"));
    let page = move |visitor: &Visitor| {
        let form = Form::new(action, t::UNDO_EMAIL_BUTTON.get(), Vec::new());
        let body = html! {
            h1 { (t::UNDO_EMAIL_TITLE) }
            p { (t::undo_email_text(user.username.as_str(), &email)) }
            (form.show(visitor))
        };
        Page::new(t::UNDO_EMAIL_TITLE.get(), body)
            .class("narrow")
            .of_link()
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

async fn undo(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, _) = session::receive_own_form(&request, payload).await?;
    let accounts = &visitor.app.service.accounts;
    accounts.undo_email_change(visitor.client, &token).await?;
    Ok(see_other(&visitor.site.to("/sign-in?done=email-undone")))
}

/// Sends the mail with the link again.
async fn send_again(SentForm(visitor, account, _): SentForm) -> Answer {
    let accounts = &visitor.app.service.accounts;
    let sent = accounts.send_confirmation(account.caller, visitor.language);
    sent.await?;
    Ok(see_other(&visitor.site.to("/account?done=mailed")))
}

/// Says on the page of an account that its address is not confirmed, if it could be.
pub(crate) fn notice(visitor: &Visitor) -> maud::Markup {
    let user = visitor.account.as_ref().map(|account| &account.user);
    let is_open = user.is_some_and(|user| user.email.is_some() && !user.is_email_confirmed);
    html! {
        @if is_open && visitor.app.service.mail.is_on() {
            form method="post" action=(visitor.site.to("/account/confirmation")) {
                (form::token(visitor))
                p { (t::NOT_CONFIRMED) }
                button.button.quiet { (t::CONFIRM_AGAIN) }
            }
        }
    }
}
