//! Mails that are to be sent, and confirmed addresses.

use std::slice::from_ref;

use uuid::Uuid;
use wayfare_domain::{Instant, Language, Login, TripId, User, UserId};
use wayfare_storage::{
    Error, MailContent, MailLimit, OutgoingMail, PictureChanges, UniqueValue, UserWrite,
};

use crate::fixtures::{at, delete_user, insert_user, short};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    stores_every_kind_of_mail,
    finds_what_is_due_first,
    one_server_takes_a_mail,
    ends_with_its_account,
    counts_up_to_a_limit_in_a_time,
    counts_three_invitations_of_an_address_until_it_refuses,
    one_account_has_a_confirmed_address,
);

fn mail(user: Option<UserId>, next_attempt_at: Instant) -> OutgoingMail {
    OutgoingMail {
        id: Uuid::new_v4(),
        user,
        recipient: "it's@example.org".to_owned(),
        content: MailContent::Confirmation,
        language: Language::Japanese,
        created_at: at(-5),
        next_attempt_at,
        attempts: 0,
    }
}

fn insert(store: &TestStore, mail: &OutgoingMail) {
    store.commit(|unit| unit.mail().insert(mail));
}

fn due(store: &TestStore, now: Instant) -> Vec<OutgoingMail> {
    store.read(|data| data.mail().due(now, 10))
}

fn stores_every_kind_of_mail(store: &TestStore) {
    let ada = insert_user(store, "ada");
    for (number, (user, content)) in [
        (Some(ada), MailContent::Confirmation),
        (None, MailContent::ResetRequest),
        (
            Some(ada),
            MailContent::PasswordReset {
                generation: i64::MAX,
            },
        ),
        (
            Some(ada),
            MailContent::Invitation {
                trip: TripId(Uuid::new_v4()),
                invitation: Uuid::new_v4(),
            },
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let mail = OutgoingMail {
            content,
            recipient: if number == 1 {
                "ada"
            } else {
                "ada@example.org"
            }
            .to_owned(),
            ..mail(user, at(0))
        };
        insert(store, &mail);
        assert_eq!(due(store, at(0)), from_ref(&mail));
        assert!(store.commit(|unit| unit.mail().delete(mail.id)));
        assert!(!store.commit(|unit| unit.mail().delete(mail.id)));
    }
}

fn finds_what_is_due_first(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let mails = [3, 1, 2].map(|time| mail(Some(ada), at(time)));
    mails.iter().for_each(|mail| insert(store, mail));
    let times = |now| {
        due(store, at(now))
            .into_iter()
            .map(|mail| mail.next_attempt_at)
    };
    assert_eq!(times(0).count(), 0);
    assert!(times(2).eq([at(1), at(2)]));
    assert!(times(9).eq([at(1), at(2), at(3)]));
    let first = store.read(|data| data.mail().due(at(9), 1));
    assert_eq!(first, [mails[1].clone()]);
}

fn one_server_takes_a_mail(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let request = OutgoingMail {
        content: MailContent::ResetRequest,
        ..mail(None, at(0))
    };
    insert(store, &request);
    let taken = OutgoingMail {
        user: Some(ada),
        recipient: "ada@example.org".to_owned(),
        content: MailContent::PasswordReset { generation: 1 },
        language: Language::German,
        next_attempt_at: at(100),
        attempts: 1,
        ..request.clone()
    };
    let save = |before: &OutgoingMail, after: &OutgoingMail| {
        store.commit(|unit| unit.mail().save(before, after))
    };
    assert!(save(&request, &taken));
    assert!(!save(&request, &taken), "another server comes too late");
    assert!(due(store, at(99)).is_empty());
    assert_eq!(due(store, at(100)), from_ref(&taken));
    let later = OutgoingMail {
        next_attempt_at: at(200),
        ..taken.clone()
    };
    assert!(save(&taken, &later));
    assert_eq!(due(store, at(200)), from_ref(&later));
    store.commit(|unit| unit.mail().delete(request.id));
    assert!(!save(&later, &later), "it is gone");
}

fn ends_with_its_account(store: &TestStore) {
    let (ada, ben) = (insert_user(store, "ada"), insert_user(store, "ben"));
    insert(store, &mail(Some(ada), at(0)));
    let other = mail(Some(ben), at(0));
    insert(store, &other);
    let limit = MailLimit { mails: 1, per: 10 };
    store.commit(|unit| unit.mail().count(Uuid::new_v4(), ada, "x", limit, at(0)));
    delete_user(store, ada).unwrap();
    assert_eq!(due(store, at(0)), [other]);
    let orphan = store.try_commit(|unit| unit.mail().insert(&mail(Some(ada), at(0))));
    assert!(matches!(orphan, Err(Error::Conflict(_))), "{orphan:?}");
}

fn counts_up_to_a_limit_in_a_time(store: &TestStore) {
    let (ada, ben) = (insert_user(store, "ada"), insert_user(store, "ben"));
    let limit = MailLimit { mails: 2, per: 100 };
    let count = |user, kind: &str, now| {
        store.commit(|unit| {
            unit.users().lock(user)?;
            unit.mail()
                .count(Uuid::new_v4(), user, kind, limit, at(now))
        })
    };
    assert!(count(ada, "a", 0) && count(ada, "a", 50));
    assert!(!count(ada, "a", 50) && !count(ada, "a", 99));
    assert!(count(ada, "b", 99), "another kind");
    assert!(count(ben, "a", 99), "another account");
    assert!(count(ada, "a", 100), "the first one has left the time");
    assert!(!count(ada, "a", 149));
    assert!(count(ada, "a", 150));
}

fn counts_three_invitations_of_an_address_until_it_refuses(store: &TestStore) {
    let [one, other] = [(); 2].map(|()| Uuid::new_v4());
    let count = |id, now| {
        let since = at(now - 100);
        store.commit(|unit| unit.mail().count_recipient(id, since, at(now)))
    };
    let forget = |before| store.commit(|unit| unit.mail().forget_recipients(at(before)));
    assert!(count(one, 0) && count(one, 10) && count(one, 20));
    assert!(
        !count(one, 30) && !count(one, 99),
        "the third last is too late"
    );
    assert!(count(other, 99), "another address");
    forget(20);
    assert!(!count(one, 99), "it was invited later");
    assert!(count(one, 100));
    assert!(!count(one, 109));
    forget(101);
    assert!(
        count(one, 109) && count(one, 109) && count(one, 109),
        "forgotten"
    );
    let is_refused = |id| store.read(|data| data.mail().is_refused(id));
    assert!(!is_refused(one) && !is_refused(Uuid::new_v4()));
    for _ in 0..2 {
        store.commit(|unit| unit.mail().refuse(one, at(200)));
    }
    let unknown = Uuid::new_v4();
    store.commit(|unit| unit.mail().refuse(unknown, at(200)));
    forget(1_000);
    for refusing in [one, unknown] {
        assert!(is_refused(refusing) && !count(refusing, 5_000));
    }
    assert!(count(other, 5_000));
}

fn one_account_has_a_confirmed_address(store: &TestStore) {
    let users = ["ada", "ben"].map(|name| insert_user(store, name));
    let save = |user, change: &dyn Fn(User) -> User| {
        store.try_commit(|unit| {
            let before = unit.users().find(user)?.unwrap();
            let after = change(before.user.clone());
            let after = User {
                version: before.user.version + 1,
                ..after
            };
            let pictures = PictureChanges::default();
            unit.users().save(&UserWrite {
                before,
                after,
                pictures,
            })
        })
    };
    let has = |email: &'static str, is_email_confirmed| {
        move |user| User {
            email: Some(short(email)),
            is_email_confirmed,
            language: Some(Language::French),
            ..user
        }
    };
    let [ada, ben] = users;
    let by_email = |text: &str| {
        let login = Login::parse(text).unwrap();
        let found = store.read(|data| data.users().credentials_by_login(&login));
        found.map(|credentials| credentials.user)
    };
    assert!(save(ada, &has("Ädä@Example.org", false)).unwrap());
    assert!(save(ben, &has("ädä@example.ORG", false)).unwrap());
    assert_eq!(by_email("ädä@example.org"), None);
    assert!(save(ada, &has("Ädä@Example.org", true)).unwrap());
    assert_eq!(by_email("ÄDÄ@example.org"), Some(ada));
    let found = store.read(|data| data.users().find(ada)).unwrap().user;
    assert!(found.is_email_confirmed);
    assert_eq!(found.language, Some(Language::French));
    let taken = save(ben, &has("ädä@example.ORG", true));
    assert!(
        matches!(taken, Err(Error::Duplicate(UniqueValue::Email))),
        "{taken:?}"
    );
    assert!(save(ada, &has("else@example.org", false)).unwrap());
    assert_eq!(by_email("ädä@example.org"), None);
    assert!(save(ben, &has("ädä@example.ORG", true)).unwrap());
    assert_eq!(by_email("ädä@example.org"), Some(ben));
}
