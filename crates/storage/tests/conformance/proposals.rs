//! Proposals.

use uuid::Uuid;
use wayfare_domain::{Instant, PictureId, UserId};
use wayfare_storage::{
    Picture, PictureContent, PictureOwner, Proposal, ProposalState, ProposalSummary,
};

use crate::fixtures::{insert_user, millis};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    a_message_makes_one_proposal,
    a_closed_proposal_only_tells_that_it_came,
    old_proposals_are_pruned,
);

fn proposal(user: UserId, number: u8, received: i64) -> Proposal {
    Proposal {
        id: PictureId(Uuid::from_u128(u128::from(number) + 1)),
        user,
        digest: [number; 32],
        subject: "Your booking".to_owned(),
        state: ProposalState::Open(ProposalSummary {
            format: "mail".to_owned(),
            items: vec!["LIS – CDG".to_owned()],
            warnings: Vec::new(),
            days: Some((millis(1_000), millis(2_000))),
        }),
        received_at: millis(received),
    }
}

fn kept(proposal: &Proposal) -> Picture {
    Picture {
        id: proposal.id,
        owner: PictureOwner::User(proposal.user),
        source: None,
        content: Some(PictureContent {
            hash: [7; 32],
            media_type: "application/octet-stream".to_owned(),
            width: 0,
            height: 0,
            bytes: 3,
        }),
        created_at: proposal.received_at,
    }
}

fn insert(store: &TestStore, proposal: &Proposal) -> bool {
    store.commit(|unit| {
        let is_new = unit.proposals().insert(proposal)?;
        if is_new {
            unit.pictures().insert(&[kept(proposal)])?;
        }
        Ok(is_new)
    })
}

fn open(store: &TestStore, user: UserId) -> Vec<Proposal> {
    store.commit(|unit| unit.proposals().list_open(user, Instant::EPOCH))
}

fn a_message_makes_one_proposal(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let (first, second) = (proposal(ada, 1, 1_000), proposal(ada, 2, 2_000));
    assert!(insert(store, &first));
    let again = Proposal {
        id: PictureId(Uuid::from_u128(99)),
        ..first.clone()
    };
    assert!(!insert(store, &again));
    assert!(insert(store, &second));
    // Another account gets the same message.
    let of_bob = Proposal {
        id: PictureId(Uuid::from_u128(98)),
        ..proposal(bob, 1, 1_000)
    };
    assert!(insert(store, &of_bob));
    assert_eq!(open(store, ada), [second.clone(), first.clone()]);
    assert_eq!(open(store, bob), std::slice::from_ref(&of_bob));
    let since = |at| store.commit(|unit| unit.proposals().count_since(ada, millis(at)));
    assert_eq!([since(0), since(1_500), since(2_001)], [2, 1, 0]);
    let find = |id, at| store.commit(|unit| unit.proposals().find(ada, id, millis(at)));
    assert_eq!(find(first.id, 1_000), Some(first.clone()));
    assert_eq!(find(first.id, 1_001), None);
    assert_eq!(find(of_bob.id, 0), None);
}

fn a_closed_proposal_only_tells_that_it_came(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let (taken, removed) = (proposal(ada, 1, 1_000), proposal(ada, 2, 2_000));
    assert!(insert(store, &taken) && insert(store, &removed));
    let close = |id, is_taken| store.commit(|unit| unit.proposals().close(ada, id, is_taken));
    assert!(close(taken.id, true) && close(removed.id, false));
    assert!(!close(taken.id, false));
    assert_eq!(open(store, ada), []);
    let state = |id| {
        let found = store.commit(|unit| unit.proposals().find(ada, id, Instant::EPOCH));
        found.unwrap().state
    };
    assert_eq!(state(taken.id), ProposalState::Taken);
    assert_eq!(state(removed.id), ProposalState::Removed);
    let bytes = store.commit(|unit| unit.pictures().bytes_of_account(ada));
    assert_eq!(bytes, 0, "nothing is kept");
    assert!(!insert(store, &taken), "its message has come");
}

fn old_proposals_are_pruned(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let (old, new) = (proposal(ada, 1, 1_000), proposal(ada, 2, 2_000));
    assert!(insert(store, &old) && insert(store, &new));
    let pruned = store.commit(|unit| unit.proposals().prune(millis(2_000)));
    assert_eq!(pruned, [old.id]);
    assert_eq!(open(store, ada), [new]);
    assert!(insert(store, &old), "nobody remembers it");
}
