use super::*;

#[test]
fn assets_are_small() {
    assert!(include_str!("../../assets/style.css").len() < 40 << 10);
    let scripts = [
        include_str!("../../assets/app.js"),
        include_str!("../../assets/drafts.js"),
        include_str!("../../assets/live.js"),
        include_str!("../../assets/offline.js"),
    ];
    assert!(scripts.iter().map(|script| script.len()).sum::<usize>() < 60 << 10);
    assert!(include_str!("../../assets/sw.js").len() < 12 << 10);
}

#[test]
fn debug_builds_serve_what_is_on_disk() {
    let embedded_before_an_edit = Asset::new("style.css", "text/css", "p {}");
    let served = embedded_before_an_edit.served();
    let expected = if cfg!(debug_assertions) {
        &STYLE.name
    } else {
        &embedded_before_an_edit.name
    };
    assert_eq!(served.name, *expected);
    assert_eq!(served.path(), embedded_before_an_edit.path());
}

#[test]
fn an_unreadable_file_is_served_as_embedded() {
    let embedded = Asset::new("no-such-file.css", "text/css", "p {}");
    assert_eq!(embedded.served().name, embedded.name);
}
