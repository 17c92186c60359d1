use super::without_pictures;

#[test]
fn pictures_are_left_out() {
    let notes = r#"<p>a<img src="https://elsewhere.example/x.png" alt="a > b">b</p><img src="y">"#;
    assert_eq!(without_pictures(notes), "<p>ab</p>");
    assert_eq!(without_pictures("a &lt;img b"), "a &lt;img b");
    assert_eq!(without_pictures("a <img"), "a ");
}
