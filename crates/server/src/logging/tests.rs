use super::*;

#[test]
fn level_without_module_applies_to_our_crates() {
    assert_eq!(
        filter("info"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,info"
    );
    assert_eq!(
        filter("TRACE"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,info,wayfare=TRACE"
    );
    assert_eq!(
        filter("warn, hyper=trace"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,warn,hyper=trace"
    );
    assert_eq!(
        filter("debug,actix_http=info"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,info,wayfare=debug,actix_http=info"
    );
}

#[test]
fn audit_lines_are_left_out_only_without_a_log() {
    assert_eq!(
        filter("warn"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,warn"
    );
    assert_eq!(
        filter("off"),
        "actix_server=warn,actix_http=off,rmcp=warn,off"
    );
    // Whoever names the target has their way.
    assert_eq!(
        filter("info,audit=off"),
        "actix_server=warn,actix_http=off,rmcp=warn,audit=info,info,audit=off"
    );
}

#[test]
fn operations_list_all_audit_actions() {
    let documentation = include_str!("../../../../docs/operations/README.md");
    for action in wayfare_service::AuditAction::ALL {
        let name = format!("`{}`", action.as_str());
        assert!(documentation.contains(&name), "{name}");
    }
}
