use super::*;
use crate::Policy;

const CLIENT: Client = Client::new(1);

fn hasher() -> Hasher {
    Hasher::new(Policy::default().work_pool("test")).unwrap()
}

#[tokio::test]
async fn only_the_right_password_matches() {
    let hasher = hasher();
    let hash = hasher
        .hash(CLIENT, Password::new("correct horse").unwrap())
        .await
        .unwrap();
    assert!(
        hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{}",
        hash.0
    );
    assert!(
        hasher
            .verify(
                CLIENT,
                Password::attempt("correct horse"),
                Some(hash.clone())
            )
            .await
            .unwrap()
    );
    assert!(
        !hasher
            .verify(CLIENT, Password::attempt("correct horsE"), Some(hash))
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn without_a_hash_no_password_matches_and_the_dummy_has_the_cost_of_a_real_hash() {
    let hasher = hasher();
    let prefix = |hash: &PasswordHash| hash.0.split('$').take(4).collect::<Vec<_>>().join("$");
    let real = hasher
        .hash(CLIENT, Password::new("correct horse").unwrap())
        .await
        .unwrap();
    assert_eq!(prefix(&hasher.dummy), prefix(&real));
    assert_eq!(hasher.dummy.0.len(), real.0.len());
    assert!(
        !hasher
            .verify(CLIENT, Password::attempt("correct horse"), None)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_damaged_hash_is_an_internal_error_not_a_wrong_password() {
    let result = hasher()
        .verify(
            CLIENT,
            Password::attempt("x"),
            Some(PasswordHash("?".into())),
        )
        .await;
    assert!(matches!(result, Err(Error::Internal(_))));
}
