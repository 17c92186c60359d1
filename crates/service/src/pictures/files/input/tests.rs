use super::*;

#[test]
fn accepts_http_urls_without_credentials() {
    for good in [
        "http://example.org/a.jpg",
        "HTTPS://example.org",
        "https://[2001:db8::1]:8443/x?y#z",
    ] {
        assert!(remote(good).is_ok(), "{good}");
    }
    let long = format!("https://example.org/{}", "a".repeat(8_000));
    let bad = [
        "",
        "a.jpg",
        "//example.org/a.jpg",
        "ftp://example.org/a.jpg",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:image/png;base64,AAAA",
        "https://",
        "https://user@example.org/",
        "https://user:secret@example.org/",
        "https://:secret@example.org/",
        "https://example.org/\0",
        &long,
    ];
    for bad in bad {
        assert!(remote(bad).is_err(), "{bad}");
    }
}

#[test]
fn decodes_data_urls_in_both_encodings() {
    let data = |text| PictureInput::from_data_url(text);
    let bytes = PictureInput::Data(Bytes::from_static(b"a b\xff"));
    for same in [
        "data:image/png;base64,YSBi/w==",
        "DATA:;base64,YSBi%2Fw",
        "data:,a%20b%ff",
        "data:text/x,a b%FF#x",
    ] {
        assert_eq!(data(same), Ok(bytes.clone()), "{same}");
    }
    for bad in [
        "data:image/png;base64",
        "data:;base64,YSB!",
        "http://example.org/",
    ] {
        assert!(data(bad).is_err(), "{bad}");
    }
}
