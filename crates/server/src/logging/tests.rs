use super::*;

#[test]
fn level_without_module_applies_to_our_crates() {
    assert_eq!(filter("info"), "actix_server=warn,info");
    assert_eq!(filter("TRACE"), "actix_server=warn,info,wayfare=TRACE");
    assert_eq!(
        filter("warn, hyper=trace"),
        "actix_server=warn,warn,hyper=trace"
    );
    assert_eq!(
        filter("debug,actix_server=info"),
        "actix_server=warn,info,wayfare=debug,actix_server=info"
    );
}
