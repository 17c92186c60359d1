use super::*;

const FILE: &[u8] = include_bytes!("../../../data/places.bin");

#[test]
fn rejects_other_files() {
    for file in [&b""[..], b"WAYPLACE", b"%PDF-1.7 and so on", &FILE[..15]] {
        assert_eq!(Data::read(file).unwrap_err(), DataError::NotPlaces);
    }
}

#[test]
fn rejects_another_layout() {
    let mut file = FILE.to_vec();
    file[8] = 9;
    let error = Data::read(&file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file of places has layout 9, and this program reads 2"
    );
}

#[test]
fn rejects_a_damaged_file() {
    let cut = &FILE[..FILE.len() / 2];
    assert!(matches!(Data::read(cut), Err(DataError::Damaged(_))));
    for at in [12, 16, 19, HEAD + 10, FILE.len() / 2, FILE.len() - 1] {
        let mut file = FILE.to_vec();
        file[at] ^= 0x55;
        assert!(
            matches!(Data::read(&file), Err(DataError::Damaged(_))),
            "{at}"
        );
    }
}
