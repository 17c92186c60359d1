//! The column types in which both backends differ, and the values that go into them.
//!
//! | here | PostgreSQL | SQLite |
//! |---|---|---|
//! | [`sql::Id`] | `uuid` | 16 bytes |
//! | [`sql::Timepoint`] | `timestamptz` | milliseconds from the epoch |
//! | [`sql::Document`] | `jsonb` | JSON text |

use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::BigInt;
use diesel::sqlite::{Sqlite, SqliteValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use wayfare_domain::{Instant, PictureId, TripId, UserId};

/// The SQL types; public by name, as are the columns that the schema makes of them.
pub(crate) mod sql {
    use diesel::query_builder::QueryId;
    use diesel::sql_types::SqlType;

    /// An identifier.
    #[derive(SqlType, QueryId)]
    #[diesel(postgres_type(oid = 2950, array_oid = 2951))]
    #[diesel(sqlite_type(name = "Binary"))]
    pub struct Id;

    /// An instant.
    #[derive(SqlType, QueryId)]
    #[diesel(postgres_type(oid = 1184, array_oid = 1185))]
    #[diesel(sqlite_type(name = "Long"))]
    pub struct Timepoint;

    /// A value of the domain in its stored form.
    #[derive(SqlType, QueryId)]
    #[diesel(postgres_type(oid = 3802, array_oid = 3807))]
    #[diesel(sqlite_type(name = "Text"))]
    pub struct Document;
}

/// An identifier of whatever kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = sql::Id)]
pub(crate) struct Key(pub(crate) Uuid);

impl From<UserId> for Key {
    fn from(id: UserId) -> Self {
        Self(id.0)
    }
}

impl From<TripId> for Key {
    fn from(id: TripId) -> Self {
        Self(id.0)
    }
}

impl From<PictureId> for Key {
    fn from(id: PictureId) -> Self {
        Self(id.0)
    }
}

impl ToSql<sql::Id, Pg> for Key {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self.0.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl ToSql<sql::Id, Sqlite> for Key {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.as_bytes().as_slice());
        Ok(IsNull::No)
    }
}

impl FromSql<sql::Id, Pg> for Key {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(Uuid::from_slice(value.as_bytes())?))
    }
}

impl FromSql<sql::Id, Sqlite> for Key {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(Self(Uuid::from_slice(value.read_blob())?))
    }
}

/// An instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = sql::Timepoint)]
pub(crate) struct At(pub(crate) Instant);

/// 2000-01-01T00:00:00Z, from which PostgreSQL counts, in milliseconds from the Unix epoch.
const PG_EPOCH: i64 = 946_684_800_000;
/// PostgreSQL counts microseconds.
const MICROS: i64 = 1_000;
/// The byte before the text of a `jsonb` on its way to and from PostgreSQL.
const JSONB_VERSION: u8 = 1;

impl ToSql<sql::Timepoint, Pg> for At {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        // Instants end with the year 9999: this is far within 64 bits.
        let micros = (self.0.millis() - PG_EPOCH) * MICROS;
        ToSql::<BigInt, Pg>::to_sql(&micros, &mut out.reborrow())
    }
}

impl ToSql<sql::Timepoint, Sqlite> for At {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.millis());
        Ok(IsNull::No)
    }
}

impl FromSql<sql::Timepoint, Pg> for At {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let micros = <i64 as FromSql<BigInt, Pg>>::from_sql(value)?;
        Ok(Self(Instant::from_millis(
            micros.div_euclid(MICROS) + PG_EPOCH,
        )?))
    }
}

impl FromSql<sql::Timepoint, Sqlite> for At {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Ok(Self(Instant::from_millis(value.read_long())?))
    }
}

/// A document to be written.
#[derive(Debug, Clone, AsExpression)]
#[diesel(sql_type = sql::Document)]
pub(crate) struct Written(String);

impl Written {
    /// The stored form of a value.
    pub(crate) fn new(value: &impl Serialize) -> diesel::QueryResult<Self> {
        serde_json::to_string(value)
            .map(Self)
            .map_err(|error| diesel::result::Error::SerializationError(Box::new(error)))
    }

    /// How long its text is.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl ToSql<sql::Document, Pg> for Written {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&[JSONB_VERSION])?;
        out.write_all(self.0.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl ToSql<sql::Document, Sqlite> for Written {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.as_str());
        Ok(IsNull::No)
    }
}

/// A document that was read.
#[derive(Debug, Clone, FromSqlRow)]
pub(crate) struct Read<T> {
    pub(crate) value: T,
    /// How long its text is.
    pub(crate) bytes: usize,
}

impl<T: DeserializeOwned> Read<T> {
    fn new(text: &[u8]) -> deserialize::Result<Self> {
        Ok(Self {
            value: serde_json::from_slice(text)?,
            bytes: text.len(),
        })
    }
}

impl<T: DeserializeOwned> FromSql<sql::Document, Pg> for Read<T> {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            [JSONB_VERSION, text @ ..] => Self::new(text),
            _ => Err("a jsonb of an unknown form".into()),
        }
    }
}

impl<T: DeserializeOwned> FromSql<sql::Document, Sqlite> for Read<T> {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        Self::new(value.read_text().as_bytes())
    }
}
