//! API keys on the account's page: the list, making one, and deleting one.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use maud::{Markup, html};
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_domain::{
    ApiKey, Date, GrantId, GrantKind, KeyGrant, KeyScope, Name, TripId, Violations,
};
use wayfare_service::{Error, GrantPlace, GrantView, NewApiKey, Precondition, TripHead};

use crate::form::{
    self, Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft, sent_fields,
};
use crate::i18n::{format, texts as t};
use crate::markup::layout::Page;
use crate::session::{Account, SignedIn, Visitor, see_other};

/// The most trips that a new key can be limited to by the form, the newest.
const MAX_TRIPS: usize = 200;
/// The prefix of the names of boxes that choose trips.
const TRIP: &str = "trip.";
/// The value of a choice of some trips.
const SOME: &str = "some";

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/account/keys").post(create),
        Endpoint::at("/account/keys/new").get(get_new),
        Endpoint::at("/account/keys/delete").get(ask).post(delete),
    ]
}

/// The keys of an account, and the names of its trips if a key is limited to some.
pub(crate) struct OwnKeys {
    keys: Vec<ApiKey>,
    trips: HashMap<TripId, Name>,
}

impl OwnKeys {
    /// Reads the keys of an account.
    ///
    /// # Errors
    /// 503.
    pub(crate) async fn read(visitor: &Visitor, account: &Account) -> Result<Self, Problem> {
        let service = &visitor.app.service;
        let username = account.user.username.as_str();
        let keys = service.grants.keys(account.caller, username).await?;
        let is_limited = keys.iter().any(|key| key.scope.trips.is_some());
        let trips = if is_limited {
            service.trips.list(account.caller, false).await?
        } else {
            Arc::default()
        };
        let trips = trips.iter().map(|trip| (trip.id, trip.name.clone()));
        Ok(Self {
            keys,
            trips: trips.collect(),
        })
    }

    /// The section of the account's page.
    pub(crate) fn show(&self, visitor: &Visitor) -> Markup {
        let site = &visitor.site;
        html! {
            section.part #keys aria-labelledby="keys-title" {
                h2 #keys-title tabindex="-1" { (t::KEYS) }
                p { (t::KEYS_TEXT) }
                @if !self.keys.is_empty() {
                    ul.rows {
                        @for key in &self.keys {
                            li {
                                span {
                                    b { (key.label.as_str()) }
                                    span.meta { @for part in self.facts(key) { " · " (part) } }
                                }
                                @let address = format!("/account/keys/delete?id={}", key.id);
                                a.tool href=(site.to(&address))
                                    aria-label=(t::delete_of(&format::short(key.label.as_str()))) {
                                    (t::DELETE_KEY)
                                }
                            }
                        }
                    }
                }
                p { a.tool href=(site.to("/account/keys/new")) { (t::NEW_KEY) } }
            }
        }
    }

    /// What a key may do, with which trips, when it was used and when it ends.
    fn facts(&self, key: &ApiKey) -> [String; 4] {
        let trips = match &key.scope.trips {
            None => t::KEY_ALL_TRIPS.to_string(),
            Some(trips) => {
                let name = |trip| {
                    self.trips
                        .get(&trip)
                        .map_or(t::KEY_OTHER_TRIP.get(), Name::as_str)
                };
                trips.iter().map(name).collect::<Vec<&str>>().join(", ")
            }
        };
        let day = |at| format::short_date(format::utc_date(at));
        [
            scope_label(key.scope.scope).to_owned(),
            trips,
            key.last_used.map_or(t::KEY_UNUSED.to_string(), |used| {
                t::key_used(&day(used.midnight()))
            }),
            key.expires_at.map_or(t::KEY_NEVER_ENDS.to_string(), |at| {
                t::until(&format::short_date(format::last_day(at)))
            }),
        ]
    }
}

fn scope_label(scope: KeyScope) -> &'static str {
    match scope {
        KeyScope::Read => t::KEY_READS.get(),
        KeyScope::Write => t::KEY_WRITES.get(),
    }
}

sent_fields!(NewKey CHOICES "scope trips");

/// The form of a new key, which reads all of these trips unless something else is chosen.
fn new_form(visitor: &Visitor, trips: &[TripHead]) -> Form {
    let scopes = KeyScope::ALL.map(|scope| {
        let label = scope_label(scope);
        (scope.as_str().to_owned(), label.to_owned())
    });
    let scope = Field::new("scope", t::KEY_MAY, KeyScope::Read.as_str());
    let choices = [
        ("all", t::KEY_ALL_TRIPS.get()),
        (SOME, t::KEY_SOME_TRIPS.get()),
    ];
    let choices = choices.map(|(value, label)| (value.to_owned(), label.to_owned()));
    let mut fields = vec![
        Field::new("name", t::KEY_NAME, "").required(),
        scope.kind(Kind::Choice(scopes.to_vec())).narrow(),
        Field::new("expires_at", t::KEY_LAST_DAY, "")
            .kind(Kind::Of("date"))
            .narrow(),
    ];
    if !trips.is_empty() {
        let which = Field::new("trips", t::KEY_TRIPS, "all");
        fields.push(which.kind(Kind::Choice(choices.to_vec())));
        let boxes = trips.iter().take(MAX_TRIPS).map(|trip| {
            let name = format!("{TRIP}{}", trip.id);
            Field::check(&name, trip.name.as_str(), false)
        });
        fields.extend(boxes);
    }
    Form::new(visitor.site.to("/account/keys"), t::MAKE_KEY, fields)
        .cancel(visitor.site.to("/account#keys"))
}

async fn get_new(SignedIn(visitor, account): SignedIn) -> Answer {
    let trips = visitor.app.service.trips.list(account.caller, false);
    let form = new_form(&visitor, &trips.await?);
    show_form(visitor, form, StatusCode::OK).await
}

async fn show_form(visitor: Visitor, form: Form, status: StatusCode) -> Answer {
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::NEW_KEY) }
            p { (t::KEYS_TEXT) }
            (form.show(visitor))
        };
        Page::new(t::NEW_KEY, body).class("narrow").status(status)
    };
    Page::render(visitor, page).await
}

/// Makes a key, and shows it this once.
async fn create(SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft<NewKey>) -> Answer {
    let service = visitor.app.service.clone();
    let trips = service.trips.list(account.caller, false).await?;
    let username = account.user.username.as_str();
    let make = async {
        let new = NewApiKey {
            claim: visitor.claim(&sent),
            ..read(&sent)?
        };
        form::once(service.grants.make_key(account.caller, username, new).await)
    };
    match new_form(&visitor, &trips)
        .submit(&sent, draft, make)
        .await?
    {
        Ok(Some(made)) => Ok(show_made(&visitor, &made)),
        // It was sent twice: the answer that held the key was the first one.
        Ok(None) => Ok(see_other(&visitor.site.to("/account?done=shown#keys"))),
        Err((form, status)) => show_form(visitor, form, status).await,
    }
}

fn show_made(visitor: &Visitor, made: &GrantView<KeyGrant>) -> actix_web::HttpResponse {
    let body = html! {
        p.back { a href=(visitor.site.to("/account#keys")) { "← " (t::ACCOUNT) } }
        h1 { (made.grant.label.as_str()) }
        p {
            label for="key" { (t::KEY) }
            input #key readonly value=(made.token) autocomplete="off" spellcheck="false";
            button.button.quiet type="button" hidden
                data-copy=(made.token) data-copied=(t::COPIED) { (t::COPY) }
        }
        p.note { (t::KEY_ONCE) }
    };
    let page = Page::new(t::NEW_KEY, body).class("narrow").secret(true);
    page.render_small(visitor)
}

/// The key that the fields ask for.
fn read(sent: &Fields) -> Result<NewApiKey, Violations> {
    let mut reader = FormReader::new(sent);
    let name = reader.read("name", Name::new);
    let scope = reader.read("scope", KeyScope::parse);
    let expires_at = reader.optional("expires_at", |text| {
        // It is good for the whole of its last day.
        Ok(Date::parse(text)?.midnight().plus_days(1))
    });
    let trips = sent.iter().filter_map(|(name, _)| name.strip_prefix(TRIP));
    let trips = trips.map(TripId::parse).collect();
    reader.finish(Some(NewApiKey {
        name,
        scope,
        trips: (sent.text("trips") == SOME).then_some(trips),
        expires_at: expires_at.flatten(),
        ..NewApiKey::default()
    }))
}

/// The key that the query names.
async fn find(visitor: &Visitor, account: &Account) -> Result<ApiKey, Problem> {
    let grants = &visitor.app.service.grants;
    let keys = grants.keys(account.caller, account.user.username.as_str());
    let id = GrantId::parse(visitor.query.text("id"));
    let key = keys.await?.into_iter().find(|key| Some(key.id) == id);
    Ok(key.ok_or(Error::NotFound)?)
}

async fn ask(SignedIn(visitor, account): SignedIn) -> Answer {
    let key = find(&visitor, &account).await?;
    let form = Form::new(visitor.path.clone(), t::DELETE_KEY, Vec::new());
    let form = form.cancel(visitor.site.to("/account#keys")).danger();
    let page = move |visitor: &Visitor| {
        let title = t::delete_of(key.label.as_str());
        let body = html! {
            h1 { (title) }
            p { (t::DELETE_KEY_TEXT) }
            (form.show(visitor))
        };
        Page::new(title, body).class("narrow")
    };
    Page::render(visitor, page).await
}

async fn delete(SentForm(visitor, account, ..): SentForm) -> Answer {
    let grants = &visitor.app.service.grants;
    let id = GrantId::parse(visitor.query.text("id")).ok_or(Error::NotFound)?;
    let place = GrantPlace::Account(account.user.username.as_str().to_owned());
    let revoked = grants.revoke(
        account.caller,
        GrantKind::ApiKey,
        place,
        id,
        Precondition::None,
    );
    form::ended(revoked.await)?;
    Ok(see_other(
        &visitor.site.to("/account?done=key-deleted#keys"),
    ))
}
