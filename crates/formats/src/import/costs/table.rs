//! Tables as people have them: any separator, a byte order mark, an older encoding, a line of notes
//! before the header, and amounts and dates as a spreadsheet writes them.

use std::collections::{HashMap, VecDeque};
use std::io::{Chain, Cursor, Read};

use csv::ByteRecord;
use encoding_rs::WINDOWS_1252;
use rust_decimal::Decimal;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Date, Instant};

use crate::import::ImportError;
use crate::import::draft::too_many_items;

/// How far a header is looked for, in bytes and rows.
const MAX_HEAD: u64 = 64 << 10;
const MAX_FIRST_ROWS: usize = 8;
/// The most rows.
const MAX_ROWS: usize = 20_000;
/// The most cells of a row.
const MAX_CELLS: usize = 2_200;
/// The decimal places that are kept of an amount: floating point leaves more.
const PLACES: u32 = 9;
/// The greatest amount: 10^12.
const MAX_AMOUNT: i64 = 1_000_000_000_000;
/// How the names of the months begin in the languages of the pages, and in Dutch.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "maa", "mrt"],
    &["apr", "avr", "abr"],
    &["mai", "may", "mag", "mei"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott", "out"],
    &["nov"],
    &["dec", "déc", "dez", "dic"],
];

/// A document of rows.
pub(crate) struct Table<R> {
    reader: csv::Reader<Chain<Cursor<Vec<u8>>, R>>,
    ahead: VecDeque<Row>,
    has_decimal_comma: bool,
    rows: usize,
}

/// A row; a cell that is not there is empty.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) cells: Vec<String>,
    has_decimal_comma: bool,
}

impl<R: Read> Table<R> {
    pub(crate) fn open(mut document: R) -> Result<Self, ImportError> {
        let mut head = Vec::new();
        document.by_ref().take(MAX_HEAD).read_to_end(&mut head)?;
        let separator = separator(&head);
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(Cursor::new(head).chain(document));
        let mut table = Self {
            reader,
            ahead: VecDeque::new(),
            has_decimal_comma: separator != b',',
            rows: 0,
        };
        for _ in 0..MAX_FIRST_ROWS {
            let Some(row) = table.read_row()? else { break };
            table.ahead.push_back(row);
        }
        Ok(table)
    }

    /// The rows of the beginning that were not taken yet.
    pub(crate) fn first_rows(&mut self) -> &[Row] {
        self.ahead.make_contiguous()
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, ImportError> {
        match self.ahead.pop_front() {
            Some(row) => Ok(Some(row)),
            None => self.read_row(),
        }
    }

    fn read_row(&mut self) -> Result<Option<Row>, ImportError> {
        let mut record = ByteRecord::new();
        let is_read = self.reader.read_byte_record(&mut record);
        if !is_read.map_err(unreadable)? {
            return Ok(None);
        }
        self.rows += 1;
        if self.rows > MAX_ROWS {
            return Err(too_many_items());
        }
        if record.len() > MAX_CELLS {
            return Err(ImportError::malformed("the document is malformed"));
        }
        let cells = record.iter().map(text);
        Ok(Some(Row {
            cells: cells.collect(),
            has_decimal_comma: self.has_decimal_comma,
        }))
    }
}

impl Row {
    pub(crate) fn text(&self, place: usize) -> &str {
        self.cells.get(place).map_or("", String::as_str)
    }

    pub(super) fn amount(&self, place: usize) -> Option<Decimal> {
        amount(self.text(place), self.has_decimal_comma)
    }

    /// The place of the column of that name, in any case.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        let mut cells = self.cells.iter();
        cells.position(|cell| cell.eq_ignore_ascii_case(name))
    }

    /// The places of the columns of a header, by their names in lower case; the first one counts.
    pub(super) fn columns(&self) -> HashMap<String, usize> {
        let cells = self.cells.iter().enumerate().rev();
        cells
            .map(|(place, name)| (name.to_lowercase(), place))
            .collect()
    }

    /// The cell in a column of that name.
    pub(super) fn at(&self, columns: &HashMap<String, usize>, name: &str) -> &str {
        columns.get(name).map_or("", |place| self.text(*place))
    }

    /// Whether it has all of these columns.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.column(name).is_some())
    }
}

fn unreadable(error: csv::Error) -> ImportError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => ImportError::unreadable(&error),
        _ => ImportError::malformed("the document is malformed"),
    }
}

/// A cell: without its mark, and without the quote that guards a spreadsheet from a formula.
fn text(cell: &[u8]) -> String {
    let text = match std::str::from_utf8(cell) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(cell).0,
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    let guarded = text.strip_prefix('\'');
    let guarded = guarded.filter(|rest| rest.starts_with(['=', '+', '-', '@', '\t', '\r']));
    guarded.unwrap_or(text).to_owned()
}

/// The separator that comes most often outside of quotes.
fn separator(head: &[u8]) -> u8 {
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in head {
        is_quoted ^= *byte == b'"';
        let count = counts.iter_mut().find(|(mark, _)| mark == byte);
        if let Some((_, count)) = count.filter(|_| !is_quoted) {
            *count += 1;
        }
    }
    // Of equal ones the first.
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(b',', |(separator, _)| *separator)
}

/// An amount with a comma or a point for its decimals, and perhaps the other one, a space or an
/// apostrophe between its thousands. `has_decimal_comma` decides about `1,234`.
pub(super) fn amount(text: &str, has_decimal_comma: bool) -> Option<Decimal> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '\'' | '’' | '\u{202f}');
    let text: String = text.chars().filter(|c| !is_mark(*c)).collect();
    let text = text.replace('\u{2212}', "-");
    let text = text.trim_start_matches('+');
    let (comma, point) = (text.rfind(','), text.rfind('.'));
    let decimals_of = |mark: usize| text.len() - mark - 1;
    let is_decimal_comma = match (comma, point) {
        (Some(comma), Some(point)) => comma > point,
        (Some(comma), None) => {
            let is_one = text.matches(',').count() == 1;
            is_one && (has_decimal_comma || decimals_of(comma) != 3)
        }
        (None, _) => false,
    };
    let plain = match is_decimal_comma {
        true => text.replace('.', "").replace(',', "."),
        false => text.replace(',', ""),
    };
    let plain = match plain.strip_prefix('.') {
        Some(decimals) => format!("0.{decimals}"),
        None => plain,
    };
    let amount = parse_decimal(&plain).ok()?.round_dp(PLACES).normalize();
    (amount.abs() <= Decimal::from(MAX_AMOUNT)).then_some(amount)
}

/// The midnight of a date: by ISO 8601, with the name of the month, or the day before the month
/// unless that can't be.
pub(super) fn date(text: &str) -> Option<Instant> {
    let lower: String = text.chars().take(60).collect::<String>().to_lowercase();
    let words = lower.split(|c: char| !c.is_alphabetic());
    // The last one: `mardi 5 mai` begins with a weekday.
    let month = words.rev().find_map(month_of);
    let numbers = lower.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    let (year, month, day) = match (month, numbers.as_slice()) {
        (Some(month), [year, day, ..]) if *year >= 1_000 => (*year, month, *day),
        (Some(month), [day, year, ..]) => (*year, month, *day),
        (None, [year, month, day, ..]) if *year >= 1_000 => (*year, *month, *day),
        (None, [month, day, year, ..]) if *day > 12 => (*year, *month, *day),
        (None, [day, month, year, ..]) => (*year, *month, *day),
        _ => return None,
    };
    let year = if year < 100 { year + 2000 } else { year };
    let date = Date::parse(&format!("{year:04}-{month:02}-{day:02}"));
    date.ok().map(Date::midnight)
}

/// The month whose name begins so.
fn month_of(word: &str) -> Option<u32> {
    let place = MONTHS
        .iter()
        .position(|names| names.iter().any(|name| word.starts_with(name)));
    place.and_then(|place| u32::try_from(place + 1).ok())
}
