//! A statement of fixed text, which the database may keep prepared.

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};

/// A statement whose text is always the same, with a `?` for each of its values.
///
/// The query builder prepares every UPDATE anew, since it can't know that the text of one stays the same.
pub(crate) struct Fixed<'a, DB: Backend> {
    text: &'static str,
    values: Vec<Box<dyn QueryFragment<DB> + 'a>>,
}

impl<'a, DB: Backend> Fixed<'a, DB> {
    /// A statement, still without values.
    pub(crate) fn new(text: &'static str) -> Self {
        Self { text, values: Vec::new() }
    }

    /// The statement with the value of its next `?`.
    pub(crate) fn bind(mut self, value: impl QueryFragment<DB> + 'a) -> Self {
        self.values.push(Box::new(value));
        self
    }
}

impl<DB: Backend> QueryFragment<DB> for Fixed<'_, DB> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for (place, part) in self.text.split('?').enumerate() {
            if place > 0
                && let Some(value) = values.next()
            {
                value.walk_ast(out.reborrow())?;
            }
            out.push_sql(part);
        }
        Ok(())
    }
}

impl<DB: Backend> QueryId for Fixed<'_, DB> {
    type QueryId = ();

    // The text itself is the key.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB: Backend, C> diesel::query_dsl::RunQueryDsl<C> for Fixed<'_, DB> {}
