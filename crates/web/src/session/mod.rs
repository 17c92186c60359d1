//! Visitors: their session cookie, and the forms that they send.

pub(crate) mod flash;
pub(crate) mod undo;
pub(crate) mod warnings;

use std::time::Duration;

use actix_web::cookie::{Cookie, SameSite};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, dev};
use futures_util::future::LocalBoxFuture;
use sha2::{Digest, Sha256};
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::MAX_FIELDS;
use wayfare_api_core::limits::rate::{Kind, RateLimits};
use wayfare_api_core::{App, Problem, RequestClient, input::body};
use wayfare_domain::{Language, Path, Reason, User};
use wayfare_service::{Caller, Client, Credential, Error, KeyClaim, Purpose, Sessions};

use crate::Site;
use crate::form::fields::{FORM_TOKEN, Fields};
use crate::i18n::format::short_hex;
use crate::i18n::locale::Locale;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
const CACHE: HeaderValue = HeaderValue::from_static("\"cache\"");

/// Greatest size of a form without files, in bytes.
const MAX_FORM: usize = 2 << 20;
/// The prefix of cookies that browsers accept over TLS alone, from this host alone.
const HOST_PREFIX: &str = "__Host-";
/// The cookie of a session.
const SESSION: &str = "wayfare";
/// The cookie to which the forms of visitors without a session are bound.
const BINDING: &str = "wayfare-form";
/// The cookie of what a page shows once.
pub(crate) const FLASH: &str = "wayfare-flash";

/// The sender of a request.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The application.
    pub(crate) app: Data<App>,
    /// Where the pages are.
    pub(crate) site: Data<Site>,
    /// The account, if signed in.
    pub(crate) account: Option<Account>,
    /// The client on whose behalf work is done.
    pub(crate) client: Client,
    /// The language that the browser asks for.
    pub(crate) language: Language,
    /// The path and query of the request.
    pub(crate) path: String,
    /// The cookie value to which forms are bound.
    binding: Option<String>,
    session: Option<String>,
    /// The cookie of what this page shows once.
    pub(crate) flash: Option<String>,
    /// The query of the request.
    pub(crate) query: Fields,
}

/// A signed-in account.
#[derive(Clone)]
pub(crate) struct Account {
    /// The caller of use cases.
    pub(crate) caller: Caller,
    /// The session.
    pub(crate) credential: Credential,
    /// The user.
    pub(crate) user: User,
}

impl Visitor {
    /// The sender of a request.
    ///
    /// # Errors
    /// 429, 503.
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let (Some(app), Some(site)) = (
            request.app_data::<Data<App>>().cloned(),
            request.app_data::<Data<Site>>().cloned(),
        ) else {
            return Err(Problem::no_route());
        };
        // Nothing else that a cookie says is read, kept or signed.
        let own = |cookie_name| {
            let value = cookie(request, &name(&site, cookie_name));
            value.filter(|value| Sessions::is_cookie(value))
        };
        let session = own(SESSION);
        let RequestClient(network) = RequestClient::of(request);
        let account = match &session {
            Some(token) => account(&app, network, token).await?,
            None => None,
        };
        if let Some(account) = &account {
            request.extensions_mut().insert(HasSession);
            if let Some(language) = account.user.language {
                Locale::choose(request, language);
            }
            check_limits(request, Kind::Ordinary, account.caller)?;
        }
        let known = account.as_ref().map(|account| account.caller.client());
        let client = known.unwrap_or(network);
        request.extensions_mut().insert(RequestClient(client));
        let query = Fields::parse(request.query_string().as_bytes());
        Ok(Self {
            binding: session.clone().or_else(|| own(BINDING)),
            session,
            flash: cookie(request, &name(&site, FLASH)),
            account,
            client,
            language: language_of(request),
            path: request
                .uri()
                .path_and_query()
                .map(|path| site.to(path.as_str()))
                .unwrap_or_default(),
            query,
            app,
            site,
        })
    }

    /// The redirection to the sign-in, which leads back to this page.
    fn ask_to_sign_in(&self) -> HttpResponse {
        see_other(&self.site.sign_in_to(&self.path))
    }

    /// The caller, if signed in.
    pub(crate) fn caller(&self) -> Option<Caller> {
        self.account.as_ref().map(|account| account.caller)
    }

    /// Tells this account's pages and drafts in a browser from those of others; empty for a visitor
    /// without one.
    pub(crate) fn account_hash(&self) -> String {
        let caller = self.caller();
        let hash = caller.map(|caller| short_hex(&Sha256::digest(caller.user.to_string())));
        hash.unwrap_or_default()
    }

    /// The token of this visitor's forms; empty if they have no cookie yet.
    pub(crate) fn form_token(&self) -> String {
        self.code(Purpose::Form, &[])
    }

    /// The code of texts for this visitor, by which a later request can prove that our page made
    /// them; empty if there is no cookie yet.
    pub(crate) fn code(&self, purpose: Purpose, texts: &[&str]) -> String {
        let sessions = &self.app.service.sessions;
        let parts = self.bound(texts);
        parts.map_or_else(String::new, |parts| sessions.code(purpose, &parts))
    }

    /// Whether a code is this visitor's over texts.
    pub(crate) fn accepts(&self, purpose: Purpose, texts: &[&str], code: &str) -> bool {
        let sessions = &self.app.service.sessions;
        let parts = self.bound(texts);
        parts.is_some_and(|parts| sessions.accepts(purpose, &parts, code))
    }

    /// Texts after the value to which forms are bound.
    fn bound<'a>(&'a self, texts: &[&'a str]) -> Option<Vec<&'a str>> {
        let binding = self.binding.as_deref()?;
        Some([&[binding], texts].concat())
    }

    /// The idempotency key of a form without files that this visitor has sent.
    pub(crate) fn claim(&self, sent: &Fields) -> Option<KeyClaim> {
        sent.claim(&self.path, Default::default())
    }

    /// The cookie value to which forms are bound, if there is a cookie yet.
    pub(crate) fn binding(&self) -> Option<&str> {
        self.binding.as_deref()
    }

    /// Binds the forms of a visitor without a session to a new cookie. Returns that cookie.
    pub(crate) fn bind_forms(&mut self) -> Option<HeaderValue> {
        if self.binding.is_some() {
            return None;
        }
        let binding = self.app.service.sessions.new_form_binding();
        let value = cookie_value(&self.site, BINDING, &binding, None);
        self.binding = Some(binding);
        Some(value)
    }

    /// Whether a form's token is this visitor's.
    pub(crate) fn owns(&self, fields: &Fields) -> bool {
        let token = fields.get(FORM_TOKEN).unwrap_or_default();
        self.accepts(Purpose::Form, &[], token)
    }

    /// Checks the token of a form.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn check(&self, fields: &Fields) -> Result<(), Problem> {
        if self.owns(fields) {
            Ok(())
        } else {
            Err(Problem::form_refused())
        }
    }

    /// The cookie of a new session.
    pub(crate) fn session_cookie(&self, token: &str) -> HeaderValue {
        let ttl = self.app.service.sessions.page_session_ttl();
        cookie_value(&self.site, SESSION, token, Some(ttl))
    }

    /// 303 to another page, without the session's cookies. The browser drops the pages that it
    /// keeps for Back.
    pub(crate) fn leave(&self, path: &str) -> HttpResponse {
        let gone = |name| cookie_value(&self.site, name, "", Some(Duration::ZERO));
        let answer = set_cookie(see_other(&self.site.to(path)), gone(SESSION));
        let mut answer = set_cookie(answer, self.flash.as_ref().map(|_| gone(FLASH)));
        answer.headers_mut().insert(CLEAR_SITE_DATA, CACHE);
        answer
    }

    /// Ends the session, if there is one.
    ///
    /// # Errors
    /// 503.
    pub(crate) async fn end_session(&self) -> Result<(), Problem> {
        if let Some(session) = &self.session {
            let sessions = &self.app.service.sessions;
            sessions.end_page_session(self.client, session).await?;
        }
        Ok(())
    }

    /// Whether the page of the sign-up leads to an account.
    pub(crate) fn may_sign_up(&self) -> bool {
        let service = &self.app.service;
        service.identities.may_sign_up() || service.accounts.authorize_sign_up().is_ok()
    }
}

/// A visitor who is signed in. Others are sent to the sign-in, which leads back.
pub(crate) struct SignedIn(pub(crate) Visitor, pub(crate) Account);

impl FromRequest for SignedIn {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let visitor = Visitor::of(&request).await?;
            match visitor.account.clone() {
                Some(account) => Ok(Self(visitor, account)),
                None => Err(stop_with(visitor.ask_to_sign_in())),
            }
        })
    }
}

/// Marks a request of a visitor who is signed in.
pub(crate) struct HasSession;

/// What somebody typed into a form, for the page that says why it was refused.
pub(crate) struct TypedTexts(pub(crate) Vec<String>);

/// An answer in place of a handler's.
pub(crate) fn stop_with(answer: HttpResponse) -> actix_web::Error {
    InternalError::from_response("answered before the handler", answer).into()
}

/// The account of a session.
async fn account(app: &App, client: Client, token: &str) -> Result<Option<Account>, Problem> {
    let sessions = &app.service.sessions;
    match sessions.resume_page_session(client, token).await {
        Ok((credential, user)) => Ok(Some(Account {
            caller: credential.caller,
            credential,
            user,
        })),
        Err(Error::TokenRefused) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Counts a request of an account, which rate limits by headers do not know.
///
/// # Errors
/// 429.
pub(crate) fn check_limits(
    request: &HttpRequest,
    kind: Kind,
    caller: Caller,
) -> Result<(), Problem> {
    match request.app_data::<Data<RateLimits>>() {
        Some(limits) => limits.check_caller(kind, caller),
        None => Ok(()),
    }
}

/// The sender of a form, and its fields, with its token checked.
///
/// # Errors
/// As [`receive_form`]; 403 if the token is not this visitor's.
pub(crate) async fn receive_own_form(
    request: &HttpRequest,
    payload: Payload,
) -> Result<(Visitor, Fields), Problem> {
    let (visitor, fields) = receive_form(request, payload).await?;
    visitor.check(&fields)?;
    Ok((visitor, fields))
}

/// The sender of a form, and its fields, whatever its token.
///
/// # Errors
/// 403 if the form comes from elsewhere, 413; 429 or 503 if there is no room for it.
pub(crate) async fn receive_form(
    request: &HttpRequest,
    payload: Payload,
) -> Result<(Visitor, Fields), Problem> {
    let visitor = Visitor::of(request).await?;
    check_origin(request, &visitor.site)?;
    let body = body::bytes(request, payload, MAX_FORM).await?;
    let fields = if body.is_large() {
        let parse = move || Fields::parse(body.bytes());
        let service = &visitor.app.service;
        service.run_in_document_pool(visitor.client, parse).await?
    } else {
        Fields::parse(body.bytes())
    };
    if fields.are_too_many() {
        let reason = format!("must have at most {MAX_FIELDS} fields");
        return Err(Problem::invalid_at(Path::root(), Reason::new(reason)));
    }
    Ok((visitor, fields))
}

/// Checks that a form was sent by a page of this origin. Browsers name the origin of every form, or
/// hide it for a page of a secret address, and say then that it is this one; without one, the token
/// alone counts.
///
/// # Errors
/// 403.
pub(crate) fn check_origin(request: &HttpRequest, site: &Site) -> Result<(), Problem> {
    let headers = request.headers();
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
    let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    // A page without referrer hides its origin from itself, too.
    let is_hidden = |origin: &[u8]| origin == b"null" && fetch_site == Some(b"same-origin");
    let mut origins = headers.get_all(header::ORIGIN).map(HeaderValue::as_bytes);
    let foreign = origins.find(|origin| !site.is_own(origin, host) && !is_hidden(origin));
    if let Some(origin) = foreign {
        let origin = String::from_utf8_lossy(origin);
        site.log_refused(&origin);
        return Err(Problem::form_of(&origin, site.origin()));
    }
    match fetch_site == Some(b"cross-site") {
        true => Err(Problem::form_refused()),
        false => Ok(()),
    }
}

/// 303 to another page.
pub(crate) fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, path))
        .finish()
}

/// Adds a cookie to an answer.
pub(crate) fn set_cookie(
    mut answer: HttpResponse,
    cookie: impl Into<Option<HeaderValue>>,
) -> HttpResponse {
    if let Some(cookie) = cookie.into() {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
    answer
}

fn name(site: &Site, name: &str) -> String {
    let prefix = if site.is_secure() { HOST_PREFIX } else { "" };
    format!("{prefix}{name}")
}

/// The value of a cookie; one with anything but the base64url alphabet and dots is none of ours.
pub(crate) fn cookie(request: &HttpRequest, name: &str) -> Option<String> {
    let cookies = request.cookies_raw().ok()?;
    let value = cookies.iter().find(|cookie| cookie.name() == name)?.value();
    let is_own = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (!value.is_empty() && value.bytes().all(is_own)).then(|| value.to_owned())
}

/// A cookie of the whole site, as `Set-Cookie` has it; `None` lives as long as the browser.
pub(crate) fn cookie_value(
    site: &Site,
    cookie: &str,
    value: &str,
    life: Option<Duration>,
) -> HeaderValue {
    cookie_at(site, name(site, cookie), "/", value, life)
}

/// A cookie of a path. The values are of the base64url alphabet, and dots.
pub(crate) fn cookie_at(
    site: &Site,
    name: String,
    path: &str,
    value: &str,
    life: Option<Duration>,
) -> HeaderValue {
    let mut cookie = Cookie::new(name, value);
    cookie.set_path(path);
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(site.is_secure());
    cookie.set_max_age(life.and_then(|life| life.try_into().ok()));
    HeaderValue::from_str(&cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""))
}
