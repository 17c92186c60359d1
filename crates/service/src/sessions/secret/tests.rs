use super::*;

#[test]
fn rejects_short_secrets() {
    assert!(Secret::new(vec![7; 31]).is_err());
    assert!(Secret::new(vec![7; 32]).is_ok());
}

#[test]
fn keys_differ_by_purpose_and_by_secret() {
    let secret = Secret::new(vec![7; 32]).unwrap();
    let other = Secret::new(vec![8; 32]).unwrap();
    let [form, cursor] = [Purpose::Form, Purpose::ListCursor];
    assert_eq!(secret.key(form), secret.key(form));
    assert_ne!(secret.key(form), secret.key(cursor));
    assert_ne!(secret.key(form), other.key(form));
}

#[test]
fn derives_keys_by_hkdf_sha_256() {
    // Computed with another implementation of HKDF-SHA-256.
    let secret = Secret::new((0..32).collect::<Vec<u8>>()).unwrap();
    let hex: String = secret
        .key(Purpose::AccessToken)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        hex,
        "8a19cd283da4168700fb9717396f6ecf3ccfbe192f24b0c15236c8405748111c"
    );
}

#[test]
fn debug_output_is_redacted() {
    assert_eq!(
        format!("{:?}", Secret::new(vec![65; 40]).unwrap()),
        "Secret(…)"
    );
    let keys = Secrets {
        current: 65,
        previous: Some(66),
    };
    assert_eq!(format!("{keys:?}"), "Secrets(…)");
}
