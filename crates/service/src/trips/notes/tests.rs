use proptest::prelude::*;

use super::*;

const CLIENT: Client = Client::new(1);

fn clean(text: &str) -> String {
    super::clean(text).unwrap().into_string()
}

#[test]
fn removes_scripts_and_preserves_markup() {
    assert_eq!(
        clean("<b>Meet</b> at <script>alert(1)</script>noon"),
        "<b>Meet</b> at noon"
    );
    assert_eq!(clean("<p onclick=\"x()\">gate</p>"), "<p>gate</p>");
    assert!(!clean("<a href=\"javascript:x()\">go</a>").contains("javascript"));
    assert!(!clean("<img src=x onerror=x()>").contains("onerror"));
}

proptest! {
    #![
        proptest_config(
            ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() }
        )
    ]

    #[test]
    fn cleaning_is_idempotent(text in "[a-c<>/&;\"' \
        =!\\-\n]{0,60}|(<(p|b|a|table|td|svg|math|style|h1|li)( \
        href=\"x\")?>|</(p|b|a|table|td)>|&(lt|amp|nbsp);|[a-z ])*") {
        let once = clean(&text);
        prop_assert_eq!(clean(&once), once);
    }
}

#[tokio::test]
async fn escapes_may_exceed_the_length_limit() {
    let pool = crate::Policy::default().work_pool("test");
    let long = Notes::new("&".repeat(100_000)).unwrap();
    let cleaned = clean_in_pool(CLIENT, long, &pool).await.unwrap();
    assert!(cleaned.is_err());
}
