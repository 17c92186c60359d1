//! Confirming an e-mail address by a link, and taking a former one back: with a button, for
//! programs that look through mail open links.

use actix_web::HttpRequest;
use actix_web::web::{Path, Payload};
use maud::{Markup, html};
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::{Kind, posts};
use wayfare_api_core::{Answer, Endpoint};

use crate::form::{self, Form, SentForm};
use crate::i18n::texts::{self as t, Text};
use crate::markup::layout::Page;
use crate::session::{self, Visitor, see_other, set_cookie};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/confirm/{token}")
            .secret(Secrecy::OfAddress)
            .get(get)
            .post(post)
            .counts_as(Kind::Credentials, posts),
        Endpoint::at("/email-undo/{token}")
            .secret(Secrecy::OfAddress)
            .get(ask_to_undo)
            .post(undo)
            .counts_as(Kind::Credentials, posts),
        Endpoint::at("/account/confirmation").post(send_again),
    ]
}

async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let accounts = &visitor.app.service.accounts;
    let (user, email) = accounts.find_confirmation(visitor.client, &token).await?;
    let text = match user.is_email_confirmed {
        true => html! { p { (t::IS_CONFIRMED) } },
        false => html! { p { (t::confirm_text(user.username.as_str(), &email)) } },
    };
    let action = visitor.site.to(&format!("/confirm/{token}"));
    let form = Form::new(action, t::CONFIRM_BUTTON, Vec::new());
    let form = Some(form).filter(|_| !user.is_email_confirmed);
    ask(visitor, t::CONFIRM_TITLE, text, form).await
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
    let visitor = Visitor::of(&request).await?;
    let accounts = &visitor.app.service.accounts;
    let (user, email) = accounts.find_email_undo(visitor.client, &token).await?;
    let text = html! { p { (t::undo_email_text(user.username.as_str(), &email)) } };
    let action = visitor.site.to(&format!("/email-undo/{token}"));
    let form = Form::new(action, t::UNDO_EMAIL_BUTTON, Vec::new());
    ask(visitor, t::UNDO_EMAIL_TITLE, text, Some(form)).await
}

async fn undo(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, _) = session::receive_own_form(&request, payload).await?;
    let accounts = &visitor.app.service.accounts;
    accounts.undo_email_change(visitor.client, &token).await?;
    Ok(see_other(&visitor.site.to("/sign-in?done=email-undone")))
}

/// Sends the mail with the link again.
async fn send_again(SentForm(visitor, account, ..): SentForm) -> Answer {
    let accounts = &visitor.app.service.accounts;
    let sent = accounts.send_confirmation(account.caller, visitor.language);
    sent.await?;
    Ok(see_other(&visitor.site.to("/account?done=mailed")))
}

/// The page of a link in a mail: a text, and the button of its form.
pub(super) async fn ask(
    mut visitor: Visitor,
    title: Text,
    text: Markup,
    form: Option<Form>,
) -> Answer {
    let cookie = visitor.bind_forms();
    let page = move |visitor: &Visitor| {
        let body =
            html! { h1 { (title) } (text) @if let Some(form) = form { (form.show(visitor)) } };
        Page::new(title, body).class("narrow").of_link()
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

/// Says on the page of an account that its address is not confirmed, if it could be.
pub(crate) fn notice(visitor: &Visitor) -> Markup {
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
