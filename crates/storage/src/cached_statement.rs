//! Prepared statements of a given text: for UPDATE, which diesel's query builder never caches, and
//! for limits that the planner must see, which the query builder would bind.

use std::borrow::Cow;
use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::Error;

/// A statement with a `?` for each value. The connection caches it prepared, so there must be few
/// different texts.
///
/// `ST` is the SQL type of its rows.
pub(crate) struct CachedStatement<'a, DB: Backend, ST = ()> {
    text: Cow<'static, str>,
    values: Vec<Box<dyn QueryFragment<DB> + 'a>>,
    rows: PhantomData<ST>,
}

impl<'a, DB: Backend, ST> CachedStatement<'a, DB, ST> {
    /// Creates a statement without values.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            text: text.into(),
            values: Vec::new(),
            rows: PhantomData,
        }
    }

    /// Binds the next `?`.
    pub(crate) fn bind(mut self, value: impl QueryFragment<DB> + 'a) -> Self {
        self.values.push(Box::new(value));
        self
    }
}

impl<DB: Backend, ST> QueryFragment<DB> for CachedStatement<'_, DB, ST> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for (place, part) in self.text.split('?').enumerate() {
            if place > 0 {
                let value = values.next().ok_or_else(|| wrong_count(&self.text))?;
                value.walk_ast(out.reborrow())?;
            }
            out.push_sql(part);
        }
        values
            .next()
            .map_or(Ok(()), |_| Err(wrong_count(&self.text)))
    }
}

fn wrong_count(text: &str) -> Error {
    Error::QueryBuilderError(format!("wrong number of values for {text:?}").into())
}

impl<DB: Backend, ST> QueryId for CachedStatement<'_, DB, ST> {
    type QueryId = ();

    // The text is the cache key.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB: Backend, ST> Query for CachedStatement<'_, DB, ST> {
    type SqlType = ST;
}

impl<DB: Backend, ST, C> diesel::query_dsl::RunQueryDsl<C> for CachedStatement<'_, DB, ST> {}
