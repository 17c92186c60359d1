//! Column types that differ between the backends, and JSON documents.
//!
//! | here | PostgreSQL | SQLite |
//! |---|---|---|
//! | [`sql::Id`] | `uuid` | 16 bytes |
//! | [`sql::Instant`] | `timestamptz` | milliseconds from the epoch |

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use wayfare_domain::{Instant, PictureId, TripId, UserId};

use crate::broken::parse_document;

/// The SQL types. They are `pub` because the columns of the schema are.
pub(crate) mod sql {
    use diesel::query_builder::QueryId;
    use diesel::sql_types::SqlType;

    /// An identifier.
    #[derive(SqlType, QueryId)]
    #[cfg_attr(
        feature = "postgres",
        diesel(postgres_type(oid = 2950, array_oid = 2951))
    )]
    #[cfg_attr(feature = "sqlite", diesel(sqlite_type(name = "Binary")))]
    pub struct Id;

    /// An instant.
    #[derive(SqlType, QueryId)]
    #[cfg_attr(
        feature = "postgres",
        diesel(postgres_type(oid = 1184, array_oid = 1185))
    )]
    #[cfg_attr(feature = "sqlite", diesel(sqlite_type(name = "Long")))]
    pub struct Instant;
}

/// An identifier of any kind.
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

/// An instant. A stored one outside of the years 1 to 9999 is read as the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = sql::Instant)]
pub(crate) struct Timestamp(pub(crate) Instant);

/// A value to store as a JSON document.
#[derive(Debug, Clone, AsExpression)]
#[diesel(sql_type = Text)]
pub(crate) struct JsonText(String);

impl JsonText {
    /// Serialises a value.
    pub(crate) fn new(value: &impl Serialize) -> diesel::QueryResult<Self> {
        serde_json::to_string(value)
            .map(Self)
            .map_err(|error| diesel::result::Error::SerializationError(Box::new(error)))
    }

    /// The length of the document in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl<DB: Backend> ToSql<Text, DB> for JsonText
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        ToSql::<Text, DB>::to_sql(self.0.as_str(), out)
    }
}

/// A value read from a JSON document. What of it breaks a rule is left out.
#[derive(Debug, Clone, FromSqlRow)]
pub(crate) struct JsonColumn<T> {
    pub(crate) value: T,
}

/// Parses a JSON document.
pub(crate) fn parse_json<T: DeserializeOwned>(text: &str) -> diesel::QueryResult<T> {
    serde_json::from_str(text)
        .map_err(|error| diesel::result::Error::DeserializationError(Box::new(error)))
}

impl<T: DeserializeOwned> JsonColumn<T> {
    fn parse(text: &[u8]) -> deserialize::Result<Self> {
        Ok(Self {
            value: parse_document("", std::str::from_utf8(text)?, &mut |_| {})?,
        })
    }
}

/// The forms of PostgreSQL.
#[cfg(feature = "postgres")]
mod postgres {
    use std::io::Write;

    use diesel::pg::{Pg, PgValue};
    use diesel::sql_types::BigInt;

    use super::{
        DeserializeOwned, FromSql, Instant, IsNull, JsonColumn, Key, Output, Text, Timestamp,
        ToSql, Uuid, deserialize, serialize, sql,
    };

    /// PostgreSQL's epoch, 2000-01-01T00:00:00Z, in Unix milliseconds.
    const PG_EPOCH: i64 = 946_684_800_000;
    /// PostgreSQL counts microseconds since its epoch.
    const MICROS: i64 = 1_000;

    impl ToSql<sql::Id, Pg> for Key {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
            out.write_all(self.0.as_bytes())?;
            Ok(IsNull::No)
        }
    }

    impl FromSql<sql::Id, Pg> for Key {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            Ok(Self(Uuid::from_slice(value.as_bytes())?))
        }
    }

    impl ToSql<sql::Instant, Pg> for Timestamp {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
            // Instants end with the year 9999: this is far within 64 bits.
            let micros = (self.0.millis() - PG_EPOCH) * MICROS;
            ToSql::<BigInt, Pg>::to_sql(&micros, &mut out.reborrow())
        }
    }

    impl FromSql<sql::Instant, Pg> for Timestamp {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            let micros = <i64 as FromSql<BigInt, Pg>>::from_sql(value)?;
            let millis = micros.div_euclid(MICROS).saturating_add(PG_EPOCH);
            Ok(Self(Instant::nearest(millis)))
        }
    }

    impl<T: DeserializeOwned> FromSql<Text, Pg> for JsonColumn<T> {
        fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
            Self::parse(value.as_bytes())
        }
    }
}

/// The forms of SQLite.
#[cfg(feature = "sqlite")]
mod sqlite {
    use diesel::sqlite::{Sqlite, SqliteValue};

    use super::{
        DeserializeOwned, FromSql, Instant, IsNull, JsonColumn, Key, Output, Text, Timestamp,
        ToSql, Uuid, deserialize, serialize, sql,
    };

    impl ToSql<sql::Id, Sqlite> for Key {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
            out.set_value(self.0.as_bytes().as_slice());
            Ok(IsNull::No)
        }
    }

    impl FromSql<sql::Id, Sqlite> for Key {
        fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            Ok(Self(Uuid::from_slice(value.read_blob())?))
        }
    }

    impl ToSql<sql::Instant, Sqlite> for Timestamp {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
            out.set_value(self.0.millis());
            Ok(IsNull::No)
        }
    }

    impl FromSql<sql::Instant, Sqlite> for Timestamp {
        fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            Ok(Self(Instant::nearest(value.read_long())))
        }
    }

    impl<T: DeserializeOwned> FromSql<Text, Sqlite> for JsonColumn<T> {
        fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
            Self::parse(value.read_text().as_bytes())
        }
    }
}
