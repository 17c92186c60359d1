//! The digest of a table: the number of its rows, and a hash of them in any order.

use sha2::{Digest as _, Sha256};

use super::{Fallible, Offline, Row, Table, Value};

/// The number of rows, and the XOR of their SHA-256. No row comes twice, as each has a primary key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) rows: u64,
    hash: [u8; 32],
}

impl Digest {
    /// Reads a table.
    pub(super) fn of(database: &mut dyn Offline, table: &Table) -> Fallible<Self> {
        let mut digest = Self::default();
        database.read(table, &mut |row| {
            digest.add(&row);
            Ok(())
        })?;
        Ok(digest)
    }

    pub(super) fn add(&mut self, row: &Row) {
        let mut hasher = Sha256::new();
        for value in &row.0 {
            let number;
            let (kind, bytes): (u8, &[u8]) = match value {
                Value::Null => (0, &[]),
                Value::Integer(value) => {
                    number = value.to_be_bytes();
                    (1, &number)
                }
                Value::Text(text) => (2, text.as_bytes()),
                Value::Bytes(bytes) => (3, bytes),
            };
            hasher.update([kind]);
            hasher.update(bytes.len().to_be_bytes());
            hasher.update(bytes);
        }
        self.rows = self.rows.saturating_add(1);
        for (byte, of_row) in self.hash.iter_mut().zip(hasher.finalize()) {
            *byte ^= of_row;
        }
    }

    /// The hash in hexadecimal.
    pub(super) fn hash(&self) -> String {
        self.hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
