//! A cell of the matrix: a caller, an operation and a subject.

use serde_json::json;
use wayfare_testkit::{Call, Client, Method, Reply};

use super::rules::{Body, Case, Rule, Subject};
use super::world::{Caller, ITEM, World};
use super::{Operation, links};
use crate::pictures::samples::jpeg;

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The call is allowed.
    Through,
    /// 401, with this word and challenge.
    Refused(&'static str, &'static str),
    /// The subject does not exist or is hidden from the caller; answered by this status.
    NotFound(u16),
}

const NO_TOKEN: Ending = Ending::Refused("token-missing", "Bearer");
const BAD_TOKEN: Ending = Ending::Refused("token-refused", "Bearer error=\"invalid_token\"");
const NOT_PERMITTED: Ending =
    Ending::Refused("not-permitted", "Bearer error=\"insufficient_scope\"");

/// What stands in the path of a call.
#[derive(Clone, Copy)]
struct Named<'n> {
    /// A trip's id or a username.
    name: &'n str,
    picture: &'n str,
    settlement: &'n str,
    link: &'n str,
    /// The token of a share link, and the path of a picture that it shows.
    shared: (&'n str, &'n str),
    /// The secret of a calendar feed.
    feed: &'n str,
}

/// A caller, an operation and a subject.
pub(crate) struct Cell<'c> {
    pub(crate) operation: &'c Operation,
    pub(crate) case: &'c Case,
    pub(crate) caller: Caller,
    pub(crate) subject: Subject,
}

impl Cell<'_> {
    /// What the rule says of this cell (docs/interface.md, "Authorization"): token, then
    /// existence and visibility, then permission.
    fn expected(&self) -> Ending {
        let exists = matches!(
            self.subject,
            Subject::PublicTrip | Subject::PrivateTrip | Subject::Account
        );
        match self.case.rule {
            Rule::Anybody => return Ending::Through,
            Rule::AnybodyOfUser => {
                return if exists {
                    Ending::Through
                } else {
                    Ending::NotFound(404)
                };
            }
            _ if self.caller == Caller::NoToken => return NO_TOKEN,
            _ if !self.caller.is_known() => return BAD_TOKEN,
            Rule::SignedIn => return Ending::Through,
            _ => {}
        }
        let is_hidden = self.subject == Subject::PrivateTrip && self.caller == Caller::Outsider;
        if !exists || is_hidden {
            return Ending::NotFound(if self.case.rule == Rule::SeePictures {
                403
            } else {
                404
            });
        }
        let is_permitted = match self.case.rule {
            Rule::BeOnTrip => {
                matches!(self.caller, Caller::Viewer | Caller::Editor | Caller::Owner)
            }
            Rule::EditTrip => matches!(self.caller, Caller::Editor | Caller::Owner),
            Rule::Holder | Rule::OwnTrip => self.caller == Caller::Owner,
            _ => true,
        };
        if is_permitted {
            Ending::Through
        } else {
            NOT_PERMITTED
        }
    }

    /// The fault of this cell, if any.
    pub(crate) async fn check(&self, world: &World) -> Option<String> {
        let expected = self.expected();
        let found = self.first_fault(world, expected).await?;
        let Operation {
            mount,
            method,
            path,
            id,
        } = self.operation;
        let (rule, variant) = (
            self.case.rule,
            self.case
                .variant
                .map_or(String::new(), |name| format!(", variant {name}")),
        );
        Some(format!(
            "{id} ({method} {mount}{path}{variant}), {rule:?}: {:?} at {:?}: expected {expected:?}, got {found}",
            self.caller, self.subject
        ))
    }

    async fn first_fault(&self, world: &World, expected: Ending) -> Option<String> {
        let reply = match expected {
            Ending::Through if self.operation.method != Method::GET => self.written(world).await,
            // The events of a trip have no end.
            Ending::Through if self.operation.id == "watchTrip" => {
                let operation = &Operation {
                    method: Method::HEAD,
                    path: self.operation.path.clone(),
                    id: self.operation.id.clone(),
                    ..*self.operation
                };
                Cell { operation, ..*self }.called(world, false).await
            }
            _ => self.called(world, false).await,
        };
        if let Some(fault) = fault_of(&reply, expected) {
            return Some(fault);
        }
        let sends = !matches!(self.case.body, Body::None);
        // Owner-only changes by an editor are detected after the body is read.
        let by_body = self.case.body_first
            || (self.case.rule == Rule::OwnTrip && self.caller == Caller::Editor);
        if expected == Ending::Through || !sends || by_body {
            return None;
        }
        // A refused caller gets no errors about the body.
        fault_of(&self.called(world, true).await, expected)
            .map(|fault| format!("{fault} for a bad body"))
    }

    /// Makes the call on the data that all cells share.
    async fn called(&self, world: &World, spoilt: bool) -> Reply<serde_json::Value> {
        let (name, picture) = world.named(self.subject);
        let named = Named {
            name,
            picture,
            settlement: world.settlement(self.subject),
            link: world.link(self.subject),
            shared: world.shared(),
            feed: &world.feed,
        };
        let fresh = world.fresh();
        self.call(world.client(self.caller), named, fresh, spoilt)
            .await
    }

    /// Makes an allowed call that changes something, with a caller and a subject of its own.
    async fn written(&self, world: &World) -> Reply<serde_json::Value> {
        if self.case.rule == Rule::Anybody {
            return self.called(world, false).await;
        }
        let own = world
            .own(self.caller, self.subject == Subject::PrivateTrip)
            .await;
        let name = if self.case.rule == Rule::Holder {
            &own.username
        } else {
            &own.trip
        };
        let named = Named {
            name,
            picture: "",
            settlement: &own.settlement,
            link: &own.link,
            shared: world.shared(),
            feed: &world.feed,
        };
        self.call(&own.client, named, world.fresh(), false).await
    }

    fn call(
        &self,
        client: &Client,
        named: Named<'_>,
        fresh: usize,
        spoilt: bool,
    ) -> Call<serde_json::Value> {
        let Operation {
            mount,
            method,
            path,
            id,
        } = self.operation;
        let path = ["{uuid}", "{username}"]
            .iter()
            .fold(path.clone(), |path, key| path.replace(key, named.name));
        let (token, signed) = named.shared;
        // A signed address is called as it is.
        let path = match id.as_str() {
            "getSharedPicture" => signed.to_owned(),
            "getPlaces" => format!("{path}?q=lis"),
            _ => path,
        };
        let call = client.request(
            method.clone(),
            &format!("{mount}{}", path.replace("{picture}", named.picture))
                .replace("{item_id}", ITEM)
                .replace("{settlement}", named.settlement)
                .replace("{format}", "ics")
                .replace("{secret}", named.feed)
                .replace("{link}", named.link)
                .replace("{token}", token),
        );
        let call = self.case.variant.into_iter().fold(call, Call::variant);
        let call = match self.caller {
            Caller::LinkHolder(_) => call.header("share-password", links::PASSWORD),
            _ => call,
        };
        match self.case.body {
            Body::None => call,
            Body::Json(_) if spoilt => call.json(&json!({
                "name": null, "budget": 1, "notes": [], "all": 7, "trip_items": 1, "members": 1,
                "roles": 1, "rates": 1, "label": 1,
            })),
            Body::Json(body) => call.json(&body(fresh)),
            Body::Calendar if spoilt => call.file("file", "a.ics", "no calendar"),
            Body::Calendar => call.file("file", "a.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
            Body::Picture(part) if spoilt => call.file(part, "a.jpg", "no picture"),
            Body::Picture(part) => call.file(
                part,
                "a.jpg",
                jpeg(8, 8, u8::try_from(fresh % 200).unwrap()),
            ),
        }
    }
}

/// The differences between an answer and the expected result.
fn fault_of(reply: &Reply<serde_json::Value>, expected: Ending) -> Option<String> {
    let problem: serde_json::Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let (status, challenge) = (reply.status, reply.header("www-authenticate"));
    let word = problem["type"]
        .as_str()
        .and_then(|kind| kind.strip_prefix("urn:wayfare:problem:"));
    let is_right = match expected {
        Ending::Through => matches!(status, 200 | 201 | 204 | 304) && challenge.is_none(),
        Ending::Refused(wanted, by) => {
            status == 401 && word == Some(wanted) && challenge == Some(by)
        }
        Ending::NotFound(wanted) => {
            status == wanted && word == Some("not-found") && challenge.is_none()
        }
    };
    let is_problem = reply.header("content-type") == Some("application/problem+json")
        && problem["status"] == status
        && problem["instance"].as_str() == reply.request_id();
    if is_right && (expected == Ending::Through || is_problem) {
        return None;
    }
    Some(format!(
        "{reply:?} ({})",
        challenge.unwrap_or("no challenge")
    ))
}
