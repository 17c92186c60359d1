//! The page on which a person lets an assistant act for them (docs/assistants.md), as OAuth has
//! applications send them there: `/authorize?client_id=…`.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use maud::html;
use url::Url;
use wayfare_api_core::limits::rate;
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_domain::{KeyScope, Name};
use wayfare_service::{Application, AskedConsent, Error, NewConsent, Purpose, TripHead};

use super::keys::{permission_fields, read_trips};
use crate::form::{Field, Form, FormReader, SentOrDraft, sent_fields};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{self, SignedIn, Visitor, see_other};

/// The field with what the application calls itself.
const NAME: &str = "application";
/// The field with the code of that, which our page has made.
const SEAL: &str = "seal";

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/authorize").get(get).post(post)]
}

sent_fields!(Allowed CHOICES "scope trips application seal");

/// What an application asks for, once it is known to be the one that asks.
struct Asked {
    consent: AskedConsent,
    /// Where the person is sent back to.
    back: Url,
    state: Option<String>,
    /// The scope; `None` for whatever the person gives.
    scope: Option<KeyScope>,
}

/// Why it is not asked: an error of OAuth (RFC 6749, section 4.1.2.1), which the application hears.
struct Refused(&'static str);

impl Asked {
    /// Reads the query. `back` is an address of the application, to which errors go, too.
    fn read(visitor: &Visitor, application: &Application, back: Url) -> Result<Self, Refused> {
        let query = &visitor.query;
        if query.text("response_type") != "code" {
            return Err(Refused("unsupported_response_type"));
        }
        let challenge = query.text("code_challenge");
        let is_s256 = query.text("code_challenge_method") == "S256";
        if !is_s256 || !AskedConsent::is_challenge(challenge) {
            return Err(Refused("invalid_request"));
        }
        let resource = query.get("resource");
        if resource.is_some_and(|asked| asked != visitor.app.links.mcp()) {
            return Err(Refused("invalid_target"));
        }
        let words = query.text("scope").split_ascii_whitespace();
        let scopes: Vec<_> = words
            .filter_map(|word| KeyScope::parse(word).ok())
            .collect();
        let scope = match query.text("scope").is_empty() {
            true => None,
            false if scopes.contains(&KeyScope::Write) => Some(KeyScope::Write),
            false if scopes.contains(&KeyScope::Read) => Some(KeyScope::Read),
            false => return Err(Refused("invalid_scope")),
        };
        Ok(Self {
            consent: AskedConsent {
                application: application.id.clone(),
                redirect_uri: query.text("redirect_uri").to_owned(),
                challenge: challenge.to_owned(),
            },
            back,
            state: query.get("state").map(str::to_owned),
            scope,
        })
    }
}

/// The address that tells an application how it ended.
fn ending(visitor: &Visitor, mut back: Url, state: Option<&str>, how: (&str, &str)) -> Url {
    let mut query = back.query_pairs_mut();
    query.append_pair(how.0, how.1);
    query.extend_pairs(state.map(|state| ("state", state)));
    query.append_pair("iss", visitor.app.links.base());
    drop(query);
    back
}

/// What the query asks for, and its form; `Err` holds the answer in their place.
async fn ask(
    request: &HttpRequest,
    visitor: &Visitor,
    known: Option<Application>,
) -> Result<Result<(Application, Asked), actix_web::HttpResponse>, Problem> {
    let query = &visitor.query;
    let application = match known {
        Some(application) => application,
        None => {
            let caller = visitor.caller().ok_or(Error::NotPermitted)?;
            session::check_limits(request, rate::Kind::Application, caller)?;
            let grants = &visitor.app.service.grants;
            match grants.application(query.text("client_id")).await {
                Ok(application) => application,
                Err(error) => return Ok(Err(refuse(visitor, &error.to_string(), None).await?)),
            }
        }
    };
    let Some(back) = application.redirect(query.text("redirect_uri")) else {
        let reason = "redirect_uri is not one of the addresses in the application's document";
        return Ok(Err(refuse(visitor, reason, None).await?));
    };
    match Asked::read(visitor, &application, back.clone()) {
        Ok(asked) => Ok(Ok((application, asked))),
        Err(Refused(error)) => {
            let to = ending(visitor, back, query.get("state"), ("error", error));
            Ok(Err(
                refuse(visitor, error, Some((to, application.host))).await?
            ))
        }
    }
}

/// The page of an application that can't be asked about. Nobody is sent anywhere: anybody may have
/// an application. Where it may hear of the error, a link leads there.
async fn refuse(visitor: &Visitor, reason: &str, back: Option<(Url, String)>) -> Answer {
    let reason = reason.to_owned();
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::NO_APPLICATION) }
            p { (t::NO_APPLICATION_TEXT) }
            p.hint { code { (reason) } }
            p {
                @if let Some((to, host)) = &back {
                    a.button.quiet href=(to) rel="noreferrer" { (host) } " "
                }
                a.button.quiet href=(visitor.site.to("/account")) { (t::ACCOUNT) }
            }
        };
        let page = Page::new(t::NO_APPLICATION, body).class("narrow");
        page.status(StatusCode::BAD_REQUEST)
    };
    Page::render(visitor.clone(), page).await
}

async fn get(request: HttpRequest, SignedIn(visitor, account): SignedIn) -> Answer {
    let (application, asked) = match ask(&request, &visitor, None).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let trips = visitor
        .app
        .service
        .trips
        .list(account.caller, false)
        .await?;
    let form = consent_form(&visitor, &application, &asked, &trips);
    show(visitor, application, asked, form, StatusCode::OK).await
}

fn consent_form(
    visitor: &Visitor,
    application: &Application,
    asked: &Asked,
    trips: &[TripHead],
) -> Form {
    let may_write = asked.scope != Some(KeyScope::Read);
    let mut fields = permission_fields(trips, may_write, asked.scope.unwrap_or(KeyScope::Write));
    let seal = visitor.code(Purpose::AskedConsent, &[&visitor.path, &application.name]);
    fields.push(Field::hidden(NAME, &application.name));
    fields.push(Field::hidden(SEAL, seal));
    let deny = ("error", "access_denied");
    let deny = ending(visitor, asked.back.clone(), asked.state.as_deref(), deny);
    Form::new(visitor.path.clone(), t::ALLOW, fields).cancel(deny.into())
}

async fn show(
    visitor: Visitor,
    application: Application,
    asked: Asked,
    form: Form,
    status: StatusCode,
) -> Answer {
    let origin = asked.back.origin().ascii_serialization();
    let page = move |visitor: &Visitor| {
        let title = t::allow_title(&application.name);
        let account = visitor.account.as_ref();
        let username = account.map_or("", |account| account.user.username.as_str());
        let back = asked.back.host_str().unwrap_or_default();
        let body = html! {
            h1 { (title) }
            p { (t::allow_text(&application.host, username)) }
            p.hint { (t::allow_back(back)) " " (t::ASSISTANTS_TEXT) }
            (form.show(visitor))
        };
        let page = Page::new(title, body).class("narrow").secret(true);
        page.status(status).forms_lead_to(Some(origin))
    };
    Page::render(visitor, page).await
}

/// Lets the assistant act, and sends the person back with the code.
async fn post(
    request: HttpRequest,
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft<Allowed>,
) -> Answer {
    // What our own page has read of the document need not be fetched again.
    let name = sent.text(NAME);
    let is_own = visitor.accepts(
        Purpose::AskedConsent,
        &[&visitor.path, name],
        sent.text(SEAL),
    );
    let known = is_own.then(|| {
        let query = &visitor.query;
        Application::known(query.text("client_id"), name, query.text("redirect_uri"))
    });
    let (application, asked) = match ask(&request, &visitor, known.flatten()).await? {
        Ok(asked) => asked,
        Err(answer) => return Ok(answer),
    };
    let service = visitor.app.service.clone();
    let trips = service.trips.list(account.caller, false).await?;
    let form = consent_form(&visitor, &application, &asked, &trips);
    let allow = async {
        let mut reader = FormReader::new(&sent);
        let name = reader.read(NAME, |_| Name::new(&application.name));
        let scope = reader.read("scope", KeyScope::parse);
        let scope = scope.map(|scope| match asked.scope {
            Some(KeyScope::Read) => KeyScope::Read,
            _ => scope,
        });
        let new = reader.finish(name.zip(scope).map(|(name, scope)| NewConsent {
            asked: asked.consent.clone(),
            name,
            scope,
            trips: read_trips(&sent),
        }))?;
        let username = account.user.username.as_str();
        service.grants.allow(account.caller, username, new).await
    };
    match form.submit(&sent, draft, allow).await? {
        Ok(code) => {
            let (back, state) = (asked.back, asked.state.as_deref());
            let to = ending(&visitor, back, state, ("code", &code));
            Ok(see_other(to.as_str()))
        }
        Err((form, status)) => show(visitor, application, asked, form, status).await,
    }
}
