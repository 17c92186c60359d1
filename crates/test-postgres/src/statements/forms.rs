//! The forms of statements that engines accept which distribute PostgreSQL's tables over nodes.

/// Functions that return rows, of which a correlated subquery could be made.
const SET_RETURNING: [&str; 11] = [
    "generate_series",
    "generate_subscripts",
    "json_array_elements",
    "json_array_elements_text",
    "json_each",
    "jsonb_array_elements",
    "jsonb_array_elements_text",
    "jsonb_each",
    "regexp_split_to_table",
    "string_to_table",
    "unnest",
];
/// The beginnings of functions whose effect outlives the statement in its session.
const SESSION_FUNCTIONS: [&str; 6] = [
    "currval",
    "lastval",
    "nextval",
    "pg_advisory",
    "pg_try_advisory",
    "set_config",
];
/// The words that end the condition of a statement.
const AFTER_CONDITION: [&str; 8] = [
    "for",
    "group",
    "having",
    "limit",
    "offset",
    "order",
    "returning",
    "window",
];

/// The forms to which a program's statements are held.
///
/// - A write names one row of its table, or the rows of one owner, by `column = $1`, or by a
///   literal. An `INSERT` has one row.
/// - A lock names the same.
/// - Lists (`= ANY`, `IN`) appear in plain reads only: without a lock, and not in a write.
/// - No function that returns rows, and no `LATERAL`, neither in correlated subqueries nor
///   elsewhere.
/// - Nothing that relies on the session: only `BEGIN`, `COMMIT` and `ROLLBACK` stand beside reads
///   and writes.
#[derive(Debug, Clone, Copy)]
pub struct Forms<'a> {
    /// The tables that are written or locked, with the columns of which one names the rows.
    pub keys: &'a [(&'a str, &'a [&'a str])],
}

/// A part of a statement.
enum Part {
    Word(String),
    Parenthesis(Vec<Part>),
}

/// A statement or subquery: its words, where `(query)` stands for a subquery of its own.
#[derive(Default)]
struct Query {
    words: Vec<String>,
    subqueries: Vec<Query>,
}

impl Forms<'_> {
    /// Returns how a statement deviates from the forms, or `None` if it keeps to them.
    #[must_use]
    pub fn deviation(&self, statement: &str) -> Option<String> {
        let query = Query::new(&parts(&mut words(statement).into_iter()));
        let kind = query.kind();
        if matches!(kind, "begin" | "commit" | "rollback") {
            return None;
        }
        let is_write = matches!(kind, "insert" | "update" | "delete");
        if !is_write && !matches!(kind, "select" | "with") {
            return Some(format!(
                "{kind} relies on the session, or changes the schema"
            ));
        }
        let all = query.flattened();
        let is_plain = !is_write && all.iter().all(|query| !query.locks());
        all.iter().enumerate().find_map(|(depth, query)| {
            query
                .forbidden()
                .or_else(|| (!is_plain).then(|| query.list()).flatten())
                .or_else(|| query.locks().then(|| self.unnamed(query, "from")).flatten())
                .or_else(|| match query.kind() {
                    "insert" | "update" | "delete" if depth > 0 => {
                        Some("a write within another statement".to_owned())
                    }
                    "insert" => query.rows(),
                    "update" => self.unnamed(query, "update"),
                    "delete" => self.unnamed(query, "from"),
                    _ => None,
                })
        })
    }

    /// Why no single key names the rows of a write or lock of the table after the word `before`.
    fn unnamed(&self, query: &Query, before: &str) -> Option<String> {
        let table = query.after(before);
        let known = self.keys.iter().find(|(name, _)| Some(*name) == table);
        let Some((table, columns)) = known else {
            return Some(format!("no key is known of the table {table:?}"));
        };
        let condition = query.condition();
        let is_key = |word: &str| {
            let column = word
                .strip_prefix(table)
                .and_then(|rest| rest.strip_prefix('.'));
            columns.contains(&column.unwrap_or(word))
        };
        let is_named = condition.windows(3).any(|words| {
            matches!(words, [key, equals, value]
                if is_key(key) && *equals == "=" && value.starts_with('$'))
        });
        let is_joined = query
            .words
            .iter()
            .any(|word| word == "join" || word == "using");
        if is_named && !is_joined && condition.iter().all(|word| *word != "or") {
            return None;
        }
        Some(format!(
            "writes or locks rows of {table} by something else than one of {columns:?}"
        ))
    }
}

impl Query {
    fn new(parts: &[Part]) -> Self {
        let mut query = Self::default();
        query.add(parts);
        query
    }

    fn add(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Word(word) => self.words.push(word.clone()),
                Part::Parenthesis(inner) => {
                    let subquery = Self::new(inner);
                    if is_query(subquery.kind()) {
                        self.words.push("(query)".to_owned());
                        self.subqueries.push(subquery);
                    } else {
                        self.words.push("(".to_owned());
                        self.add(inner);
                        self.words.push(")".to_owned());
                    }
                }
            }
        }
    }

    /// The query and all subqueries within it.
    fn flattened(&self) -> Vec<&Self> {
        let inner = self.subqueries.iter().flat_map(Self::flattened);
        std::iter::once(self).chain(inner).collect()
    }

    fn kind(&self) -> &str {
        // A part of a UNION may stand in parentheses.
        let mut words = self.words.iter().map(String::as_str);
        match words.find(|word| *word != "(") {
            Some("(query)") => "select",
            first => first.unwrap_or_default(),
        }
    }

    /// The word after the first `word`.
    fn after(&self, word: &str) -> Option<&str> {
        let mut words = self.words.iter().skip_while(|found| *found != word);
        words.nth(1).map(String::as_str)
    }

    /// The words of the condition.
    fn condition(&self) -> Vec<&str> {
        let words = self.words.iter().map(String::as_str);
        let condition = words.skip_while(|word| *word != "where").skip(1);
        condition
            .take_while(|word| !AFTER_CONDITION.contains(word))
            .filter(|word| !matches!(*word, "(" | ")"))
            .collect()
    }

    /// Whether it locks the rows that it reads.
    fn locks(&self) -> bool {
        let is_strength = |word: &str| matches!(word, "update" | "no" | "share" | "key");
        let mut pairs = self.words.windows(2);
        pairs.any(|words| matches!(words, [one, two] if one == "for" && is_strength(two)))
    }

    /// Names a construct that no statement may have.
    fn forbidden(&self) -> Option<String> {
        let mut words = self.words.iter().map(String::as_str);
        words.find_map(|word| {
            if word == "lateral" || SET_RETURNING.contains(&word) {
                return Some(format!("{word} returns rows within a query"));
            }
            let is_of_session = SESSION_FUNCTIONS
                .iter()
                .any(|start| word.starts_with(start));
            is_of_session.then(|| format!("{word} relies on the session"))
        })
    }

    /// Names a list, which only a plain read may have.
    fn list(&self) -> Option<String> {
        let mut words = self.words.iter().map(String::as_str);
        let list = words.find(|word| matches!(*word, "any" | "in"));
        list.map(|word| format!("{word} in a write, or with a lock"))
    }

    /// Why an `INSERT` has not exactly one row of values.
    fn rows(&self) -> Option<String> {
        let mut depth = 0_u32;
        let mut count = 0;
        for word in self.words.iter().skip_while(|word| *word != "values") {
            match word.as_str() {
                "on" | "returning" if depth == 0 => break,
                "(" => {
                    count += u32::from(depth == 0);
                    depth += 1;
                }
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        (count != 1).then(|| format!("inserts {count} rows of values instead of one"))
    }
}

fn is_query(kind: &str) -> bool {
    matches!(kind, "select" | "with" | "insert" | "update" | "delete")
}

/// Splits a statement into words in lower case, and single other characters. A column with its
/// table is one word, without quotes.
fn words(statement: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut is_text = false;
    for character in statement.chars() {
        if character == '\'' {
            is_text = !is_text;
            // A literal names a row as a parameter does.
            word.extend(is_text.then_some('$'));
        } else if is_text || character == '"' {
            // The content of a literal has no meaning here.
        } else if character.is_alphanumeric() || matches!(character, '_' | '$' | '.') {
            word.extend(character.to_lowercase());
        } else {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            if !character.is_whitespace() && character != ';' {
                words.push(character.to_string());
            }
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Nests words by their parentheses, up to the end or the next closing one.
fn parts(words: &mut impl Iterator<Item = String>) -> Vec<Part> {
    let mut parts_found = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "(" => parts_found.push(Part::Parenthesis(parts(&mut *words))),
            ")" => break,
            _ => parts_found.push(Part::Word(word)),
        }
    }
    parts_found
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: Forms<'_> = Forms {
        keys: &[("trips", &["id"]), ("trip_members", &["trip_id"])],
    };

    #[test]
    fn accepts_plain_statements() {
        for statement in [
            "BEGIN",
            "SELECT a FROM trips WHERE id = ANY($1)",
            r#"(SELECT "trips"."id" FROM "trips" WHERE ("trips"."id" = ANY($1)))
                UNION ALL (SELECT 1)"#,
            "SELECT (SELECT count(*) FROM trip_members WHERE trip_id = trips.id) FROM trips",
            r#"SELECT "trips"."id" FROM "trips" WHERE ("trips"."id" = $1) FOR NO KEY UPDATE"#,
            r#"INSERT INTO "trips" ("id", "a") VALUES ($1, lower($2))
                ON CONFLICT ("id") DO NOTHING"#,
            "SELECT id FROM trips WHERE id = 'a' FOR NO KEY UPDATE;",
            "UPDATE trips SET a = COALESCE($1, a) WHERE id = $2 AND version = $3",
            "UPDATE trips SET a = $1 WHERE id = $2 AND \
                id = (SELECT id FROM trips WHERE id = $3 FOR NO KEY UPDATE SKIP LOCKED)",
            r#"DELETE FROM "trip_members" WHERE (("trip_members"."trip_id" = $1) AND
                ("trip_members"."user_id" = $2))"#,
            "UPDATE trips SET name = 'where id = ANY (' WHERE id = $1",
        ] {
            assert_eq!(FORMS.deviation(statement), None, "{statement}");
        }
    }

    #[test]
    fn names_deviations() {
        for (statement, part) in [
            ("SET a = 1", "set relies on the session"),
            (
                "CREATE TEMP TABLE t (a int)",
                "create relies on the session",
            ),
            ("SELECT pg_advisory_lock(1)", "pg_advisory_lock relies"),
            (
                "SELECT a FROM trips, LATERAL (SELECT 1) b",
                "lateral returns",
            ),
            (
                "SELECT (SELECT max(n) FROM unnest(trips.a) n) FROM trips",
                "unnest returns",
            ),
            (
                "SELECT a FROM trips WHERE id = ANY($1) FOR UPDATE",
                "any in a write",
            ),
            (
                "SELECT a FROM trips WHERE a = $1 FOR SHARE",
                "something else",
            ),
            (
                "SELECT a FROM trips WHERE id = $1 OR a = $2 FOR SHARE",
                "something else",
            ),
            (
                "SELECT a FROM trips JOIN users ON a = b WHERE id = $1 FOR SHARE",
                "something else",
            ),
            (
                "SELECT a FROM places WHERE id = $1 FOR SHARE",
                "no key is known",
            ),
            ("UPDATE trips SET a = $1", "something else"),
            ("UPDATE trips SET a = $1 WHERE a = 'id'", "something else"),
            ("UPDATE trips SET a = $1 WHERE id >= $2", "something else"),
            ("UPDATE trips SET id = $1 WHERE a = $2", "something else"),
            (
                "UPDATE trips SET a = 1 WHERE id = $1 RETURNING (SELECT 1 FROM b WHERE c IN (1))",
                "in in a",
            ),
            ("DELETE FROM trips WHERE id IN ($1, $2)", "in in a write"),
            (
                "DELETE FROM trips USING users WHERE trips.id = $1",
                "something else",
            ),
            ("INSERT INTO trips (id) VALUES ($1), ($2)", "inserts 2 rows"),
            (
                "INSERT INTO trips (id) SELECT id FROM others",
                "inserts 0 rows",
            ),
            (
                "WITH a AS (DELETE FROM trips WHERE id = $1) SELECT 1",
                "within another",
            ),
        ] {
            let deviation = FORMS.deviation(statement).unwrap_or_default();
            assert!(deviation.contains(part), "{statement}: {deviation:?}");
        }
    }
}
