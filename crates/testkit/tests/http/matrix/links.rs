//! Share links in each state, with every operation: those of links as every caller, all others as
//! somebody who has a link and sends its token and its password as if they were an account's.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, Reply};

use super::cells::Cell;
use super::rules::{Case, Rule, Subject};
use super::world::{CALLERS, Caller, World, trip};
use super::{AT_ONCE, Operation, documented, world_on};

/// The password of the links that have one.
pub(crate) const PASSWORD: &str = "lisboa";
/// An entity tag that no trip has.
const STALE: &str = "\"0-stale\"";

/// The state of a link, and the password sent with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// There is no such link.
    Unknown,
    Live,
    Expired,
    Revoked,
    NoPassword,
    WrongPassword,
    RightPassword,
    /// All sections but the map are off.
    SectionOff,
    /// The trip has another owner.
    OwnerLeft,
    TripDeleted,
}

const STATES: [State; 10] = [
    State::Unknown,
    State::Live,
    State::Expired,
    State::Revoked,
    State::NoPassword,
    State::WrongPassword,
    State::RightPassword,
    State::SectionOff,
    State::OwnerLeft,
    State::TripDeleted,
];

/// An answer: its status, and the kind of its problem.
type Ending = (u16, &'static str);

const SHOWN: Ending = (200, "");
const NOT_FOUND: Ending = (404, "not-found");

impl State {
    /// Whether the trip still has the link.
    fn is_listed(self) -> bool {
        !matches!(
            self,
            Self::Unknown | Self::Revoked | Self::OwnerLeft | Self::TripDeleted
        )
    }

    /// What everybody who has the link gets.
    fn shown(self) -> Ending {
        match self {
            Self::Live | Self::RightPassword | Self::SectionOff => SHOWN,
            Self::NoPassword | Self::WrongPassword => (401, "share-password"),
            _ => NOT_FOUND,
        }
    }

    /// What everybody who has the signed address of a picture gets.
    fn picture_shown(self) -> Ending {
        match self {
            Self::Live | Self::NoPassword | Self::WrongPassword | Self::RightPassword => SHOWN,
            _ => (403, "link-refused"),
        }
    }

    fn password(self) -> Option<&'static str> {
        match self {
            Self::WrongPassword => Some("porto"),
            Self::RightPassword => Some(PASSWORD),
            _ => None,
        }
    }

    /// Who owns the trip.
    fn owner(self) -> Caller {
        match self {
            Self::OwnerLeft => Caller::Editor,
            _ => Caller::Owner,
        }
    }
}

/// A link in a state.
struct Link {
    state: State,
    private: bool,
    trip: String,
    id: String,
    token: String,
    /// The signed address of a picture.
    picture: String,
}

#[expect(clippy::print_stdout, reason = "a test may tell what it has covered")]
pub(super) async fn links_follow_the_matrix_in_each_state(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let mut world = world_on(&server, &clock).await;
    let mut links = Vec::new();
    for private in [false, true] {
        for state in STATES {
            links.push(link(&world, state, private).await);
        }
    }
    // Some links expire.
    clock.advance(Duration::from_secs(10));
    let tokens = links.iter().take(STATES.len()).map(|link| &link.token);
    let holder = |token: &String| server.client().with_token(token);
    world.holders = tokens.map(holder).collect();
    let (mut seen, mut failures) = ([0; 3], Vec::new());
    let before = world.state().await;
    for (operation, cases) in documented(&server).await {
        match operation.id.as_str() {
            "getSharedTrip" | "getSharedPicture" => {
                seen[0] += opened(&world, &operation, &links, &mut failures).await;
            }
            "listShareLinks" | "getShareLink" | "updateShareLink" | "deleteShareLink" => {
                seen[1] += managed(&world, &operation, &links, &mut failures).await;
            }
            _ => {
                for case in &cases {
                    seen[2] += held(&world, &operation, case, &mut failures).await;
                }
            }
        }
    }
    if world.state().await != before {
        failures.push("a call changed something".to_owned());
    }
    println!(
        "{} cells of opened links, {} of managed ones, {} of other operations",
        seen[0], seen[1], seen[2]
    );
    assert!(
        failures.is_empty(),
        "{} cells are wrong:\n{}",
        failures.len(),
        failures.join("\n")
    );
    // Two operations at three mounts; four at three mounts; by ten states, two trips and all
    // callers.
    assert_eq!(seen[..2], [2 * 3 * 180, 4 * 3 * 180]);
    assert!(seen[2] > 2_000, "{seen:?}");
}

/// Makes a link, opens it once, and brings it into its state, except for expiry.
async fn link(world: &World, state: State, private: bool) -> Link {
    let ada = world.ada.extensions();
    let subject = if private {
        Subject::PrivateTrip
    } else {
        Subject::PublicTrip
    };
    let uuid = match state {
        State::OwnerLeft | State::TripDeleted => {
            trip(&world.ada, &[&world.bob], &world.vic, private)
                .await
                .uuid
        }
        _ => world.named(subject).0.to_owned(),
    };
    let body = match state {
        State::Expired => json!({"expiresAt": "2026-05-01T13:00:10Z"}),
        State::NoPassword | State::WrongPassword | State::RightPassword => {
            json!({"password": PASSWORD})
        }
        _ => json!({}),
    };
    let made = ada.create_share_link(&uuid, &body).await;
    let mut made = made.expect_status(201).json();
    let nobody = world.client(Caller::NoToken).extensions();
    let shown = nobody.shared_with(made.token(), PASSWORD).await.json();
    let picture = shown.photos.unwrap().remove(0);
    let mut picture = picture[picture.find("/api/v1/").unwrap()..].to_owned();
    // The use of a link is recorded after the answer.
    while ada.share_links(&uuid).await.json()[0].last_used.is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let token = match state {
        // Ids begin with another character.
        State::Unknown => format!("z{}", &made.token()[1..]),
        _ => made.token().to_owned(),
    };
    match state {
        State::Unknown => {
            let ended = ada.delete_share_link(&uuid, &made.id).await;
            ended.expect_status(204);
            let id = "01890000-0000-7000-8000-000000000000";
            picture = picture.replace(&made.id, id);
            id.clone_into(&mut made.id);
        }
        State::Revoked => {
            let ended = ada.delete_share_link(&uuid, &made.id).await;
            ended.expect_status(204);
        }
        State::SectionOff => {
            let off = json!({"sections": ["map"]});
            let off = ada.update_share_link(&uuid, &made.id, &off).await;
            off.expect_status(200);
        }
        State::OwnerLeft => {
            let left = world.ada.a().manage(&uuid, &json!({"owner": "bob"})).await;
            left.expect_status(200);
        }
        State::TripDeleted => {
            world.ada.b().delete(&uuid).await.expect_status(204);
        }
        _ => {}
    }
    Link {
        token,
        state,
        private,
        trip: uuid,
        id: made.id,
        picture,
    }
}

/// Opens each link as every caller: an account makes no difference.
async fn opened(
    world: &World,
    operation: &Operation,
    links: &[Link],
    failures: &mut Vec<String>,
) -> usize {
    let is_picture = operation.id == "getSharedPicture";
    every(links, failures, async |link: &Link, caller| {
        let path = if is_picture {
            link.picture.clone()
        } else {
            operation.path.replace("{token}", &link.token)
        };
        let path = format!("{}{path}", operation.mount);
        let call = world.client(caller).request(Method::GET, &path);
        let password = link.state.password().into_iter();
        let reply = password.fold(call, |call, password| {
            call.header("share-password", password)
        });
        let reply = reply.await;
        let expected = if is_picture {
            link.state.picture_shown()
        } else {
            link.state.shown()
        };
        let is_cut = link.state == State::SectionOff && !is_picture;
        let keys = ["date", "desc", "map", "name"];
        let has_others = is_cut && !keys.iter().eq(reply_keys(&reply).iter());
        let fault = fault_of(&reply, expected);
        fault.or_else(|| has_others.then(|| format!("other sections: {reply:?}")))
    })
    .await
}

/// Lists, changes and ends each link as every caller.
async fn managed(
    world: &World,
    operation: &Operation,
    links: &[Link],
    failures: &mut Vec<String>,
) -> usize {
    every(links, failures, async |link: &Link, caller| {
        let path = operation.path.replace("{uuid}", &link.trip);
        let path = format!("{}{}", operation.mount, path.replace("{link}", &link.id));
        let call = world
            .client(caller)
            .request(operation.method.clone(), &path);
        // Neither changes anything: an empty change, and a deletion of an earlier version.
        let (call, done) = match operation.id.as_str() {
            "listShareLinks" | "getShareLink" => (call, SHOWN),
            "updateShareLink" => (call.json(&json!({})), (304, "")),
            _ => (call.if_match(STALE), (412, "version-mismatch")),
        };
        let is_list = operation.id == "listShareLinks";
        let state = link.state;
        let hidden = link.private && caller == Caller::Outsider;
        let expected = match caller {
            Caller::NoToken => (401, "token-missing"),
            _ if !caller.is_known() => (401, "token-refused"),
            _ if state == State::TripDeleted || hidden => NOT_FOUND,
            _ if caller != state.owner() => (401, "not-permitted"),
            _ if is_list || state.is_listed() => done,
            _ => NOT_FOUND,
        };
        let reply = call.await;
        let lists = String::from_utf8_lossy(&reply.body).contains(&link.id);
        let is_wrong = is_list && expected == SHOWN && lists != state.is_listed();
        let fault = fault_of(&reply, expected);
        fault.or_else(|| is_wrong.then(|| format!("listed: {lists}")))
    })
    .await
}

/// Calls another operation with the tokens of links in place of an account's.
async fn held(
    world: &World,
    operation: &Operation,
    case: &Case,
    failures: &mut Vec<String>,
) -> usize {
    let kept = [
        Subject::None,
        Subject::PublicTrip,
        Subject::PrivateTrip,
        Subject::Account,
    ];
    // What everybody may call takes any token.
    if case.rule == Rule::Anybody {
        return 0;
    }
    let subjects = case.rule.subjects().iter();
    let cells = subjects.filter(|subject| kept.contains(subject));
    let cells = cells.flat_map(|subject| {
        (0..STATES.len()).map(|state| Cell {
            operation,
            case,
            caller: Caller::LinkHolder(state),
            subject: *subject,
            if_match: None,
        })
    });
    let cells: Vec<Cell<'_>> = cells.collect();
    let count = cells.len();
    let found = stream::iter(cells).map(|cell| async move { cell.check(world).await });
    let found: Vec<Option<String>> = found.buffer_unordered(AT_ONCE).collect().await;
    failures.extend(found.into_iter().flatten());
    count
}

/// Checks each link with every caller. Returns the number of cells.
async fn every(
    links: &[Link],
    failures: &mut Vec<String>,
    check: impl AsyncFn(&Link, Caller) -> Option<String>,
) -> usize {
    let cells = links
        .iter()
        .flat_map(|link| CALLERS.map(|caller| (link, caller)));
    let cells: Vec<(&Link, Caller)> = cells.collect();
    let count = cells.len();
    let found = stream::iter(cells).map(async |(link, caller)| {
        let fault = check(link, caller).await?;
        let (state, private) = (link.state, link.private);
        Some(format!("{state:?}, private {private}, {caller:?}: {fault}"))
    });
    let found: Vec<Option<String>> = found.buffer_unordered(AT_ONCE).collect().await;
    failures.extend(found.into_iter().flatten());
    count
}

fn reply_keys(reply: &Reply<Value>) -> Vec<String> {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let keys = body.as_object().into_iter().flatten();
    let mut keys: Vec<String> = keys.map(|(key, _)| key.clone()).collect();
    keys.sort_unstable();
    keys
}

/// The differences between an answer and the expected one.
fn fault_of(reply: &Reply<Value>, (status, kind): Ending) -> Option<String> {
    let problem: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let found = problem["type"].as_str().unwrap_or_default();
    let found = found
        .strip_prefix("urn:wayfare:problem:")
        .unwrap_or_default();
    let is_right = reply.status == status && found == kind;
    (!is_right).then(|| format!("expected {status} {kind}, got {reply:?}"))
}
