//! A cell of the matrix: a caller, an operation and a subject.

use serde_json::json;
use wayfare_testkit::{Call, Client, Method, Reply};

use super::rules::{Body, Case, Rule, Subject};
use super::world::{Caller, ITEM, Key, World};
use super::{Operation, links};
use crate::cast::NO_TRIP;
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

/// The operations that make trips.
const MAKE_TRIPS: [&str; 4] = ["createTripA", "createTripB", "importTrip", "copyTrip"];

/// All preferences: the documents declare where answers name those that were applied.
const PREFERENCES: &str = "return=representation, handling=strict, extensions";

/// What stands in the path of a call.
#[derive(Clone, Copy)]
struct Named<'n> {
    /// A trip's id or a username.
    name: &'n str,
    picture: &'n str,
    file: &'n str,
    settlement: &'n str,
    link: &'n str,
    /// The id of an API key.
    key: &'n str,
    /// The token of a share link, and the path of a picture that it shows.
    shared: (&'n str, &'n str),
    /// The id of an invitation, and the token of one.
    invitation: (&'n str, &'n str),
    party: &'n str,
    /// The secret of a calendar feed.
    feed: &'n str,
}

/// A caller, an operation and a subject.
pub(crate) struct Cell<'c> {
    pub(crate) operation: &'c Operation,
    pub(crate) case: &'c Case,
    pub(crate) caller: Caller,
    pub(crate) subject: Subject,
    pub(crate) if_match: Option<&'static str>,
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
            Rule::Anybody if self.caller.is_known() && self.exceeds_key() => return NOT_PERMITTED,
            Rule::Anybody => return Ending::Through,
            Rule::ByMail => return Ending::NotFound(404),
            Rule::AnybodyOfUser => {
                return if exists {
                    Ending::Through
                } else {
                    Ending::NotFound(404)
                };
            }
            _ if self.caller == Caller::NoToken => return NO_TOKEN,
            _ if !self.caller.is_known() => return BAD_TOKEN,
            Rule::SignedIn if self.exceeds_key() => return NOT_PERMITTED,
            Rule::SignedIn if self.joins() && self.caller == Caller::Program(Key::OtherTrip) => {
                return Ending::NotFound(404);
            }
            Rule::SignedIn => return Ending::Through,
            _ => {}
        }
        let is_hidden = match self.caller {
            Caller::Outsider if self.is_of_files() => self.subject != Subject::Account,
            Caller::Outsider => self.subject == Subject::PrivateTrip,
            Caller::Program(Key::OtherTrip) => self.subject != Subject::Account,
            _ => false,
        };
        if !exists || is_hidden {
            return Ending::NotFound(if self.case.rule == Rule::SeePictures {
                403
            } else {
                404
            });
        }
        let is_permitted = match self.case.rule {
            Rule::BeOnTrip => self.caller != Caller::Outsider,
            Rule::EditTrip | Rule::EditFiles => {
                self.caller == Caller::Editor || self.caller.is_owner()
            }
            Rule::Holder | Rule::HolderOfNone | Rule::OwnTrip => self.caller.is_owner(),
            _ => true,
        };
        if is_permitted && !self.exceeds_key() && self.case.rule == Rule::HolderOfNone {
            Ending::NotFound(404)
        } else if is_permitted && !self.exceeds_key() {
            Ending::Through
        } else {
            NOT_PERMITTED
        }
    }

    /// Whether who is not on a trip does not learn of the subject, also if the trip is public.
    fn is_of_files(&self) -> bool {
        matches!(self.case.rule, Rule::ReadFiles | Rule::EditFiles)
    }

    fn joins(&self) -> bool {
        self.operation.id == "joinTrip"
    }

    /// Whether the caller's API key is limited to some trips.
    fn has_limited_key(&self) -> bool {
        matches!(self.caller, Caller::Program(Key::ThisTrip | Key::OtherTrip))
    }

    /// Whether the caller's API key does not permit the operation, by what that says of keys.
    fn exceeds_key(&self) -> bool {
        let Caller::Program(key) = self.caller else {
            return false;
        };
        let makes_trip = MAKE_TRIPS.contains(&self.operation.id.as_str());
        match self.operation.scope.as_deref() {
            Some("account") => true,
            Some("write") => key == Key::Reading || (makes_trip && self.has_limited_key()),
            _ => false,
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
            scope: _,
            declared: _,
        } = self.operation;
        let (rule, variant) = (
            self.case.rule,
            self.case
                .variant
                .map_or(String::new(), |name| format!(", variant {name}")),
        );
        Some(format!(
            "{id} ({method} {mount}{path}{variant}), {rule:?}: {:?} at {:?}: expected \
                {expected:?}, got {found}",
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
                    scope: self.operation.scope.clone(),
                    declared: self.operation.declared.clone(),
                    ..*self.operation
                };
                Cell { operation, ..*self }.called(world, false).await
            }
            _ => self.called(world, false).await,
        };
        let undeclared = || self.operation.declared.fault_of(&reply);
        if let Some(fault) = fault_of(&reply, expected).or_else(undeclared) {
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
        let trip = world.trip(self.subject);
        let named = Named {
            name,
            picture,
            file: &trip.file,
            settlement: world.settlement(self.subject),
            link: world.link(self.subject),
            key: &world.key,
            shared: world.shared(),
            invitation: (&trip.invitation.id, trip.invitation.token()),
            party: &trip.party,
            feed: &world.feed,
        };
        let fresh = world.fresh();
        self.call(world.client(self.caller), named, fresh, spoilt)
            .await
    }

    /// Makes an allowed call that changes something, with a caller and a subject of its own.
    pub(crate) async fn written(&self, world: &World) -> Reply<serde_json::Value> {
        // A key limited to this trip covers an invitation to it alone.
        let is_of_this = self.joins() && self.caller == Caller::Program(Key::ThisTrip);
        if self.case.rule == Rule::Anybody || is_of_this {
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
            picture: &own.picture,
            file: &own.file,
            settlement: &own.settlement,
            link: &own.link,
            key: &own.key,
            shared: world.shared(),
            invitation: (&own.invitation, &own.token),
            party: &own.party,
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
            scope: _,
            declared: _,
        } = self.operation;
        let path = ["{uuid}", "{username}"]
            .iter()
            .fold(path.clone(), |path, key| path.replace(key, named.name));
        let (shared, signed) = named.shared;
        let (invitation, to_join) = named.invitation;
        let token = match id.as_str() {
            "getInvitation" | "joinTrip" => to_join,
            _ => shared,
        };
        // A signed address is called as it is.
        let path = match id.as_str() {
            "getSharedPicture" => signed.to_owned(),
            "getPlaces" => format!("{path}?q=lis"),
            _ => path,
        };
        let call = client.request(
            method.clone(),
            &format!("{mount}{}", path.replace("{picture}", named.picture))
                .replace("{file}", named.file)
                .replace("{proposal}", NO_TRIP)
                .replace("{item_id}", ITEM)
                .replace("{settlement}", named.settlement)
                .replace("{format}", "ics")
                .replace("{secret}", named.feed)
                .replace("{link}", named.link)
                .replace("{key}", named.key)
                .replace("{invitation}", invitation)
                .replace("{member}", named.party)
                .replace("{token}", token),
        );
        let call = self.case.variant.into_iter().fold(call, Call::variant);
        let call = self.if_match.into_iter().fold(call, Call::if_match);
        let call = call.header("prefer", PREFERENCES);
        let call = match self.caller {
            Caller::LinkHolder(_) => call.header("share-password", links::PASSWORD),
            _ => call,
        };
        match self.case.body {
            Body::None => call,
            Body::Json(_) if spoilt => call.json(&json!({
                "name": null, "budget": 1, "notes": [], "all": 7, "trip_items": 1, "members": 1,
                "roles": 1, "rates": 1, "lists": 1, "label": 1, "role": 1, "as": 1, "caption": 1,
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
        Ending::Through => matches!(status, 200 | 201 | 202 | 204 | 304) && challenge.is_none(),
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
