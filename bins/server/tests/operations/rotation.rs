//! The rotation of the signing secret on two servers, one after the other and in three steps: no
//! request fails, whichever server made its token or signed its address.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use crate::process::Node;
use crate::rounds::wait_for;
use crate::shared_stores::{BASE_URL, SharedStores};

const PASSWORD: &str = "correct horse battery";
const OLD: &str = "the old secret of all servers, of 32 bytes and more";
const NEW: &str = "the new secret of all servers, of 32 bytes and more";

/// The steps: the secret that signs, and the other one that is accepted.
const STEPS: [(&str, Option<&str>); 4] =
    [(OLD, None), (OLD, Some(NEW)), (NEW, Some(OLD)), (NEW, None)];

fn start(stores: &SharedStores, (secret, previous): (&str, Option<&str>)) -> Node {
    let mut settings = vec![("WAYFARE_AUTH_SECRET", secret)];
    settings.extend(previous.map(|previous| ("WAYFARE_AUTH_SECRET_PREVIOUS", previous)));
    stores.spawn_with(&settings).ready()
}

/// The servers that take requests, as a proxy knows them.
type Servers = Arc<Mutex<Vec<Client>>>;

fn pick(servers: &Servers, number: u64) -> Client {
    let servers = servers.lock().unwrap();
    let place = usize::try_from(number).unwrap() % servers.len();
    servers[place].clone()
}

/// Signs in, reads a trip with the token, and opens its picture, each at the next server.
async fn use_servers(servers: Servers, trip: String, rounds: Arc<AtomicU64>, end: Arc<AtomicBool>) {
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let mut number = 0;
    let mut next = || {
        number += 1;
        pick(&servers, number)
    };
    let mut kept: Option<(String, String)> = None;
    while !end.load(Ordering::Relaxed) {
        let tokens = next().users().sign_in(&grant).await.expect_status(200);
        let token = tokens.json().access_token;
        let reader = next().with_token(&token);
        let pictures = reader.a().pictures(&trip).await.expect_status(200);
        let address = pictures.json().main_image;
        // Also what was made a round earlier, maybe before a server was replaced.
        let made = (token, address);
        for (token, address) in [Some(&made), kept.as_ref()].into_iter().flatten() {
            let own = next().with_token(token);
            own.users().own().await.expect_status(200);
            let path = address.strip_prefix(BASE_URL).unwrap();
            let opened = next().request(Method::GET, path).await;
            opened.expect_status(200);
        }
        kept = Some(made);
        rounds.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rotation_of_the_secret_fails_no_request() {
    let stores = SharedStores::new();
    let mut nodes = [start(&stores, STEPS[0]), start(&stores, STEPS[0])];
    let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    let ada = sample::sign_up_with(&nodes[0].client, &body).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let nobody = &nodes[0].client;
    let default = nobody.request(Method::GET, "/api/v1/trip/default/picture");
    let picture = default.await.expect_status(200).body;
    let upload = ada.a().set_pictures(&trip);
    let uploaded = upload.file("mainImage", "lisbon.jpg", picture).await;
    let signed = uploaded.expect_status(200).json().main_image;

    let servers: Servers = Arc::default();
    let list = |nodes: &[&Node]| {
        let clients = nodes.iter().map(|node| node.client.clone()).collect();
        *servers.lock().unwrap() = clients;
    };
    list(&[&nodes[0], &nodes[1]]);
    let (rounds, end) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    let users: Vec<_> = (0..3)
        .map(|_| {
            let (servers, trip) = (Arc::clone(&servers), trip.clone());
            tokio::spawn(use_servers(
                servers,
                trip,
                Arc::clone(&rounds),
                Arc::clone(&end),
            ))
        })
        .collect();
    for step in &STEPS[1..] {
        for place in 0..2 {
            wait_for(&users, &rounds, 4).await;
            list(&[&nodes[1 - place]]);
            // Those in flight at the server have ended by then.
            wait_for(&users, &rounds, 4).await;
            let former = std::mem::replace(&mut nodes[place], start(&stores, *step));
            list(&[&nodes[0], &nodes[1]]);
            former.stop();
        }
        // Before the last step, everything that the old secret signed has expired in practice.
        wait_for(&users, &rounds, 12).await;
        if *step == STEPS[2] {
            let old = nodes[1].client.with_token(&ada.token);
            old.users().own().await.expect_status(200);
            let path = signed.strip_prefix(BASE_URL).unwrap();
            let opened = nodes[1].client.request(Method::GET, path).await;
            opened.expect_status(200);
        }
    }
    end.store(true, Ordering::Relaxed);
    for user in users {
        user.await.unwrap();
    }
    // The old secret is of no use any more.
    let refused = nodes[0].client.with_token(&ada.token);
    refused.users().own().await.expect_status(401);
    let path = signed.strip_prefix(BASE_URL).unwrap();
    let refused = nodes[0].client.request(Method::GET, path).await;
    refused.expect_status(403);
}
