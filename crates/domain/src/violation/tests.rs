use super::*;

#[test]
fn lists_the_first_and_counts_all() {
    let found = |from: usize, number: usize| {
        let mut violations = Violations::new();
        for place in from..from + number {
            violations.add(Path::root().index(place), Reason::new("must be shorter"));
        }
        violations
    };
    let mut violations = found(0, 70);
    violations.append(found(70, 535_130));
    assert_eq!(violations.count(), 535_200);
    let listed: Vec<Path> = violations.iter().map(|found| found.path.clone()).collect();
    let first: Vec<Path> = (0..100).map(|place| Path::root().index(place)).collect();
    assert_eq!(listed, first);
    assert!(Violations::new().or(()).is_ok());
}
