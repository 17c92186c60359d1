use super::split_password;

/// The URL that is an argument, and the password.
fn split(url: &str) -> (String, Option<String>) {
    let (url, password) = split_password(url).unwrap();
    (url, password.map(|text| text.to_string()))
}

#[test]
fn takes_the_password_out_of_a_url() {
    for (url, expected, password) in [
        ("postgres://db/trips", "postgres://db/trips", None),
        ("postgres://ada@db/trips", "postgres://ada@db/trips", None),
        (
            "postgres://ada:p%40ss@db/trips",
            "postgres://ada@db/trips",
            Some("p@ss"),
        ),
        (
            "postgres://ada:a:b@one:1,other:2/trips?sslmode=prefer&connect_timeout=3",
            "postgres://ada@one:1,other:2/trips?sslmode=prefer&connect_timeout=3",
            Some("a:b"),
        ),
        (
            "postgresql://db/trips?password=hush&sslmode=prefer",
            "postgresql://db/trips?sslmode=prefer",
            Some("hush"),
        ),
        (
            "postgres:///trips?host=/run/x&password=hush",
            "postgres:///trips?host=/run/x",
            Some("hush"),
        ),
    ] {
        assert_eq!(
            split(url),
            (expected.to_owned(), password.map(str::to_owned)),
            "{url}"
        );
    }
}

#[test]
fn refuses_a_password_that_only_arguments_could_hold() {
    let error = split_password("postgres://db/trips?sslpassword=hush").unwrap_err();
    assert!(!error.to_string().contains("hush"), "{error}");
}
