//! Signing in at an OpenID provider, and joining an account to it.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::HeaderValue;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use maud::{Markup, html};
use tokio::time::timeout;
use url::Url;
use wayfare_api_core::limits::rate::Kind;
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_service::{Caller, Error, JoinedIdentity, PendingSignIn};

use crate::Site;
use crate::form::fields::RETURN;
use crate::form::{self, Form, SentForm};
use crate::i18n::{format, texts as t};
use crate::markup::layout::Page;
use crate::session::{self, Visitor, see_other, set_cookie};
use crate::site::encoded;

const BEGIN: &str = "/sign-in/oidc";
const CALLBACK: &str = "/sign-in/oidc/callback";
const JOIN: &str = "/account/identity";
const LEAVE: &str = "/account/identity/remove";
/// The cookie of a sign-in that goes on at the provider, and its life.
const COOKIE: &str = "wayfare-oidc";
const COOKIE_TTL: Duration = Duration::from_secs(600);
/// How long a page waits for the first answer of the provider, which names the origin that its
/// forms lead to.
const ORIGIN_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at(BEGIN).post(begin),
        Endpoint::at(CALLBACK)
            .get(end)
            .counts_as(Kind::Credentials, |request| request.method().is_safe()),
        Endpoint::at(JOIN).post(join),
        Endpoint::at(LEAVE).post(leave),
    ]
}

/// The provider, for a page with a button that leads to it.
pub(crate) struct ProviderLink {
    name: String,
    /// The origin that it leads to; `None` if the provider does not answer.
    pub(crate) origin: Option<String>,
}

impl ProviderLink {
    /// The provider of the service, if there is one.
    pub(crate) async fn of(visitor: &Visitor) -> Option<Self> {
        let identities = &visitor.app.service.identities;
        let name = identities.provider_name()?.to_owned();
        let origin = timeout(ORIGIN_TIMEOUT, identities.authorization_origin()).await;
        let origin = origin.ok().and_then(Result::ok).flatten();
        Some(Self { name, origin })
    }

    /// The button below a form of the sign-in. What that form carries along stays in this tab.
    pub(crate) fn below(&self, visitor: &Visitor, form: &Form) -> Markup {
        let hidden = |name: &str| form.fields.iter().find(|field| field.name == name);
        let back = hidden(RETURN).map_or("", |field| &field.value);
        let carried = form
            .fields
            .iter()
            .filter(|field| field.name.starts_with("sent"));
        let carried: Vec<_> = carried.collect();
        let resend = visitor
            .site
            .return_path(back)
            .filter(|_| !carried.is_empty());
        let target = resend.is_some().then_some("_blank");
        let label = t::sign_in_with(&self.name);
        html! {
            (self.button(visitor, BEGIN, &label, target, &html! {
                input type="hidden" name=(RETURN) value=(back);
            }))
            @if let Some(path) = resend {
                p.hint { (t::SEND_WHEN_SIGNED_IN) }
                form.actions method="post" action=(path) data-plain {
                    (form::token(visitor))
                    @for field in carried {
                        input type="hidden" name=(field.name) value=(field.value);
                    }
                    button.button.quiet { (t::SEND_AGAIN) }
                }
            }
        }
    }

    /// The section of the account's page.
    pub(crate) fn section(&self, visitor: &Visitor, joined: Option<JoinedIdentity>) -> Markup {
        let name = self.name.as_str();
        html! {
            section.part #identity aria-labelledby="identity-title" {
                h2 #identity-title { (t::sign_in_with(name)) }
                @match joined {
                    None => {
                        p { (t::not_joined(name)) }
                        (self.button(visitor, JOIN, &t::join_with(name), None, &html! {}))
                    }
                    Some(JoinedIdentity { at, is_only_way }) => {
                        @let day = format::long_date(format::utc_date(at));
                        p { (t::joined_on(name, &day)) }
                        @if is_only_way { p.hint { (t::only_way(name)) } } @else {
                            form method="post" action=(visitor.site.to(LEAVE)) {
                                (form::token(visitor))
                                button.button.quiet { (t::UNDO_JOINING) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn button(
        &self,
        visitor: &Visitor,
        path: &str,
        label: &str,
        target: Option<&str>,
        fields: &Markup,
    ) -> Markup {
        html! {
            @if self.origin.is_some() {
                form.actions method="post" action=(
                    visitor.site.to(path)
                ) target=[target] data-plain {
                    (form::token(visitor))
                    (fields)
                    button.button.quiet { (label) }
                }
            } @else { p.hint { (t::provider_away(&self.name)) } }
        }
    }
}

/// The identity of the account, for its page.
pub(crate) async fn joined_of(visitor: &Visitor) -> Result<Option<JoinedIdentity>, Problem> {
    let identities = &visitor.app.service.identities;
    match (visitor.caller(), identities.provider_name()) {
        (Some(caller), Some(_)) => Ok(identities.joined(caller).await?),
        _ => Ok(None),
    }
}

async fn begin(request: HttpRequest, payload: Payload) -> Answer {
    let (visitor, fields) = session::receive_own_form(&request, payload).await?;
    go_to_provider(visitor, None, fields.text(RETURN)).await
}

async fn join(SentForm(visitor, account, ..): SentForm) -> Answer {
    let back = visitor.site.to("/account?done=identity");
    go_to_provider(visitor, Some(account.caller), &back).await
}

async fn leave(SentForm(visitor, account, ..): SentForm) -> Answer {
    let left = visitor.app.service.identities.leave(account.caller).await;
    match left {
        Ok(()) => Ok(see_other(&visitor.site.to("/account?done=undone#identity"))),
        Err(error) => refuse(visitor, error, "/account").await,
    }
}

async fn go_to_provider(visitor: Visitor, joins: Option<Caller>, back: &str) -> Answer {
    let site = &visitor.site;
    let back = site.return_path(back).unwrap_or_default();
    // A form's token was checked, so there is a binding.
    let binding = visitor.binding().unwrap_or_default();
    let identities = &visitor.app.service.identities;
    let redirect = redirect_url(site)?;
    let begun = identities.begin(binding, joins, &redirect, &back);
    let begun = match begun.await {
        Err(error @ Error::SignInTooOld) => return refuse(visitor, error, "/account").await,
        begun => begun?,
    };
    let cookie = cookie_value(site, &begun.cookie, COOKIE_TTL);
    Ok(set_cookie(see_other(begun.url.as_str()), cookie))
}

/// The browser comes back from the provider.
async fn end(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let (identities, query) = (&visitor.app.service.identities, &visitor.query);
    if identities.provider_name().is_none() {
        return Err(Problem::no_route());
    }
    let cookie = session::cookie(&request, &cookie_name(&visitor.site));
    let pending = visitor.binding().zip(cookie).and_then(|(binding, cookie)| {
        identities.resume(binding, &cookie, query.text("state"), query.get("iss"))
    });
    let Some(pending) = pending else {
        return show_refusal(visitor, t::SIGN_IN_NOT_BEGUN.to_string(), "/sign-in").await;
    };
    let again = match pending.joins {
        Some(_) => "/account".to_owned(),
        None => format!("/sign-in?{RETURN}={}", encoded(&pending.back)),
    };
    let reason = match (query.get("error"), query.get("code")) {
        (Some("access_denied"), _) => t::SIGN_IN_CANCELLED.get(),
        (None, Some(code)) => {
            return match enter(&visitor, &pending, code).await {
                Ok(Some(token)) => {
                    visitor.end_session().await?;
                    Ok(set_cookie(
                        arrive(&visitor, &pending),
                        visitor.session_cookie(&token),
                    ))
                }
                Ok(None) => Ok(arrive(&visitor, &pending)),
                Err(error) => refuse(visitor, error, &again).await,
            };
        }
        _ => t::SIGN_IN_FAILED.get(),
    };
    show_refusal(visitor, reason.to_owned(), &again).await
}

/// Ends a sign-in by its code: joins the identity to the account, or opens a session and returns
/// its token.
async fn enter(
    visitor: &Visitor,
    pending: &PendingSignIn,
    code: &str,
) -> Result<Option<String>, Error> {
    let (service, redirect) = (&visitor.app.service, redirect_url(&visitor.site)?);
    let identities = &service.identities;
    if pending.joins.is_some() {
        let caller = visitor.caller().ok_or(Error::TokenRefused)?;
        identities.join(caller, pending, &redirect, code).await?;
        return Ok(None);
    }
    let signed_in = identities.sign_in(visitor.client, pending, &redirect, code);
    let token = service.sessions.open_page_session(signed_in.await?).await?;
    Ok(Some(token))
}

/// The redirection to where the sign-in began.
fn arrive(visitor: &Visitor, pending: &PendingSignIn) -> HttpResponse {
    let site = &visitor.site;
    let back = site.return_path(&pending.back);
    let back = back.unwrap_or_else(|| site.to("/trips"));
    set_cookie(see_other(&back), cookie_value(site, "", Duration::ZERO))
}

async fn refuse(visitor: Visitor, error: Error, again: &str) -> Answer {
    let service = &visitor.app.service;
    let name = service.identities.provider_name().unwrap_or_default();
    let reason = match error {
        Error::IdentityRefused(refusal) => {
            t::identity_refused(refusal, name, service.sessions.uses_passwords())
        }
        Error::SignInTooOld => t::SIGN_IN_TOO_OLD.to_string(),
        error => return Err(error.into()),
    };
    show_refusal(visitor, reason, again).await
}

async fn show_refusal(visitor: Visitor, reason: String, again: &str) -> Answer {
    let (again, cookie) = (
        visitor.site.to(again),
        cookie_value(&visitor.site, "", Duration::ZERO),
    );
    let page = move |_: &Visitor| {
        let body = html! {
            h1 { (t::SIGN_IN) }
            p.alert role="alert" data-reason { (reason) }
            p.actions { a.button href=(again) { (t::TRY_AGAIN) } }
        };
        Page::new(t::SIGN_IN, body)
            .class("narrow")
            .status(StatusCode::FORBIDDEN)
    };
    Ok(set_cookie(Page::render(visitor, page).await?, cookie))
}

/// Where the provider sends browsers back to.
fn redirect_url(site: &Site) -> Result<Url, Error> {
    let url = format!("{}{}", site.origin(), site.to(CALLBACK));
    Url::parse(&url).map_err(|error| Error::Internal(error.into()))
}

/// A cookie of one path can't have the prefix `__Host-`; the sign-in is bound to one that has it.
fn cookie_name(site: &Site) -> String {
    let prefix = if site.is_secure() { "__Secure-" } else { "" };
    format!("{prefix}{COOKIE}")
}

/// The cookie, which comes back with the provider's redirection; without a value, its removal.
fn cookie_value(site: &Site, value: &str, life: Duration) -> HeaderValue {
    session::cookie_at(site, cookie_name(site), &site.to(BEGIN), value, Some(life))
}
