//! Copies a database into an empty one, of either backend.

use super::digest::Digest;
use super::{OF_EACH_START, Offline, OfflineDatabase, OfflineError, Row, Schema, Table, Value};
use crate::backend::sqlite::program_tables;

/// The most rows of an INSERT; times the columns of a table within SQLite's 32,766 parameters.
const MAX_ROWS: usize = 250;
/// Bytes of rows after which an INSERT takes no more of them.
const MAX_BYTES: usize = 1 << 20;

/// A table that is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// The number of its rows.
    pub rows: u64,
    /// A hash of its rows, which is the same on both backends.
    pub hash: String,
}

/// Copies all rows of all tables of the schema into an empty database, in one transaction, which
/// also migrates it. Reads them again there, and compares their number and hash, before it
/// commits. `progress` gets the table and the number of its rows so far.
///
/// # Errors
/// [`OfflineError::Missing`], [`OfflineError::OldSchema`] and [`OfflineError::NewSchema`] of the
/// source, [`OfflineError::NotEmpty`] of the target, [`OfflineError::Differs`], else
/// [`OfflineError::Failed`]. Nothing is copied then.
pub fn copy(
    source: &mut OfflineDatabase,
    target: &mut OfflineDatabase,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Vec<CopiedTable>, OfflineError> {
    let schema = match source
        .0
        .tables()?
        .iter()
        .any(|name| name == super::MIGRATIONS_TABLE)
    {
        true => source.0.schema()?,
        false => Schema::None,
    };
    match schema {
        Schema::Same => {}
        Schema::None => return Err(OfflineError::Missing),
        Schema::Older => return Err(OfflineError::OldSchema),
        Schema::Newer => return Err(OfflineError::NewSchema),
    }
    if let Some(table) = target.first_with_rows()? {
        return Err(OfflineError::NotEmpty(table));
    }
    let (source, target) = (source.0.as_mut(), target.0.as_mut());
    source.begin()?;
    target.begin()?;
    target.migrate()?;
    if target.schema()? != Schema::Same {
        return Err(OfflineError::NewSchema);
    }
    target.clear(OF_EACH_START)?;
    let mut copied = Vec::new();
    for table in program_tables()? {
        let digest = copy_table(source, target, &table, progress)?;
        copied.push((table, digest));
    }
    let mut tables = Vec::with_capacity(copied.len());
    for (table, digest) in copied {
        if Digest::of(target, &table)? != digest {
            return Err(OfflineError::Differs(table.name));
        }
        tables.push(CopiedTable {
            name: table.name,
            rows: digest.rows,
            hash: digest.hash(),
        });
    }
    target.commit()?;
    Ok(tables)
}

fn copy_table(
    source: &mut dyn Offline,
    target: &mut dyn Offline,
    table: &Table,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Digest, OfflineError> {
    let mut digest = Digest::default();
    let (mut rows, mut bytes) = (Vec::new(), 0_usize);
    source.read(table, &mut |row: Row| {
        digest.add(&row);
        bytes = bytes.saturating_add(row.0.iter().map(Value::len).sum());
        rows.push(row);
        if rows.len() >= MAX_ROWS || bytes >= MAX_BYTES {
            target.insert(table, std::mem::take(&mut rows))?;
            bytes = 0;
            progress(&table.name, digest.rows);
        }
        Ok(())
    })?;
    if !rows.is_empty() {
        target.insert(table, rows)?;
    }
    progress(&table.name, digest.rows);
    Ok(digest)
}
