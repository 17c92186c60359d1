use super::*;

#[test]
fn search_urls_extend_the_path_and_query() {
    for (address, search) in [
        (
            "https://nominatim.example.org",
            "https://nominatim.example.org/search?q=a+b&",
        ),
        (
            "http://10.0.0.7:8088/geo/",
            "http://10.0.0.7:8088/geo/search?q=a+b&",
        ),
        (
            "https://example.org/v1?key=k",
            "https://example.org/v1/search?key=k&q=a+b&",
        ),
    ] {
        let url = ServerAddress::new(address).unwrap().search("a b", "3");
        assert!(url.as_str().starts_with(search), "{url}");
        assert!(
            url.as_str()
                .ends_with("format=jsonv2&addressdetails=1&extratags=1&limit=3&accept-language=en")
        );
    }
}

#[test]
fn debug_and_display_omit_secrets() {
    let address = ServerAddress::new("https://mia:hush@example.org:81/geo/?key=hush").unwrap();
    assert_eq!(
        format!("{address} {address:?}"),
        "https://example.org:81/geo ServerAddress(https://example.org:81/geo)"
    );
}

#[test]
fn rejects_other_urls() {
    for address in [
        "",
        "nominatim.example.org",
        "ftp://example.org",
        "file:///places",
        "https://example.org/#x",
    ] {
        assert_eq!(
            ServerAddress::new(address),
            Err(ServerAddressError),
            "{address}"
        );
    }
}
