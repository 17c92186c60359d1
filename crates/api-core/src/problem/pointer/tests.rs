use super::*;

/// The path of a text such as `itinerary/3/end`.
fn path(text: &str) -> Path {
    text.split('/')
        .filter(|step| !step.is_empty())
        .fold(Path::root(), |path, step| match step.parse() {
            Ok(index) => path.index(index),
            Err(_) => path.field(step.to_owned()),
        })
}

#[test]
fn maps_domain_names_to_interface_names() {
    for (domain, interface) in [
        ("estimate/lo", "/budget/lo"),
        ("dates/start", "/date/start"),
        ("itinerary/3/id", "/trip_items/3/item_id"),
        ("itinerary/3/end", "/trip_items/3/end_time"),
        ("trip_items/3/end", "/trip_items/3/end_time"),
        ("3/end", "/3/end_time"),
        ("end", "/end_time"),
        ("start", "/start_time"),
        ("id", "/item_id"),
        ("budget/total", "/budget/totalCost"),
        (
            "itinerary/0/budget/paid",
            "/trip_items/0/budget/totalPaidCost",
        ),
        ("0/budget/estimated", "/0/budget/totalEstimatedCost"),
        ("main_picture", "/img"),
        ("picture", "/image"),
    ] {
        assert_eq!(pointer(&path(domain)), interface, "{domain}");
    }
}

#[test]
fn leaves_unknown_names_unchanged() {
    let item = Path::root().field("itinerary").index(3);
    assert_eq!(pointer(&item.unknown("end")), "/trip_items/3/end");
    assert_eq!(pointer(&Path::root().unknown("a/b~")), "/a~1b~0");
}

#[test]
fn leaves_interface_names_unchanged() {
    for same in [
        "",
        "/owner",
        "/members/2",
        "/notes",
        "/photos/1",
        "/budget/lo",
        "/date/end",
        "/locations/3/date/end",
        "/trip_items/1/destination/id",
        "/trip_items/1/budget/membersBudget/0/cost",
        "/dest/2/id",
    ] {
        assert_eq!(pointer(&path(same)), same);
    }
}
