//! Prepared statements of a given text: for UPDATE, which diesel's query builder never caches, and
//! for limits that the planner must see, which the query builder would bind.

use std::borrow::Cow;
use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::Error;

/// A statement with a `?` for each value, or a name such as `:trip` wherever a named value is
/// meant. The connection caches it prepared, so there must be few different texts.
///
/// `ST` is the SQL type of its rows.
pub(crate) struct CachedStatement<'a, DB: Backend, ST = ()> {
    text: Cow<'static, str>,
    values: Vec<Box<dyn QueryFragment<DB> + 'a>>,
    named: Vec<(&'static str, Box<dyn QueryFragment<DB> + 'a>)>,
    rows: PhantomData<ST>,
}

impl<'a, DB: Backend, ST> CachedStatement<'a, DB, ST> {
    /// Creates a statement without values.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            text: text.into(),
            values: Vec::new(),
            named: Vec::new(),
            rows: PhantomData,
        }
    }

    /// Binds the next `?`.
    pub(crate) fn bind(mut self, value: impl QueryFragment<DB> + 'a) -> Self {
        self.values.push(Box::new(value));
        self
    }

    /// Binds every mention of a name.
    pub(crate) fn named(mut self, name: &'static str, value: impl QueryFragment<DB> + 'a) -> Self {
        self.named.push((name, Box::new(value)));
        self
    }
}

impl<DB: Backend, ST> QueryFragment<DB> for CachedStatement<'_, DB, ST> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let wrong = || wrong_values(&self.text);
        let mut values = self.values.iter();
        let mut rest = &*self.text;
        while let Some(place) = rest.find(['?', ':']) {
            let (text, value) = rest.split_at(place);
            out.push_sql(text);
            let value = if let Some(after) = value.strip_prefix('?') {
                rest = after;
                values.next()
            } else {
                let after = value.trim_start_matches(':');
                let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
                let end = after.find(|c| !is_of_name(c)).unwrap_or(after.len());
                let (name, tail) = after.split_at(end);
                rest = tail;
                let named = self.named.iter().find(|(own, _)| *own == name);
                named.map(|(_, value)| value)
            };
            value.ok_or_else(wrong)?.walk_ast(out.reborrow())?;
        }
        out.push_sql(rest);
        values.next().map_or(Ok(()), |_| Err(wrong()))
    }
}

fn wrong_values(text: &str) -> Error {
    Error::QueryBuilderError(format!("wrong values for {text:?}").into())
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
