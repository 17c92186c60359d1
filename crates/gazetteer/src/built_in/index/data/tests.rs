use super::*;
use crate::built_in::BODY;

#[test]
fn rejects_damaged_data() {
    let sections = DataError("its sections do not add up");
    for cut in [0, 1, BODY.len() / 2, BODY.len() - 1] {
        assert_eq!(Data::read(&BODY[..cut]).unwrap_err(), sections, "{cut}");
    }
    let mut text = BODY.to_vec();
    // In the list of time zones.
    text[10] = 0xff;
    assert_eq!(
        Data::read(text.leak()).unwrap_err(),
        DataError("a list is no text")
    );
}
