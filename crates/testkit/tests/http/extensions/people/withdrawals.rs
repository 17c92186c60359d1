//! Invitations beside later decisions of the owner.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::people::Invitation;
use wayfare_testkit::{Builder, both};

use super::invitations::{invite, role_of, start};
use crate::cast::Cast;

both!(a_later_decision_of_the_owner_prevails);

async fn a_later_decision_of_the_owner_prevails(builder: Builder) {
    let (server, clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let join = async |by: &Traveller, invitation: &Invitation| {
        by.extensions().join(invitation.token(), &json!({})).await
    };
    let link = invite(&cast.ada, &trip, &json!({})).await;
    join(&cast.eve, &link).await.expect_status(200);
    clock.advance(Duration::from_secs(1));
    let roles = json!({"roles": {"eve": "viewer"}});
    let lowered = cast.ada.extensions().set_roles(&trip, &roles).await;
    lowered.expect_status(200);
    join(&cast.eve, &link).await.expect_status(200);
    assert_eq!(role_of(&cast, &trip, "eve").await, "viewer");
    let members = json!({"members": []});
    let update = cast.ada.b().update(&trip, &members).await;
    update.expect_status(200);
    join(&cast.eve, &link).await.expect_status(404);
    cast.eve.a().trip(&trip).await.expect_status(404);
    // The link is as good as it was for everybody else, and a new one is for all.
    let other = sample::sign_up(&cast.nobody, "ned").await;
    join(&other, &link).await.expect_status(200);
    let anew = invite(&cast.ada, &trip, &json!({})).await;
    for person in [&cast.eve, &cast.bob] {
        join(person, &anew).await.expect_status(200);
    }
    assert_eq!(role_of(&cast, &trip, "eve").await, "editor");
}
