//! The rotation of the signing secret on two servers behind nginx, one after the other and in three
//! steps, under load: no request fails, whichever server made its token or signed its address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde_json::json;
use wayfare_testkit::{Client, Method, sample};

use crate::documentation::proxies::{free_address, nginx, replace, start_server};
use crate::process::Node;
use crate::several::rounds::wait_for;
use crate::several::shared_stores::{BASE_URL, SharedStores};

const PASSWORD: &str = "correct horse battery";
const OLD: &str = "the old secret of all servers, of 32 bytes and more";
const NEW: &str = "the new secret of all servers, of 32 bytes and more";

/// The steps: the secret that signs, and the other one that is accepted.
const STEPS: [(&str, Option<&str>); 4] =
    [(OLD, None), (OLD, Some(NEW)), (NEW, Some(OLD)), (NEW, None)];

fn start(
    stores: &SharedStores,
    address: SocketAddr,
    (secret, previous): (&str, Option<&str>),
) -> Node {
    let mut settings = vec![("WAYFARE_AUTH_SECRET", secret), ("WAYFARE_DRAIN", "0s")];
    settings.extend(previous.map(|previous| ("WAYFARE_AUTH_SECRET_PREVIOUS", previous)));
    start_server(stores, address, &settings)
}

/// The load of one device: signs in, edits and reads a trip with the token, and opens its picture,
/// each at the server that the proxy takes next.
async fn use_servers(
    device: usize,
    proxy: Client,
    trip: String,
    rounds: Arc<AtomicU64>,
    end: Arc<AtomicBool>,
) {
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let mut number = 0_u64;
    let mut kept: Option<(String, String)> = None;
    while !end.load(Ordering::Relaxed) {
        number += 1;
        let tokens = proxy.users().sign_in(&grant).await.expect_status(200);
        let token = tokens.json().access_token;
        let ada = proxy.with_token(&token);
        let todo = json!({"todo": [format!("{device}: {number}")]});
        ada.b().update(&trip, &todo).await.expect_status(200);
        let pictures = ada.a().pictures(&trip).await.expect_status(200);
        let made = (token, pictures.json().main_image);
        // Also what was made a round earlier, maybe before a server was replaced.
        for (token, address) in [Some(&made), kept.as_ref()].into_iter().flatten() {
            let own = proxy.with_token(token);
            own.users().own().await.expect_status(200);
            let path = address.strip_prefix(BASE_URL).unwrap();
            let opened = proxy.request(Method::GET, path).await;
            opened.expect_status(200);
        }
        kept = Some(made);
        rounds.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rotation_of_the_secret_fails_no_request() {
    let stores = SharedStores::new();
    let addresses = [free_address(), free_address()];
    let mut nodes = addresses.map(|address| Some(start(&stores, address, STEPS[0])));
    let proxy = nginx(addresses);
    let nobody = &proxy.client;
    let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    let ada = sample::sign_up_with(nobody, &body).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let default = nobody.request(Method::GET, "/api/v1/trip/default/picture");
    let picture = default.await.expect_status(200).body;
    let upload = ada.a().set_pictures(&trip);
    let uploaded = upload.file("mainImage", "lisbon.jpg", picture).await;
    let signed = uploaded.expect_status(200).json().main_image;

    let (rounds, end) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    let devices: Vec<_> = (0..3)
        .map(|device| {
            let (rounds, end) = (Arc::clone(&rounds), Arc::clone(&end));
            let (client, trip) = (proxy.client.clone(), trip.clone());
            tokio::spawn(use_servers(device, client, trip, rounds, end))
        })
        .collect();
    for step in &STEPS[1..] {
        for place in [0, 1] {
            let start = || start(&stores, addresses[place], *step);
            replace(&mut nodes[place], start, &devices, &rounds).await;
        }
        // Before the last step, everything that the old secret signed has expired in practice.
        wait_for(&devices, &rounds, 12).await;
        if *step == STEPS[2] {
            ada.users().own().await.expect_status(200);
            let path = signed.strip_prefix(BASE_URL).unwrap();
            let opened = nobody.request(Method::GET, path).await;
            opened.expect_status(200);
        }
    }
    end.store(true, Ordering::Relaxed);
    for device in devices {
        device.await.unwrap();
    }
    // The old secret is of no use any more.
    ada.users().own().await.expect_status(401);
    let path = signed.strip_prefix(BASE_URL).unwrap();
    let refused = nobody.request(Method::GET, path).await;
    refused.expect_status(403);
}
