use std::io::Write;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// Two days in the form of the bank: spaces, `N/A` cells, a former currency, a trailing comma.
const BANK_FILE: &str = "Date,USD,JPY,CYP,CAD,\n\
    2026-05-04,1.0844,168.9,N/A,1.4776,\n\
    1999-01-04,1.1789,133.73,0.58231,1.8004,\n";

fn read(text: &str) -> Result<RateFile, RateFileError> {
    RateFile::read("mine.csv", text.as_bytes())
}

fn refused(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

fn rows(file: &RateFile) -> Vec<String> {
    let days = file.rates.iter().flat_map(|(day, prices)| {
        let prices = prices.iter();
        prices.map(move |(currency, units)| format!("{day} {} {units}", currency.code()))
    });
    days.collect()
}

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn reads_the_history_of_the_bank() {
    let file = read(BANK_FILE).unwrap();
    assert_eq!(file.source, "ECB");
    assert_eq!(
        rows(&file),
        [
            "1999-01-04 CAD 1.8004",
            "1999-01-04 CYP 0.58231",
            "1999-01-04 JPY 133.73",
            "1999-01-04 USD 1.1789",
            "2026-05-04 CAD 1.4776",
            "2026-05-04 JPY 168.9",
            "2026-05-04 USD 1.0844",
        ]
    );
    let packed = archive(&[("eurofxref-hist.csv", BANK_FILE.as_bytes())]);
    assert_eq!(
        RateFile::read("eurofxref-hist.zip", &packed),
        Ok(file.clone())
    );
    let other_ends = format!(
        "\u{feff}{}",
        BANK_FILE.replace('\n', "\r\n").replace(',', ", ")
    );
    assert_eq!(read(&other_ends), Ok(file));
}

#[test]
fn reads_plain_rates_in_either_direction() {
    let file =
        read("date,base,currency,rate\n2026-05-01,EUR,CAD,1.5\n2026-05-01,JPY,EUR,0.00625\n");
    let file = file.unwrap();
    assert_eq!(file.source, "mine.csv");
    assert_eq!(rows(&file), ["2026-05-01 CAD 1.5", "2026-05-01 JPY 160"]);
}

#[test]
fn what_is_malformed_is_named_by_line_and_column() {
    let bank = |row: &str| refused(&format!("Date,USD,CAD,\n2026-05-04,1,2,\n{row}\n"));
    assert_eq!(bank("2026-05-05,1,2"), "line 3: has 3 cells instead of 4");
    assert_eq!(bank("2026-05-05,1,2,,"), "line 3: has 5 cells instead of 4");
    for (row, place) in [
        ("2026-5-5,1,2,", "line 3, column 1 (Date): "),
        ("2026-05-04,1,2,", "line 3, column 1 (Date): "),
        ("2026-05-05,one,2,", "line 3, column 2 (USD): "),
        ("2026-05-05,1,-2,", "line 3, column 3 (CAD): "),
        ("2026-05-05,1,0,", "line 3, column 3 (CAD): "),
        ("2026-05-05,1,,", "line 3, column 3 (CAD): "),
        ("2026-05-05,1,2,3", "line 3, column 4 (): "),
    ] {
        assert!(bank(row).starts_with(place), "{row}: {}", bank(row));
    }
    let plain = |row: &str| refused(&format!("date,base,currency,rate\n\n{row}\n"));
    for (row, place) in [
        ("2026-05-01,EUR,CAD", "line 3: has 3 cells"),
        ("2026-05-01,EUR,CAD,1.5,", "line 3: has 5 cells"),
        ("yesterday,EUR,CAD,1.5", "line 3, column 1 (date): "),
        ("2026-05-01,EURO,CAD,1.5", "line 3, column 2 (base): "),
        ("2026-05-01,EUR,cad,1.5", "line 3, column 3 (currency): "),
        ("2026-05-01,USD,CAD,1.5", "line 3, column 3 (currency): "),
        ("2026-05-01,EUR,EUR,1", "line 3, column 3 (currency): "),
        ("2026-05-01,EUR,CAD,NaN", "line 3, column 4 (rate): "),
        (
            "2026-05-01,EUR,CAD,1\n2026-05-01,EUR,CAD,2",
            "line 4, column 4 (rate): ",
        ),
    ] {
        assert!(plain(row).starts_with(place), "{row}: {}", plain(row));
    }
    assert!(refused("Date,USD,XXXX\n").starts_with("line 1, column 3 (XXXX): "));
    assert!(refused("Date,USD,USD\n").starts_with("line 1, column 3 (USD): "));
    assert!(refused("<html>\n").starts_with("line 1, column 1 (<html>): "));
    assert_eq!(refused(""), "the file is empty");
    assert_eq!(refused("Date,USD\n"), "the file has no rates");
    let latin = RateFile::read("x", b"Date,USD\n2026-05-01,\xff\n").unwrap_err();
    assert_eq!(latin.to_string(), "line 2: is not UTF-8 text");
}

#[test]
fn archives_are_bounded() {
    let bomb = archive(&[("eurofxref-hist.csv", &vec![b'\n'; MAX_FILE + 1])]);
    assert!(bomb.len() < 1 << 20);
    let refused = |bytes: &[u8]| RateFile::read("x", bytes).unwrap_err().to_string();
    assert_eq!(refused(&bomb), "the file has more than 16 MiB");
    assert_eq!(
        refused(&vec![b'a'; MAX_FILE + 1]),
        "the file has more than 16 MiB"
    );
    assert!(refused(b"PK\x03\x04nonsense").starts_with("the archive can't be read: "));
    let two = archive(&[("a.csv", b"x"), ("b.csv", b"x")]);
    assert!(refused(&two).ends_with("it must hold exactly one file"));
}
