//! Signing up, in and out.

pub(crate) mod oidc;
pub(crate) mod password_reset;

use actix_web::http::{StatusCode, header};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use maud::{Markup, html};
use wayfare_api_core::limits::rate::{Kind, posts};
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_domain::{Language, Name, Username, Violations};
use wayfare_service::{Error, NewAccount, Password, email};

use super::account::profile::account_fields;
use crate::form::fields::RETURN;
use crate::form::{Field, Fields, Form, FormReader};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{self, Visitor, see_other, set_cookie};
use crate::site::encoded;
use oidc::ProviderLink;

/// The most bytes of another form that a sign-in carries along, since anybody may send one.
const MAX_CARRIED: usize = 256 << 10;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/sign-up")
            .get(get_sign_up)
            .post(sign_up)
            .counts_as(Kind::SignUp, posts),
        Endpoint::at("/sign-in")
            .get(get_sign_in)
            .post(sign_in)
            .counts_as(Kind::Credentials, posts),
        Endpoint::at("/sign-out").get(get_sign_out).post(sign_out),
    ]
}

async fn get_sign_up(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let service = &visitor.app.service;
    if service.identities.provider_name().is_none() {
        service.accounts.authorize_sign_up()?;
    }
    let form = sign_up_form(&visitor, visitor.query.text(RETURN));
    show_sign_up(visitor, form, StatusCode::OK).await
}

async fn get_sign_in(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let form = sign_in_form(&visitor, visitor.query.text(RETURN));
    show_sign_in(visitor, form, None, StatusCode::OK).await
}

/// The sign-in in answer to a form whose session has ended. It carries the form's fields along.
pub(crate) async fn ask_with_form(visitor: Visitor, sent: &Fields) -> Answer {
    let mut form = sign_in_form(&visitor, &visitor.path);
    let reason = if carry(&mut form, sent) {
        t::SESSION_ENDED.get()
    } else {
        form = sign_in_form(&visitor, "");
        t::TOO_LONG_TO_CARRY.get()
    };
    show_sign_in(visitor, form, Some(reason), StatusCode::UNAUTHORIZED).await
}

/// Adds the fields of another form, hidden. Returns whether they are short enough for that.
fn carry(form: &mut Form, sent: &Fields) -> bool {
    let lengths = sent
        .to_carried()
        .map(|(name, value)| name.len() + value.len());
    if lengths.sum::<usize>() > MAX_CARRIED {
        return false;
    }
    let fields = sent.to_carried();
    let fields = fields.map(|(name, value)| Field::hidden(&name, value));
    form.fields.extend(fields);
    true
}

async fn get_sign_out(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    Ok(see_other(&visitor.site.to("/")))
}

fn sign_up_form(visitor: &Visitor, back: &str) -> Form {
    let mut fields = account_fields(None);
    let password = Field::password("password", t::PASSWORD, "new-password");
    fields.push(password.required().hint(t::PASSWORD_HINT));
    fields.push(Field::hidden(RETURN, back));
    Form::new(visitor.site.to("/sign-up"), t::SIGN_UP, fields)
}

fn sign_in_form(visitor: &Visitor, back: &str) -> Form {
    // Without mail no address is confirmed, and a sign-in takes none.
    let login = match visitor.app.service.mail.is_on() {
        true => t::LOGIN,
        false => t::USERNAME,
    };
    let username = Field::new("username", login.get(), "").required();
    let password = Field::password("password", t::PASSWORD, "current-password");
    let fields = vec![
        username.autocomplete("username"),
        password.required(),
        Field::hidden(RETURN, back),
    ];
    Form::new(visitor.site.to("/sign-in"), t::SIGN_IN, fields)
}

async fn show_sign_up(visitor: Visitor, form: Form, status: StatusCode) -> Answer {
    let above = html! { p { (t::SIGN_UP_LEAD) } };
    let below = link_with_return(&visitor, t::HAS_ACCOUNT, "/sign-in", t::SIGN_IN, &form);
    let is_open = visitor.app.service.accounts.authorize_sign_up().is_ok();
    show(visitor, t::SIGN_UP, above, form, below, is_open, status).await
}

/// The page of the sign-in, with the reason why a form leads to it.
async fn show_sign_in(
    visitor: Visitor,
    form: Form,
    reason: Option<&'static str>,
    status: StatusCode,
) -> Answer {
    let above = html! {
        @if let Some(reason) = reason {
            p.alert role="alert" data-reason data-sign-in=(visitor.site.to("/sign-in")) {
                (reason)
            }
        } @else if !return_of(&form).is_empty() {
            p { (t::SIGN_IN_RETURNS) }
        }
    };
    let shows_form = visitor.app.service.sessions.uses_passwords();
    let below = html! {
        @if reason.is_none() {
            @if visitor.may_sign_up() {
                (link_with_return(&visitor, t::HAS_NO_ACCOUNT, "/sign-up", t::SIGN_UP, &form))
            }
            @if shows_form {
                p { a href=(visitor.site.to("/password-reset")) { (t::FORGOTTEN) } }
            }
        }
    };
    show(visitor, t::SIGN_IN, above, form, below, shows_form, status).await
}

/// The page of a form, which is left out if it would be refused, and of the button to the OpenID
/// provider.
async fn show(
    mut visitor: Visitor,
    title: t::Text,
    above: Markup,
    form: Form,
    below: Markup,
    shows_form: bool,
    status: StatusCode,
) -> Answer {
    let cookie = visitor.bind_forms();
    let provider = ProviderLink::of(&visitor).await;
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (title) }
            (above)
            @if shows_form { (form.show(visitor)) }
            @if let Some(provider) = &provider { (provider.below(visitor, &form)) }
            (below)
        };
        let page = Page::new(title, body).class("narrow").status(status);
        page.forms_lead_to(provider.and_then(|provider| provider.origin))
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

/// Where a form returns to; empty for nowhere in particular.
fn return_of(form: &Form) -> &str {
    let back = form.fields.iter().find(|field| field.name == RETURN);
    back.map_or("", |field| &field.value)
}

/// The link to the other form, which returns to the same place.
fn link_with_return(
    visitor: &Visitor,
    question: t::Text,
    path: &str,
    label: t::Text,
    form: &Form,
) -> Markup {
    let mut address = visitor.site.to(path);
    let back = return_of(form);
    if !back.is_empty() {
        address = format!("{address}?{RETURN}={}", encoded(back));
    }
    html! { p { (question) " " a href=(address) { (label) } } }
}

async fn sign_up(request: HttpRequest, payload: Payload) -> Answer {
    let (visitor, fields) = session::receive_own_form(&request, payload).await?;
    let service = visitor.app.service.clone();
    service.accounts.authorize_sign_up()?;
    let (accounts, client) = (&service.accounts, visitor.client);
    let language = visitor.language;
    let create = async {
        accounts
            .create(client, read_account(&fields, language)?)
            .await
    };
    let form = sign_up_form(&visitor, "");
    let signed_up = match form.submit(&fields, None, create).await? {
        Ok(signed_up) => signed_up,
        Err((form, status)) => return show_sign_up(visitor, form, status).await,
    };
    let caller = service.sessions.verify(&signed_up.access_token.token)?;
    let token = service.sessions.open_page_session(caller).await?;
    entered(&visitor, &fields, &token).await
}

fn read_account(fields: &Fields, language: Language) -> Result<NewAccount, Violations> {
    let mut reader = FormReader::new(fields);
    let name = reader.read("name", Name::new);
    let username = reader.read("username", Username::new);
    let email = reader.optional("email", email).flatten();
    let password = reader.read_whole("password", Password::new);
    let new = name.zip(username).map(|(name, username)| NewAccount {
        name,
        username,
        email,
        language,
        password,
    });
    reader.finish(new)
}

async fn sign_in(request: HttpRequest, payload: Payload) -> Answer {
    let (visitor, fields) = session::receive_own_form(&request, payload).await?;
    let password = Password::attempt(fields.get("password").unwrap_or_default());
    let sessions = visitor.app.service.sessions.clone();
    let username = fields.text("username").to_owned();
    let signed_in = sessions.sign_in_to_pages(visitor.client, &username, password);
    match signed_in.await {
        Ok(token) => entered(&visitor, &fields, &token).await,
        Err(Error::BadCredentials) => {
            let mut form = sign_in_form(&visitor, "").typed(&fields);
            form.errors.push(t::BAD_CREDENTIALS.to_string());
            let sent = fields.carried();
            let is_carrying = sent.is_some_and(|sent| carry(&mut form, &sent));
            let reason = is_carrying.then_some(t::SESSION_ENDED.get());
            show_sign_in(visitor, form, reason, StatusCode::UNAUTHORIZED).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Sets the cookie of a new session, ends the former one, and goes where the visitor came from.
async fn entered(visitor: &Visitor, fields: &Fields, token: &str) -> Result<HttpResponse, Problem> {
    visitor.end_session().await?;
    let back = visitor.site.return_path(fields.text(RETURN));
    let back = back.unwrap_or_else(|| visitor.site.to("/trips"));
    let answer = match fields.carried() {
        // The form that was sent before goes on to where it went.
        Some(_) => HttpResponse::TemporaryRedirect()
            .insert_header((header::LOCATION, back))
            .finish(),
        None => see_other(&back),
    };
    Ok(set_cookie(answer, visitor.session_cookie(token)))
}

async fn sign_out(request: HttpRequest, payload: Payload) -> Answer {
    let (visitor, _) = session::receive_own_form(&request, payload).await?;
    visitor.end_session().await?;
    Ok(visitor.leave("/?done=signed-out"))
}
