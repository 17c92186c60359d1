use super::read;

#[test]
fn reads_the_usual_notations() {
    for text in [
        "38.6916, -9.2160",
        "38.6916 -9.2160",
        "geo:38.6916,-9.2160",
        "38.6916° N, 9.2160° W",
        "N 38.6916 W 9.2160",
        "9.2160W 38.6916N",
        "38°41'29.76\"N 9°12'57.6\"W",
    ] {
        let at = read(text).unwrap();
        assert!((at.latitude - 38.6916).abs() < 1e-6, "{text}");
        assert!((at.longitude + 9.216).abs() < 1e-6, "{text}");
    }
}

#[test]
fn other_texts_are_no_coordinates() {
    for text in [
        "",
        "84, 92",
        "91.5, 10.5",
        "38.69",
        "N",
        "N W",
        "1.0N 2.0S",
        "E Houston 5",
        "NaN. 1.",
        "38.5N 9.1W 7",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
