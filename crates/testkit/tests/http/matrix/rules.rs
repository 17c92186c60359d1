//! The authorization rule of each operation, by operation id. Add a rule here for a new operation.

use serde_json::{Value, json};

/// The callers who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Everyone, even with an invalid token.
    Anybody,
    /// Everyone, if the user exists.
    AnybodyOfUser,
    /// Who has the link of a mail; to all others there is nothing.
    ByMail,
    /// Callers with a valid token.
    SignedIn,
    /// The holder of the account that the path names.
    Holder,
    /// The same, for whom there is nothing at the rest of the path.
    HolderOfNone,
    /// Those who may see the trip.
    ReadTrip,
    /// Those who may see the trip; others get 403 instead of 404.
    SeePictures,
    /// The trip's owner, editors and viewers.
    BeOnTrip,
    /// The trip's owner, editors and viewers; to others there is nothing.
    ReadFiles,
    /// The trip's owner and editors; to who is not on it there is nothing.
    EditFiles,
    /// The trip's owner and editors.
    EditTrip,
    /// The trip's owner.
    OwnTrip,
}

/// The subject of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The path names nothing.
    None,
    PublicTrip,
    PrivateTrip,
    DeletedTrip,
    AbsentTrip,
    /// A text that is not a trip id.
    MalformedTrip,
    /// The account of the trips' owner.
    Account,
    DeletedAccount,
    AbsentAccount,
    /// A text that is not a username.
    MalformedAccount,
}

/// The body of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Body {
    None,
    /// JSON made of a number that was not used yet.
    Json(fn(usize) -> Value),
    /// A form with a picture in the part of this name.
    Picture(&'static str),
    /// A form with a calendar.
    Calendar,
}

/// A way to call an operation, and its rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) rule: Rule,
    pub(crate) body: Body,
    /// The header `Api-Variant`, where the path has two meanings.
    pub(crate) variant: Option<&'static str>,
    /// Whether the body decides if a token is needed, so that an invalid body is refused first.
    pub(crate) body_first: bool,
}

impl Rule {
    /// The kinds of callers that the rule distinguishes.
    pub(crate) fn subjects(self) -> &'static [Subject] {
        match self {
            Self::Anybody | Self::ByMail | Self::SignedIn => &[Subject::None],
            Self::AnybodyOfUser | Self::Holder | Self::HolderOfNone => &[
                Subject::Account,
                Subject::DeletedAccount,
                Subject::AbsentAccount,
                Subject::MalformedAccount,
            ],
            Self::ReadTrip
            | Self::SeePictures
            | Self::BeOnTrip
            | Self::ReadFiles
            | Self::EditFiles
            | Self::EditTrip
            | Self::OwnTrip => &[
                Subject::PublicTrip,
                Subject::PrivateTrip,
                Subject::DeletedTrip,
                Subject::AbsentTrip,
                Subject::MalformedTrip,
            ],
        }
    }
}

const fn read(rule: Rule) -> Case {
    Case {
        rule,
        body: Body::None,
        variant: None,
        body_first: false,
    }
}

const fn json(rule: Rule, body: fn(usize) -> Value) -> Case {
    Case {
        body: Body::Json(body),
        ..read(rule)
    }
}

const fn picture(rule: Rule, part: &'static str) -> Case {
    Case {
        body: Body::Picture(part),
        ..read(rule)
    }
}

const fn chosen(variant: &'static str, case: Case) -> Case {
    Case {
        variant: Some(variant),
        ..case
    }
}

fn new_user(fresh: usize) -> Value {
    json!({"name": "New", "username": format!("new-{fresh}")})
}

fn renamed(fresh: usize) -> Value {
    json!({"name": format!("Name {fresh}")})
}

fn flags(_: usize) -> Value {
    json!({"accountLimitedDeals": true, "accountNewsletterNotifications": true})
}

fn privacy(_: usize) -> Value {
    json!({"privateAccount": true, "shareEmail": true})
}

fn grant(_: usize) -> Value {
    json!({"grant_type": "password", "username": "ada", "password": super::world::PASSWORD})
}

fn revoke_all(_: usize) -> Value {
    json!({"all": true})
}

fn revoke_one(_: usize) -> Value {
    json!({"refresh_token": "unknown"})
}

fn forgotten(_: usize) -> Value {
    json!({"login": "ada"})
}

fn new_password(_: usize) -> Value {
    json!({"password": "quite another password"})
}

fn items(fresh: usize) -> Value {
    json!({"trip_items": [{"item_type": "destination", "destination": {"name": format!("Place \
        {fresh}")}}]})
}

fn budget(fresh: usize) -> Value {
    json!({"budget": {"category": format!("Category {fresh}")}})
}

fn item(fresh: usize) -> Value {
    json!({"item_type": "destination", "day": 1 + fresh})
}

fn item_day(fresh: usize) -> Value {
    json!({"day": 2 + fresh})
}

fn place(fresh: usize) -> Value {
    json!({"latitude": fresh % 90, "longitude": -9.1})
}

fn lists(fresh: usize) -> Value {
    json!({"lists": [{"name": format!("List {fresh}"), "entries": []}]})
}

fn shift(fresh: usize) -> Value {
    json!({"days": 1 + fresh})
}

/// A payment between the two members of each trip's budget.
pub(crate) fn settlement(fresh: usize) -> Value {
    json!({"from": "x", "to": "y", "amount": 1, "note": format!("Note {fresh}")})
}

fn notes(fresh: usize) -> Value {
    json!({"notes": format!("Notes {fresh}")})
}

fn another_owner(_: usize) -> Value {
    json!({"owner": "eve"})
}

fn roles(_: usize) -> Value {
    json!({"roles": {"bob": "viewer"}})
}

fn rates(fresh: usize) -> Value {
    json!({"rates": {"XOF": fresh + 1}})
}

fn caption(fresh: usize) -> Value {
    json!({"caption": format!("Caption {fresh}")})
}

fn invitation(_: usize) -> Value {
    json!({})
}

fn share_link(fresh: usize) -> Value {
    json!({"label": format!("Link {fresh}")})
}

fn api_key(fresh: usize) -> Value {
    json!({"name": format!("Key {fresh}"), "scope": "read"})
}

fn no_trips(_: usize) -> Value {
    json!({"uuids": []})
}

/// The ways to end one token, and all.
fn revocations() -> Vec<Case> {
    let all = json(Rule::SignedIn, revoke_all);
    let all = Case {
        body_first: true,
        ..all
    };
    vec![json(Rule::Anybody, revoke_one), all]
}

/// The ways to call the operation of this id; empty if it has no rule.
pub(crate) fn cases_of(operation: &str) -> Vec<Case> {
    use Rule::{
        Anybody, BeOnTrip, EditFiles, EditTrip, OwnTrip, ReadFiles, ReadTrip, SeePictures, SignedIn,
    };
    match operation {
        "isAlive"
        | "isReady"
        | "getDefaultProfilePicture"
        | "getDefaultTripPicture"
        | "getRates"
        | "getFeed"
        | "getSharedTrip"
        | "getSharedPicture"
        | "getInvitation" => {
            vec![read(Anybody)]
        }
        "listTrips" => vec![
            read(SignedIn),
            chosen("a", read(SignedIn)),
            chosen("b", read(SignedIn)),
        ],
        "getOwnProfile" | "getSettings" | "getExperience" | "listTripsA" | "listTripsB"
        | "listTripPagesA" | "getPlaces" => {
            vec![read(SignedIn)]
        }
        "createTripA" | "createTripB" => vec![json(SignedIn, renamed)],
        // Without the header, what is no id of a trip is a username.
        "getTripA" => vec![chosen("a", read(ReadTrip))],
        "getTripB"
        | "getTripItems"
        | "getMap"
        | "getTimeline"
        | "getTripBudget"
        | "getRoles"
        | "getTripRates"
        | "getTripLists"
        | "getSettlement"
        | "listSettlements"
        | "getRecordedSettlement"
        | "listParties"
        | "listPictures"
        | "getPicture"
        | "getParty"
        | "watchTrip"
        | "exportTrip" => {
            vec![read(ReadTrip)]
        }
        "getTripPicture" | "getTripPictures" | "getTripPhoto" => vec![read(SeePictures)],
        "updateTripA" | "updateTripB" => vec![json(EditTrip, renamed)],
        "updateTripItems" => vec![json(EditTrip, items)],
        "updateTripBudget" => vec![json(EditTrip, budget)],
        "getTripItem" => vec![read(ReadTrip)],
        "addTripItem" => vec![json(EditTrip, item)],
        "updateTripItem" | "moveTripItem" => vec![json(EditTrip, item_day)],
        "setTripItemPlace" => vec![json(EditTrip, place)],
        "deleteTripItem" | "deleteTripItemPlace" | "deleteSettlement" | "deletePicture" => {
            vec![read(EditTrip)]
        }
        "shiftTrip" => vec![json(EditTrip, shift)],
        "copyTrip" => vec![json(ReadTrip, renamed)],
        "updateTripLists" => vec![json(EditTrip, lists)],
        "updateMap" => vec![json(EditTrip, notes)],
        "openTripFeed" | "closeTripFeed" => vec![read(BeOnTrip)],
        "importTrip" => vec![Case {
            body: Body::Calendar,
            ..read(SignedIn)
        }],
        "recordSettlement" => vec![json(EditTrip, settlement)],
        "createInvitation" => vec![json(OwnTrip, invitation)],
        "joinTrip" => vec![json(SignedIn, invitation)],
        "addParty" => vec![json(OwnTrip, renamed)],
        "putTripPictures" => vec![picture(EditTrip, "mainImage")],
        "addPicture" | "addFile" => vec![picture(EditTrip, "file")],
        "listFiles" | "getFile" => vec![read(ReadFiles)],
        "deleteFile" => vec![read(EditFiles)],
        "updatePicture" => vec![json(EditTrip, caption)],
        "createShareLink" | "updateShareLink" => vec![json(OwnTrip, share_link)],
        "updateTripRates" => vec![json(EditTrip, rates)],
        "updateRoles" => vec![json(OwnTrip, roles)],
        "manageTrip" => vec![json(OwnTrip, another_owner)],
        "deleteTripA" | "deleteTripB" | "listShareLinks" | "getShareLink" | "deleteShareLink"
        | "listInvitations" | "getTripInvitation" | "deleteInvitation" | "deleteParty" => {
            vec![read(OwnTrip)]
        }
        _ => cases_of_accounts(operation),
    }
}

/// The same of the operations of accounts.
fn cases_of_accounts(operation: &str) -> Vec<Case> {
    use Rule::{Anybody, AnybodyOfUser, ByMail, Holder, HolderOfNone, SignedIn};
    match operation {
        "signUp" => vec![json(Anybody, new_user)],
        "requestTokens" => vec![json(Anybody, grant)],
        "revokeTokens" => revocations(),
        "requestPasswordReset" => vec![json(Anybody, forgotten)],
        "resetPassword" => vec![json(ByMail, new_password)],
        "setPassword" => vec![json(SignedIn, new_password)],
        "getProfile" | "getProfilePicture" | "listTripsOfUser" => vec![read(AnybodyOfUser)],
        "getPrivacy" | "exportAccount" | "deleteAccount" | "openAccountFeed"
        | "closeAccountFeed" | "listApiKeys" | "getApiKey" | "deleteApiKey" | "listOwnTrips"
        | "listProposals" => {
            vec![read(Holder)]
        }
        "keepTrips" | "leaveTrips" => vec![json(Holder, no_trips)],
        "createApiKey" => vec![json(Holder, api_key)],
        "updateProfile" => vec![json(Holder, renamed)],
        "updateSettings" => vec![json(Holder, flags)],
        "updatePrivacy" => vec![json(Holder, privacy)],
        "putProfilePicture" => vec![picture(Holder, "image")],
        "takeProposal" | "deleteProposal" => vec![read(HolderOfNone)],
        _ => Vec::new(),
    }
}
