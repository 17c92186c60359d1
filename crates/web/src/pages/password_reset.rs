//! A forgotten password: asking for a link by mail, and the new password that it leads to.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Path, Payload};
use maud::{Markup, html};
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::{Kind, sends};
use wayfare_api_core::{Answer, Endpoint};
use wayfare_domain::ShortText;
use wayfare_domain::user::LinkUrl;
use wayfare_service::Password;

use crate::form::{Field, Form, FormReader};
use crate::layout::Page;
use crate::session::{self, Visitor, see_other, set_cookie};
use crate::site::encoded;
use crate::texts as t;

/// The query's name that says that a form was sent.
const SENT: &str = "sent";

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/password-reset")
            .secret(Secrecy::OfContent)
            .get(get_request)
            .post(request_link)
            .counts_as(Kind::Credentials, sends),
        Endpoint::at("/password-reset/{token}")
            .secret(Secrecy::OfAddress)
            .get(get)
            .post(post)
            .counts_as(Kind::Credentials, sends),
    ]
}

async fn get_request(request: HttpRequest) -> Answer {
    let mut visitor = Visitor::of(&request).await?;
    visitor.app.service.sessions.authorize_passwords()?;
    let cookie = visitor.bind_forms();
    let page = |visitor: &Visitor| {
        let body = html! { h1 { (t::FORGOTTEN) } (request_body(visitor)) };
        Page::new(t::FORGOTTEN.get(), body).class("narrow")
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

fn request_body(visitor: &Visitor) -> Markup {
    if !visitor.app.service.mail.is_on() {
        return html! { p { (t::FORGOTTEN_NO_MAIL) " " (contact(visitor)) "." } };
    }
    if visitor.query.has(SENT) {
        return html! { p role="status" { (t::FORGOTTEN_SENT) } };
    }
    let login = Field::new("login", t::LOGIN.get(), "").required();
    let fields = vec![login.autocomplete("username")];
    let form = Form::new(
        visitor.site.to("/password-reset"),
        t::SEND_LINK.get(),
        fields,
    );
    html! { p { (t::FORGOTTEN_LEAD) } (form.show(visitor)) }
}

/// Whom visitors may ask, as a link if it is one.
fn contact(visitor: &Visitor) -> Markup {
    let Some(contact) = visitor.site.contact() else {
        return html! { (t::THE_OPERATOR) };
    };
    let name = contact.strip_prefix("mailto:").unwrap_or(contact);
    match LinkUrl::new(contact) {
        Ok(url) => html! { a href=(url.as_str()) rel="noreferrer" { (name) } },
        Err(_) => html! { (name) },
    }
}

/// Requests the link. The answer is the same for every login.
async fn request_link(request: HttpRequest, payload: Payload) -> Answer {
    let (visitor, sent) = session::receive_own_form(&request, payload).await?;
    let login = ShortText::cut(sent.text("login"));
    let sessions = &visitor.app.service.sessions;
    sessions
        .request_reset(visitor.client, login, visitor.language)
        .await?;
    let then = format!("/password-reset?{SENT}=1");
    Ok(see_other(&visitor.site.to(&then)))
}

async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let sessions = visitor.app.service.sessions.clone();
    sessions.authorize_reset(visitor.client, &token).await?;
    let form = reset_form(&visitor, &token);
    show(visitor, form, StatusCode::OK).await
}

fn reset_form(visitor: &Visitor, token: &str) -> Form {
    let new = Field::password("password", t::NEW_PASSWORD.get(), "new-password");
    let action = visitor
        .site
        .to(&format!("/password-reset/{}", encoded(token)));
    Form::new(
        action,
        t::CHANGE_PASSWORD.get(),
        vec![new.required().hint(t::PASSWORD_HINT.get())],
    )
}

async fn show(mut visitor: Visitor, form: Form, status: StatusCode) -> Answer {
    let cookie = visitor.bind_forms();
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::RESET_TITLE) }
            p { (t::RESET_LEAD) }
            (form.show(visitor))
        };
        let page = Page::new(t::RESET_TITLE.get(), body)
            .class("narrow")
            .status(status);
        page.of_link()
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

async fn post(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, sent) = session::receive_own_form(&request, payload).await?;
    let sessions = visitor.app.service.sessions.clone();
    let client = visitor.client;
    // A link that has ended is told before a password that is too short.
    sessions.authorize_reset(client, &token).await?;
    let set = async {
        let mut reader = FormReader::new(&sent);
        let new = reader.read_whole("password", Password::new);
        sessions
            .reset_password(client, &token, reader.finish(new)?)
            .await
    };
    let form = reset_form(&visitor, &token);
    match form.submit(&sent, None, set).await? {
        Ok(()) => Ok(see_other(&visitor.site.to("/sign-in?done=password"))),
        Err((form, status)) => show(visitor, form, status).await,
    }
}
