//! A statement of fixed text, which the database may keep prepared.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::Error;

/// A statement whose text is always the same, with a `?` for each of its values; its rows, where it
/// has any, are of the type `ST`.
///
/// The query builder prepares every UPDATE anew, since it can't know that the text of one stays the
/// same.
pub(crate) struct Fixed<'a, DB: Backend, ST = ()> {
    text: &'static str,
    values: Vec<Box<dyn QueryFragment<DB> + 'a>>,
    rows: PhantomData<ST>,
}

impl<'a, DB: Backend, ST> Fixed<'a, DB, ST> {
    /// A statement, still without values.
    pub(crate) fn new(text: &'static str) -> Self {
        Self {
            text,
            values: Vec::new(),
            rows: PhantomData,
        }
    }

    /// The statement with the value of its next `?`.
    pub(crate) fn bind(mut self, value: impl QueryFragment<DB> + 'a) -> Self {
        self.values.push(Box::new(value));
        self
    }
}

impl<DB: Backend, ST> QueryFragment<DB> for Fixed<'_, DB, ST> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for (place, part) in self.text.split('?').enumerate() {
            if place > 0 {
                values
                    .next()
                    .ok_or_else(|| miscounted(self.text))?
                    .walk_ast(out.reborrow())?;
            }
            out.push_sql(part);
        }
        values.next().map_or(Ok(()), |_| Err(miscounted(self.text)))
    }
}

fn miscounted(text: &str) -> Error {
    Error::QueryBuilderError(format!("another number of values than {text:?} takes").into())
}

impl<DB: Backend, ST> QueryId for Fixed<'_, DB, ST> {
    type QueryId = ();

    // The text itself is the key.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB: Backend, ST> Query for Fixed<'_, DB, ST> {
    type SqlType = ST;
}

impl<DB: Backend, ST, C> diesel::query_dsl::RunQueryDsl<C> for Fixed<'_, DB, ST> {}
