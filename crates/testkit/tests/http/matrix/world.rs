//! The callers, with valid tokens and all kinds of invalid ones, and the subjects of calls.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::ShareLink;
use wayfare_testkit::shapes::people::Invitation;
use wayfare_testkit::{Client, Method, TestServer};

use super::keys::{key, use_keys};
use super::rules::Subject;
use crate::cast::NO_TRIP;
use crate::pictures::samples::jpeg;

/// Ada's password.
pub(crate) const PASSWORD: &str = "a password of some length";

/// The item that every trip has.
pub(crate) const ITEM: &str = "item-1";

/// A caller. Invalid tokens are the owner's, except that of the deleted account, which was a
/// member's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    NoToken,
    BrokenToken,
    ExpiredToken,
    RevokedToken,
    DeletedUser,
    Outsider,
    Viewer,
    Editor,
    Owner,
    /// A program with an API key of the owner's.
    Program(Key),
    /// Somebody who sends the token of a share link, the one of this number, and its password.
    LinkHolder(usize),
}

/// An API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Reading,
    Writing,
    /// Writes, limited to the trips of the calls.
    ThisTrip,
    /// Writes, limited to another trip.
    OtherTrip,
    Expired,
    Deleted,
}

const KEYS: [Key; 6] = [
    Key::Reading,
    Key::Writing,
    Key::ThisTrip,
    Key::OtherTrip,
    Key::Expired,
    Key::Deleted,
];

/// All programs with an API key.
pub(crate) const PROGRAMS: [Caller; 6] = [
    Caller::Program(Key::Reading),
    Caller::Program(Key::Writing),
    Caller::Program(Key::ThisTrip),
    Caller::Program(Key::OtherTrip),
    Caller::Program(Key::Expired),
    Caller::Program(Key::Deleted),
];

/// All callers who have, had or forge an account.
pub(crate) const CALLERS: [Caller; 9] = [
    Caller::NoToken,
    Caller::BrokenToken,
    Caller::ExpiredToken,
    Caller::RevokedToken,
    Caller::DeletedUser,
    Caller::Outsider,
    Caller::Viewer,
    Caller::Editor,
    Caller::Owner,
];

impl Caller {
    /// Whether the token is valid.
    pub(crate) fn is_known(self) -> bool {
        matches!(
            self,
            Self::Outsider | Self::Viewer | Self::Editor | Self::Owner
        ) || matches!(self, Self::Program(key) if !matches!(key, Key::Expired | Key::Deleted))
    }

    /// Whether they act for the owner.
    pub(crate) fn is_owner(self) -> bool {
        matches!(self, Self::Owner | Self::Program(_))
    }
}

/// The data that all cells share. Allowed calls must not write to it; they have their own subjects.
pub(crate) struct World {
    nobody: Client,
    broken: Client,
    expired: Client,
    revoked: Client,
    deleted: Client,
    pub(crate) ada: Traveller,
    pub(crate) bob: Traveller,
    pub(crate) vic: Traveller,
    eve: Traveller,
    /// The clients of [`KEYS`].
    keys: Vec<Client>,
    /// The id of a key of the owner's.
    pub(crate) key: String,
    /// Those who send tokens of share links.
    pub(crate) holders: Vec<Client>,
    public: Trip,
    private: Trip,
    gone: String,
    /// The secret of a calendar feed.
    pub(crate) feed: String,
    /// The token of a share link of the public trip, and the path of a picture that it shows.
    shared: (String, String),
    fresh: AtomicUsize,
}

pub(crate) struct Trip {
    pub(crate) uuid: String,
    picture: String,
    pub(crate) file: String,
    settlement: String,
    link: ShareLink,
    pub(crate) invitation: Invitation,
    pub(crate) party: String,
}

/// Subjects for one call that changes them.
pub(crate) struct Own {
    pub(crate) client: Client,
    pub(crate) username: String,
    pub(crate) trip: String,
    /// A picture of the trip.
    pub(crate) picture: String,
    /// A file of the trip.
    pub(crate) file: String,
    pub(crate) settlement: String,
    pub(crate) link: String,
    pub(crate) key: String,
    /// The id of an invitation to the trip.
    pub(crate) invitation: String,
    /// The token of an invitation to another trip.
    pub(crate) token: String,
    pub(crate) party: String,
}

impl World {
    /// Signs everybody up. `wait` lets an access token expire.
    pub(crate) async fn new(server: &TestServer, wait: impl Fn()) -> Self {
        let nobody = server.client();
        let rates = "date,base,currency,rate\n2026-01-02,EUR,CAD,1.5\n";
        server.import_rates(rates).unwrap();
        let mut ada = sample::sign_up(&nobody, "ada").await;
        // The token of an account without a password lives for a year, so this one is void but has
        // not expired.
        let revoked = ada.client.clone();
        ada.users()
            .set_password(&json!({"password": PASSWORD}))
            .await
            .expect_status(204);
        let expired = sign_in(&nobody).await;
        ada.client = expired.clone();
        let expired_key = key(&ada, Key::Expired, &[]).await.1;
        wait();
        ada.client = sign_in(&nobody).await;
        let (head, signature) = ada.client.token().unwrap().rsplit_once('.').unwrap();
        let broken = nobody.with_token(format!(
            "{head}.{}",
            signature.chars().rev().collect::<String>()
        ));
        let [bob, vic, eve] = [
            sample::sign_up(&nobody, "bob").await,
            sample::sign_up(&nobody, "vic").await,
            sample::sign_up(&nobody, "eve").await,
        ];
        let gus = sample::sign_up(&nobody, "gus").await;
        let [public, private] = [
            trip(&ada, &[&bob, &gus], &vic, false).await,
            trip(&ada, &[&bob, &gus], &vic, true).await,
        ];
        let gone = sample::public_trip(&ada, "Gone").await;
        ada.b().delete(&gone).await.expect_status(204);
        let feed = ada
            .extensions()
            .open_trip_feed(&public.uuid)
            .await
            .json()
            .url;
        let feed = feed.rsplit(['/', '.']).nth(1).unwrap().to_owned();
        gus.users().delete("gus").await.expect_status(204);
        let shared = open(&nobody, &ada, &public).await;
        let trips = [public.uuid.as_str(), &private.uuid];
        let mut keys = Vec::new();
        for kind in KEYS {
            keys.push(match kind {
                Key::Expired => expired_key.clone(),
                kind => key(&ada, kind, &trips).await.1,
            });
        }
        let spare = key(&ada, Key::Writing, &trips).await.0;
        use_keys(&ada, &keys).await;
        Self {
            keys,
            key: spare,
            shared,
            broken,
            expired,
            revoked,
            deleted: gus.client,
            ada,
            bob,
            vic,
            eve,
            public,
            private,
            gone,
            feed,
            fresh: AtomicUsize::new(0),
            holders: Vec::new(),
            nobody,
        }
    }

    /// The client of a caller.
    pub(crate) fn client(&self, caller: Caller) -> &Client {
        match caller {
            Caller::NoToken => &self.nobody,
            Caller::BrokenToken => &self.broken,
            Caller::ExpiredToken => &self.expired,
            Caller::RevokedToken => &self.revoked,
            Caller::DeletedUser => &self.deleted,
            Caller::Outsider => &self.eve.client,
            Caller::Viewer => &self.vic.client,
            Caller::Editor => &self.bob.client,
            Caller::Owner => &self.ada.client,
            Caller::Program(key) => {
                let place = KEYS.iter().position(|other| *other == key);
                &self.keys[place.unwrap()]
            }
            Caller::LinkHolder(link) => &self.holders[link],
        }
    }

    /// What stands in the path for a subject: a trip's id or a username; and the id of a picture of
    /// the trip.
    pub(crate) fn named(&self, subject: Subject) -> (&str, &str) {
        match subject {
            Subject::None => ("", ""),
            Subject::PublicTrip => (&self.public.uuid, &self.public.picture),
            Subject::PrivateTrip => (&self.private.uuid, &self.private.picture),
            Subject::DeletedTrip => (&self.gone, &self.public.picture),
            Subject::AbsentTrip => (NO_TRIP, &self.public.picture),
            Subject::MalformedTrip => ("not-a-uuid", &self.public.picture),
            Subject::Account => ("ada", ""),
            Subject::DeletedAccount => ("gus", ""),
            Subject::AbsentAccount => ("nobody", ""),
            Subject::MalformedAccount => ("-not%20a%20name", ""),
        }
    }

    /// The id of a settlement recorded on the trip of a subject, or on another one.
    pub(crate) fn settlement(&self, subject: Subject) -> &str {
        match subject {
            Subject::PrivateTrip => &self.private.settlement,
            _ => &self.public.settlement,
        }
    }

    /// The id of a share link of the trip of a subject, or of another one.
    pub(crate) fn link(&self, subject: Subject) -> &str {
        match subject {
            Subject::PrivateTrip => &self.private.link.id,
            _ => &self.public.link.id,
        }
    }

    /// The trip of a subject, or another one.
    pub(crate) fn trip(&self, subject: Subject) -> &Trip {
        match subject {
            Subject::PrivateTrip => &self.private,
            _ => &self.public,
        }
    }

    /// The token of a share link, and the path of a picture that it shows.
    pub(crate) fn shared(&self) -> (&str, &str) {
        (&self.shared.0, &self.shared.1)
    }

    /// A number that was not returned before.
    pub(crate) fn fresh(&self) -> usize {
        self.fresh.fetch_add(1, Ordering::Relaxed)
    }

    /// Creates an account and a trip that it owns or edits. On a trip that it owns, Bob is an
    /// editor.
    pub(crate) async fn own(&self, caller: Caller, private: bool) -> Own {
        let name = format!("own-{}", self.fresh());
        let user = sample::sign_up(&self.nobody, &name).await;
        let trip = match caller {
            Caller::Editor => {
                let trip =
                    sample::trip_with(&self.eve, &json!({"name": "Own", "private": private})).await;
                sample::add_members(&self.eve, &trip, &[&user]).await;
                trip
            }
            _ => {
                let trip = json!({"name": "Own", "private": private});
                let trip = sample::trip_with(&user, &trip).await;
                sample::add_members(&user, &trip, &[&self.bob]).await;
                trip
            }
        };
        if caller.is_owner() || caller == Caller::Editor {
            add_item(&user, &trip).await;
        }
        let picture = user.extensions().add_picture(&trip);
        let picture = picture.file("file", "a.jpg", jpeg(8, 8, 0)).await.json().id;
        let file = file(&user, &trip).await;
        let settlement = settlement(&user, &trip).await;
        let owner = if caller == Caller::Editor {
            &self.eve
        } else {
            &user
        };
        let link = share(owner, &trip).await.id;
        let (invitation, party) = invite(owner, &trip).await;
        let other = sample::trip(&self.eve, "Other").await;
        let (other, _) = invite(&self.eve, &other).await;
        let (spare, program) = match caller {
            Caller::Program(kind) => key(&user, kind, &[&trip]).await,
            _ => key(&user, Key::Writing, &[]).await,
        };
        let client = match caller {
            Caller::Program(_) => program,
            _ => user.client,
        };
        Own {
            invitation: invitation.id,
            token: other.token().to_owned(),
            party,
            link,
            key: spare,
            client,
            username: name,
            trip,
            picture,
            file,
            settlement,
        }
    }

    /// The entity tags of all answers that a refused call could have changed: they differ with each
    /// byte and version.
    pub(crate) async fn state(&self) -> Vec<String> {
        let mut tags = Vec::new();
        let mut paths = vec![
            "/user".to_owned(),
            "/user/settings".to_owned(),
            "/user/ada/privacy".to_owned(),
            "/user/ada/keys".to_owned(),
        ];
        for trip in [&self.public.uuid, &self.private.uuid] {
            paths.extend([
                format!("/trips/{trip}"),
                format!("/trip/{trip}/map"),
                format!("/trips/{trip}/trip_items"),
                format!("/trips/{trip}/settlements"),
                format!("/trips/{trip}/rates"),
                format!("/trips/{trip}/roles"),
                format!("/trips/{trip}/share-links"),
                format!("/trips/{trip}/invitations"),
                format!("/trips/{trip}/parties"),
                format!("/trips/{trip}/files"),
            ]);
        }
        for path in paths {
            tags.push(
                self.ada
                    .client
                    .request(Method::GET, &format!("/api/v1{path}"))
                    .await
                    .expect_status(200)
                    .etag(),
            );
        }
        tags
    }
}

async fn sign_in(nobody: &Client) -> Client {
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    nobody.with_token(nobody.users().sign_in(&grant).await.json().access_token)
}

/// Makes a trip with pictures, an item, a recorded settlement and a share link.
pub(crate) async fn trip(
    owner: &Traveller,
    editors: &[&Traveller],
    viewer: &Traveller,
    private: bool,
) -> Trip {
    let uuid = sample::trip_with(owner, &json!({"name": "Portugal", "private": private})).await;
    let members: Vec<&Traveller> = editors.iter().copied().chain([viewer]).collect();
    sample::add_members(owner, &uuid, &members).await;
    let roles = json!({"roles": {&viewer.username: "viewer"}});
    let set = owner.extensions().set_roles(&uuid, &roles).await;
    set.expect_status(200);
    owner
        .a()
        .set_pictures(&uuid)
        .file("photos", "a.jpg", jpeg(8, 8, 0))
        .await
        .expect_status(200);
    add_item(owner, &uuid).await;
    let picture = owner.a().trip(&uuid).await.json().summary.photos[0].clone();
    let file = file(owner, &uuid).await;
    let settlement = settlement(owner, &uuid).await;
    let link = share(owner, &uuid).await;
    let (invitation, party) = invite(owner, &uuid).await;
    Trip {
        invitation,
        party,
        link,
        uuid,
        picture,
        file,
        settlement,
    }
}

/// Adds a file to a trip, and returns its id.
async fn file(editor: &Traveller, trip: &str) -> String {
    let add = editor.extensions().add_file(trip);
    add.file("file", "ticket.txt", "Seat 41").await.json().id
}

/// Records a settlement between two members of a trip's budget, and returns its id.
async fn settlement(editor: &Traveller, trip: &str) -> String {
    let shares = json!([{"memberId": "x", "cost": 1}, {"memberId": "y", "paidValue": 1}]);
    let budget = json!({"budget": {"membersBudget": shares}});
    let saved = editor.a().set_budget(trip, &budget).await;
    saved.expect_status(200);
    let settlement = super::rules::settlement(0);
    let recorded = editor.extensions().record_settlement(trip, &settlement);
    recorded.await.expect_status(201).json().id
}

/// Makes an invitation, and adds a party.
async fn invite(owner: &Traveller, trip: &str) -> (Invitation, String) {
    let made = owner.extensions().create_invitation(trip, &json!({})).await;
    let party = json!({"name": "Mia"});
    let party = owner.extensions().add_party(trip, &party).await;
    let party = party.expect_status(201).json().member_id;
    (made.expect_status(201).json(), party)
}

async fn share(owner: &Traveller, trip: &str) -> ShareLink {
    let made = owner.extensions().create_share_link(trip, &json!({}));
    made.await.expect_status(201).json()
}

/// Opens the share link of a trip, and waits until its use is recorded. Returns its token and the
/// path of a picture that it shows.
async fn open(nobody: &Client, owner: &Traveller, trip: &Trip) -> (String, String) {
    let token = trip.link.token().to_owned();
    let opened = nobody.extensions().shared(&token).await.json();
    let photos = opened.photos.unwrap();
    let path = photos[0].find("/api/v1/").unwrap();
    let path = photos[0][path..].to_owned();
    loop {
        let links = owner.extensions().share_links(&trip.uuid).await.json();
        if links[0].last_used.is_some() {
            return (token, path);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn add_item(by: &Traveller, trip: &str) {
    let item = json!({"item_id": ITEM, "item_type": "destination"});
    by.extensions()
        .add_item(trip, &item)
        .await
        .expect_status(201);
}
