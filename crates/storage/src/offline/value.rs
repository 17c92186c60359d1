//! Values of any column in the form of SQLite, whatever the backend: rows of two databases that
//! mean the same are equal.

use diesel::backend::Backend;
use diesel::deserialize::{self, QueryableByName};
use diesel::result::UnexpectedEndOfRow;
use diesel::row::{Field, NamedRow};

/// A value: a number, also of a boolean and of an instant in milliseconds; text; bytes, also of an
/// id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    /// The bytes that it holds in memory.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Null => 0,
            Self::Integer(_) => size_of::<i64>(),
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The values of a row, in the order of the selected columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) Vec<Value>);

/// A backend whose values say of which type they are.
trait Typed: Backend {
    fn read(value: Self::RawValue<'_>) -> deserialize::Result<Value>;
}

impl<DB: Typed> QueryableByName<DB> for Row {
    fn build<'a>(row: &impl NamedRow<'a, DB>) -> deserialize::Result<Self> {
        let values = (0..row.field_count()).map(|place| {
            let field = diesel::row::Row::get(row, place).ok_or(UnexpectedEndOfRow)?;
            field.value().map_or(Ok(Value::Null), DB::read)
        });
        values.collect::<deserialize::Result<_>>().map(Self)
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use diesel::deserialize;
    use diesel::sqlite::{Sqlite, SqliteType, SqliteValue};

    use super::{Typed, Value};

    impl Typed for Sqlite {
        fn read(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Value> {
            Ok(match value.value_type() {
                None => Value::Null,
                Some(SqliteType::Text) => Value::Text(value.read_text().to_owned()),
                Some(SqliteType::Binary) => Value::Bytes(value.read_blob().to_vec()),
                Some(SqliteType::Integer | SqliteType::SmallInt | SqliteType::Long) => {
                    Value::Integer(value.read_long())
                }
                Some(other) => return Err(format!("a value is of type {other:?}").into()),
            })
        }
    }
}

#[cfg(feature = "postgres")]
mod postgres {
    use diesel::deserialize::{self, FromSql};
    use diesel::pg::{Pg, PgValue};
    use diesel::sql_types::{BigInt, Bool, Integer};

    use super::{Typed, Value};
    use crate::columns::{Timestamp, sql};

    impl Typed for Pg {
        fn read(value: PgValue<'_>) -> deserialize::Result<Value> {
            // The oids of PostgreSQL's types, which never change.
            Ok(match value.get_oid().get() {
                16 => Value::Integer(<bool as FromSql<Bool, Pg>>::from_sql(value)?.into()),
                17 | 2950 => Value::Bytes(value.as_bytes().to_vec()),
                20 => Value::Integer(<i64 as FromSql<BigInt, Pg>>::from_sql(value)?),
                23 => Value::Integer(<i32 as FromSql<Integer, Pg>>::from_sql(value)?.into()),
                25 => Value::Text(String::from_utf8(value.as_bytes().to_vec())?),
                1184 => {
                    let instant = <Timestamp as FromSql<sql::Instant, Pg>>::from_sql(value)?;
                    Value::Integer(instant.0.millis())
                }
                oid => return Err(format!("a column is of a type with the oid {oid}").into()),
            })
        }
    }
}
