//! API keys and assistants on the account's page: the lists, making a key, and ending either.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use maud::{Markup, html};
use url::Url;
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_domain::{
    ApiKey, Consent, Date, GrantId, GrantKind, KeyGrant, KeyScope, Name, TripId, Violations,
};
use wayfare_service::{Error, GrantPlace, GrantView, NewApiKey, Precondition, TripHead};

use crate::Site;
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
        Endpoint::at("/account/assistants/end")
            .get(ask_to_end)
            .post(end),
    ]
}

/// The keys and assistants of an account, and the names of its trips if one is limited to some.
pub(crate) struct OwnKeys {
    keys: Vec<ApiKey>,
    assistants: Vec<Consent>,
    trips: HashMap<TripId, Name>,
}

impl OwnKeys {
    /// Reads the keys and assistants of an account.
    ///
    /// # Errors
    /// 503.
    pub(crate) async fn read(visitor: &Visitor, account: &Account) -> Result<Self, Problem> {
        let service = &visitor.app.service;
        let username = account.user.username.as_str();
        let keys = service.grants.keys(account.caller, username).await?;
        let assistants = service.grants.assistants(account.caller, username).await?;
        let permits = assistants.iter().map(|consent| &consent.scope.permits);
        let mut permits = permits.chain(keys.iter().map(|key| &key.scope));
        let is_limited = permits.any(|permits| permits.trips.is_some());
        let trips = if is_limited {
            service.trips.list(account.caller, false).await?
        } else {
            Arc::default()
        };
        let trips = trips.iter().map(|trip| (trip.id, trip.name.clone()));
        Ok(Self {
            keys,
            assistants,
            trips: trips.collect(),
        })
    }

    /// The sections of the account's page.
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
                                    span.meta {
                                        @for part in self.facts(&key.scope, key.last_used) {
                                            " · " (part)
                                        }
                                        " · " (ending_of(key))
                                    }
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
            @if !self.assistants.is_empty() {
                section.part #assistants aria-labelledby="assistants-title" {
                    h2 #assistants-title tabindex="-1" { (t::ASSISTANTS) }
                    p { (t::ASSISTANTS_TEXT) }
                    ul.rows {
                        @for consent in &self.assistants { (self.show_assistant(site, consent)) }
                    }
                }
            }
        }
    }

    fn show_assistant(&self, site: &Site, consent: &Consent) -> Markup {
        let host = Url::parse(&consent.scope.application).ok();
        let host = host.and_then(|url| Some(url.host_str()?.to_owned()));
        let address = format!("/account/assistants/end?id={}", consent.id);
        let facts = self.facts(&consent.scope.permits, consent.last_used);
        html! {
            li {
                span {
                    b { (consent.label.as_str()) }
                    span.meta { @for part in host.into_iter().chain(facts) { " · " (part) } }
                }
                a.tool href=(site.to(&address)) { (t::END_ASSISTANT) }
            }
        }
    }

    /// What a key or assistant may do, with which trips, and when it was used.
    fn facts(&self, permits: &KeyGrant, last_used: Option<Date>) -> [String; 3] {
        let trips = match &permits.trips {
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
            scope_label(permits.scope).to_owned(),
            trips,
            last_used.map_or(t::KEY_UNUSED.to_string(), |used| {
                t::key_used(&day(used.midnight()))
            }),
        ]
    }
}

fn ending_of(key: &ApiKey) -> String {
    key.expires_at.map_or(t::KEY_NEVER_ENDS.to_string(), |at| {
        t::until(&format::short_date(format::last_day(at)))
    })
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
    let mut fields = permission_fields(trips, true, KeyScope::Read);
    fields.insert(0, Field::new("name", t::KEY_NAME, "").required());
    let last_day = Field::new("expires_at", t::KEY_LAST_DAY, "");
    fields.insert(2, last_day.kind(Kind::Of("date")).narrow());
    Form::new(visitor.site.to("/account/keys"), t::MAKE_KEY, fields)
        .cancel(visitor.site.to("/account#keys"))
}

/// The fields that choose a scope, which may be one that writes, and some of these trips.
pub(super) fn permission_fields(
    trips: &[TripHead],
    may_write: bool,
    chosen: KeyScope,
) -> Vec<Field> {
    let scopes = KeyScope::ALL.into_iter();
    let scopes = scopes.filter(|scope| may_write || *scope == KeyScope::Read);
    let scopes = scopes.map(|scope| {
        let label = scope_label(scope);
        (scope.as_str().to_owned(), label.to_owned())
    });
    let scope = Field::new("scope", t::KEY_MAY, chosen.as_str());
    let choices = [
        ("all", t::KEY_ALL_TRIPS.get()),
        (SOME, t::KEY_SOME_TRIPS.get()),
    ];
    let choices = choices.map(|(value, label)| (value.to_owned(), label.to_owned()));
    let mut fields = vec![scope.kind(Kind::Choice(scopes.collect())).narrow()];
    if !trips.is_empty() {
        let which = Field::new("trips", t::KEY_TRIPS, "all");
        fields.push(which.kind(Kind::Choice(choices.to_vec())));
        let boxes = trips.iter().take(MAX_TRIPS).map(|trip| {
            let name = format!("{TRIP}{}", trip.id);
            Field::check(&name, trip.name.as_str(), false)
        });
        fields.extend(boxes);
    }
    fields
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
    reader.finish(Some(NewApiKey {
        name,
        scope,
        trips: read_trips(sent),
        expires_at: expires_at.flatten(),
        ..NewApiKey::default()
    }))
}

/// The trips that are chosen; `None` for all.
pub(super) fn read_trips(sent: &Fields) -> Option<Vec<Option<TripId>>> {
    let trips = sent.iter().filter_map(|(name, _)| name.strip_prefix(TRIP));
    let trips = trips.map(TripId::parse).collect();
    (sent.text("trips") == SOME).then_some(trips)
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
    let title = t::delete_of(key.label.as_str());
    let form = Form::new(visitor.path.clone(), t::DELETE_KEY, Vec::new());
    show_question(visitor, title, t::DELETE_KEY_TEXT, form, "/account#keys").await
}

async fn delete(SentForm(visitor, account, ..): SentForm) -> Answer {
    end_grant(&visitor, &account, GrantKind::ApiKey).await?;
    Ok(see_other(
        &visitor.site.to("/account?done=key-deleted#keys"),
    ))
}

async fn ask_to_end(SignedIn(visitor, account): SignedIn) -> Answer {
    let grants = &visitor.app.service.grants;
    let assistants = grants.assistants(account.caller, account.user.username.as_str());
    let id = GrantId::parse(visitor.query.text("id"));
    let consent = assistants.await?.into_iter().find(|it| Some(it.id) == id);
    let title = t::delete_of(consent.ok_or(Error::NotFound)?.label.as_str());
    let form = Form::new(visitor.path.clone(), t::END_ASSISTANT, Vec::new());
    let (text, back) = (t::END_ASSISTANT_TEXT, "/account#assistants");
    show_question(visitor, title, text, form, back).await
}

async fn end(SentForm(visitor, account, ..): SentForm) -> Answer {
    end_grant(&visitor, &account, GrantKind::Assistant).await?;
    Ok(see_other(
        &visitor.site.to("/account?done=assistant-ended#assistants"),
    ))
}

/// The page that asks before something ends, whose form leads back to an address without it.
async fn show_question(
    visitor: Visitor,
    title: String,
    text: t::Text,
    form: Form,
    back: &str,
) -> Answer {
    let form = form.cancel(visitor.site.to(back)).danger();
    let page = move |visitor: &Visitor| {
        let body = html! { h1 { (title) } p { (text) } (form.show(visitor)) };
        Page::new(title, body).class("narrow")
    };
    Page::render(visitor, page).await
}

/// Ends the grant of a kind that the query names.
async fn end_grant(visitor: &Visitor, account: &Account, kind: GrantKind) -> Result<(), Problem> {
    let grants = &visitor.app.service.grants;
    let id = GrantId::parse(visitor.query.text("id")).ok_or(Error::NotFound)?;
    let place = GrantPlace::Account(account.user.username.as_str().to_owned());
    let revoked = grants.revoke(account.caller, kind, place, id, Precondition::None);
    Ok(form::ended(revoked.await)?)
}
