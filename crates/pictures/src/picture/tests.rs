use super::*;

#[test]
fn hash_round_trips_through_text() {
    let hash = ContentHash::of(b"abc");
    let text = hash.to_string();
    assert_eq!(
        text,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(text.parse(), Ok(hash));
    assert_eq!(text.to_uppercase().parse(), Ok(hash));
}

#[test]
fn parsing_rejects_malformed_hashes() {
    let whole = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for text in [
        "",
        "ba",
        &whole[1..],
        &format!("{whole}0"),
        &format!("{whole}00"),
        &whole.replace('f', "g"),
    ] {
        assert_eq!(text.parse::<ContentHash>(), Err(MalformedHash), "{text}");
    }
}

#[test]
fn media_types_round_trip() {
    for format in [PictureFormat::Jpeg, PictureFormat::Png] {
        assert_eq!(PictureFormat::from_mime(format.mime()), Some(format));
    }
    assert_eq!(PictureFormat::from_mime("image/gif"), None);
}
