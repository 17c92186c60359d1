use super::{Fields, lines, read};

fn sent(text: &str) -> Fields {
    Fields::new(vec![("photos".to_owned(), text.to_owned())])
}

#[test]
fn photos_are_lines_of_an_address_and_a_description() {
    let text = "https://a.example/x.jpg The palace\n\n  https://a.example/y.jpg";
    let photos = read(&[], &sent(text)).unwrap().unwrap();
    assert_eq!(photos.len(), 2);
    assert_eq!(photos[0].description.as_str(), "The palace");
    let again = lines(&photos);
    assert_eq!(
        again,
        "https://a.example/x.jpg The palace\nhttps://a.example/y.jpg"
    );
    assert_eq!(read(&photos, &sent(&again)).unwrap(), None);
    assert_eq!(read(&photos, &sent("")).unwrap(), Some(Vec::new()));
    assert!(read(&[], &sent("javascript:alert(1)")).is_err());
}
