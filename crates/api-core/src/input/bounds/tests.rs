use actix_web::test::TestRequest;

use super::*;

fn width(text: &str) -> Option<u32> {
    of(&TestRequest::get()
        .insert_header(("max-width", text))
        .to_http_request())
    .ok()?
    .max_width
}

#[test]
fn numbers_from_1_are_bounds() {
    for (text, bound) in [
        ("1", 1),
        ("640", 640),
        ("640.9", 640),
        ("1e3", 1_000),
        ("99999999999", u32::MAX),
        ("1e300", u32::MAX),
    ] {
        assert_eq!(width(text), Some(bound), "{text}");
    }
    for bad in [
        "", "0", "0.9", "-1", "-0", "ten", "1px", "NaN", "inf", "1,5", "0x10",
    ] {
        assert_eq!(width(bad), None, "{bad}");
    }
    assert_eq!(
        of(&TestRequest::get().to_http_request()).unwrap(),
        Bounds::default()
    );
}

#[test]
fn a_query_holds_the_bounds() {
    let bounds = |max_width, max_height| Bounds {
        max_width,
        max_height,
    };
    for bounds in [
        bounds(None, None),
        bounds(Some(3), None),
        bounds(None, Some(4)),
        bounds(Some(5), Some(6)),
    ] {
        let request = TestRequest::get()
            .uri(&format!("/picture{}", query(bounds)))
            .to_http_request();
        assert_eq!(of_query(&request), bounds);
    }
    let nonsense = TestRequest::get()
        .uri("/picture?max_width=much&max_height")
        .to_http_request();
    assert_eq!(of_query(&nonsense), Bounds::default());
}
