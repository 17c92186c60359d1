use super::*;

#[test]
fn sorts_paths_for_the_router() {
    let paths = [
        "/trips/{uuid}/budget",
        "/trips/{segment}",
        "/trips/paginated",
        "/trips/{uuid}/budget",
        "/trips",
    ];
    let merged = merged(paths.map(Endpoint::at));
    let sorted: Vec<&str> = merged.iter().map(Endpoint::path).collect();
    let expected = [
        "/trips",
        "/trips/paginated",
        "/trips/{segment}",
        "/trips/{uuid}/budget",
    ];
    assert_eq!(sorted, expected);
}
