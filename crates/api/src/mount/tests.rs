use actix_web::test::TestRequest;

use super::*;

const UUID: &str = "0198C0DE-0000-7000-8000-00000000000a";

fn of_segment(method: Method, segment: &'static str, variant: Option<&str>) -> Variants {
    let request = TestRequest::default()
        .method(method)
        .param(SEGMENT, segment);
    variant_of_segment(&with(request, variant))
}

fn with(request: TestRequest, variant: Option<&str>) -> HttpRequest {
    variant
        .into_iter()
        .fold(request, |request, variant| {
            request.insert_header(("api-variant", variant))
        })
        .to_http_request()
}

#[test]
fn segment_variant_follows_the_choice_and_then_the_shape() {
    assert_eq!(of_segment(Method::GET, UUID, None), Variants::A);
    assert_eq!(of_segment(Method::HEAD, "mia", None), Variants::B);
    assert_eq!(of_segment(Method::GET, UUID, Some("b")), Variants::B);
    assert_eq!(of_segment(Method::GET, "mia", Some("a")), Variants::A);
    let braced = "{0198c0de-0000-7000-8000-00000000000a}";
    assert_eq!(
        of_segment(Method::GET, braced, None),
        Variants::B,
        "only the hyphenated notation counts as a UUID"
    );
}

#[test]
fn writes_use_variant_a_regardless_of_the_choice() {
    assert_eq!(of_segment(Method::PUT, UUID, Some("b")), Variants::A);
    assert_eq!(of_segment(Method::DELETE, "mia", None), Variants::A);
    assert_eq!(
        variant_of_list(&with(TestRequest::post(), Some("b")), Variants::B),
        Variants::A
    );
}

#[test]
fn list_variant_follows_the_choice_and_then_the_default() {
    for default in [Variants::A, Variants::B, Variants::Both] {
        assert_eq!(
            variant_of_list(&with(TestRequest::get(), None), default),
            default
        );
        assert_eq!(
            variant_of_list(&with(TestRequest::get(), Some("a")), default),
            Variants::A
        );
        assert_eq!(
            variant_of_list(&with(TestRequest::get(), Some("b")), default),
            Variants::B
        );
    }
}
