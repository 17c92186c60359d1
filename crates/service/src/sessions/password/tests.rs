use super::*;

#[test]
fn counts_length_in_characters() {
    assert!(Password::new("1234567").is_err());
    assert!(Password::new("éééééééé").is_ok());
    assert!(Password::new(&"é".repeat(128)).is_ok());
    assert!(Password::new(&"é".repeat(129)).is_err());
    assert!(Password::new("12345678\0").is_err());
}

#[test]
fn an_attempt_that_is_too_long_matches_no_password() {
    let set = Password::new(&"x".repeat(128)).unwrap();
    assert_ne!(
        Password::attempt(&"x".repeat(5_000)).as_bytes(),
        set.as_bytes()
    );
}

#[test]
fn debug_output_is_redacted() {
    assert_eq!(
        format!("{:?}", Password::attempt("hunter2hunter2")),
        "Password(…)"
    );
}
