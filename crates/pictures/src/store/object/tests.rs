use super::*;

#[test]
fn keys_round_trip_through_paths() {
    let upload = ObjectId::from(Uuid::from_u128(7));
    let fetched = ObjectId {
        fetched: Some(ContentHash::of(b"abc")),
        ..upload
    };
    for id in [upload, fetched] {
        assert_eq!(ObjectId::from_path(&id.path()), Some(id));
    }
    for foreign in [
        "pictures",
        "pictures/README",
        "pictures/0198c0de-0000-4000-8000-00000000000a/README",
    ] {
        assert_eq!(ObjectId::from_path(&Path::from(foreign)), None, "{foreign}");
    }
}
