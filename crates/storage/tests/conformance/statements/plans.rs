//! PostgreSQL's plans of the frequent statements, on skewed data, with and without statistics.
//!
//! On the small and even data of other tests, a plan that reads a whole table is as fast as others.

use diesel::connection::SimpleConnection;
use diesel::sql_types::Json;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use serde_json::Value;

/// One user owns 60,000 trips; 2,000 others own 20 each. Autovacuum would gather statistics.
const SKEWED: &str = "
    ALTER TABLE users SET (autovacuum_enabled = false);
    ALTER TABLE trips SET (autovacuum_enabled = false);
    ALTER TABLE trip_members SET (autovacuum_enabled = false);
    ALTER TABLE refresh_tokens SET (autovacuum_enabled = false);
    ALTER TABLE pictures SET (autovacuum_enabled = false);
    ALTER TABLE idempotency_keys SET (autovacuum_enabled = false);
    CREATE FUNCTION user_id(number bigint) RETURNS uuid LANGUAGE SQL IMMUTABLE
        AS $$ SELECT md5(number::text)::uuid $$;
    INSERT INTO users (id, username, username_key, name, description, links, interests,
        limited_deals, newsletter, private_account, share_email, version, token_generation,
        created_at, updated_at)
        SELECT user_id(n), 'user' || n, 'user' || n, 'name', '', '[]', '[]',
            false, false, false, false, 1, 1, now(), now()
        FROM generate_series(0, 2000) n;
    INSERT INTO trips (id, owner_id, private, name, description, version, created_at, updated_at,
        gallery, plan, map, itinerary)
        SELECT gen_random_uuid(), user_id(CASE WHEN n <= 60000 THEN 0 ELSE 1 + n % 2000 END),
            true, 'name', '', 1, now() - n * interval '1 second', now(),
            '{}', repeat('x', 300), '{}', '[]'
        FROM generate_series(1, 100000) n;
    INSERT INTO trip_members (trip_id, user_id, position, trip_created_at)
        SELECT id, owner_id, 0, created_at FROM trips WHERE name = 'name';
    INSERT INTO refresh_tokens (id, family, user_id, generation, hash, issued_at, expires_at)
        SELECT gen_random_uuid(), gen_random_uuid(), user_id(n % 2000), 1,
            decode(md5(n::text), 'hex'), now(), now()
        FROM generate_series(1, 20000) n;
    INSERT INTO idempotency_keys (hash, user_id, request, resource, used_at)
        SELECT decode(md5(n::text), 'hex'), user_id(CASE WHEN n <= 10000 THEN 0 ELSE n % 2000 END),
            decode(md5(n::text), 'hex'), '', now() - n * interval '1 second'
        FROM generate_series(1, 20000) n;
    INSERT INTO pictures (id, trip_id, created_at)
        SELECT gen_random_uuid(), id, now() FROM trips LIMIT 20000;
";

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Json, column_name = "QUERY PLAN")]
    plan: Value,
}

/// The number of parameters of a statement.
fn parameters(statement: &str) -> usize {
    (1..)
        .take_while(|number| statement.contains(&format!("${number}")))
        .count()
}

/// The steps of a plan.
fn steps(plan: &Value) -> Vec<&Value> {
    let inner = plan["Plans"].as_array().into_iter().flatten();
    std::iter::once(plan).chain(inner.flat_map(steps)).collect()
}

/// Makes the planner use workers and compilation for data of this size as it does for more.
const EAGER: &str = "
    SET parallel_setup_cost = 0;
    SET parallel_tuple_cost = 0;
    SET min_parallel_table_scan_size = 0;
    SET min_parallel_index_scan_size = 0;
    SET jit_above_cost = 0;
";

/// What a step of a plan reads as a whole, if it does.
fn whole_read(step: &Value) -> Option<String> {
    let kind = step["Node Type"].as_str().unwrap_or_default();
    let table = step["Relation Name"].as_str().unwrap_or_default();
    // A sort before a limit reads all that it sorts.
    let is_whole = ["Seq Scan", "Hash Join", "Merge Join", "Gather"].contains(&kind)
        || (kind == "Limit" && step.pointer("/Plans/0/Sort Key").is_some());
    is_whole.then(|| format!("{kind} {table}"))
}

#[test]
fn frequent_statements_have_the_same_plans_on_skewed_data_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("plans").unwrap();
    let recorded = super::record_frequent(database.url());
    let mut connection = PgConnection::establish(database.url()).unwrap();
    connection.batch_execute(SKEWED).unwrap();
    connection.batch_execute(EAGER).unwrap();
    for setting in &recorded.settings {
        connection.batch_execute(setting).unwrap();
    }
    // Else the plans below would be those for the value NULL.
    let is_generic = |setting: &String| setting.contains("force_generic_plan");
    assert!(recorded.settings.iter().any(is_generic));
    let mut faults = Vec::new();
    for statistics in ["without statistics", "with statistics"] {
        if statistics == "with statistics" {
            connection.batch_execute("ANALYZE").unwrap();
        }
        for (number, statement) in recorded.ran.iter().enumerate() {
            let name = format!("statement_{number}");
            connection
                .batch_execute(&format!("PREPARE {name} AS {statement}"))
                .unwrap();
            let values = vec!["NULL"; parameters(statement)].join(", ");
            let values = if values.is_empty() {
                values
            } else {
                format!("({values})")
            };
            let plans: Vec<Plan> =
                sql_query(format!("EXPLAIN (FORMAT JSON) EXECUTE {name}{values}"))
                    .load(&mut connection)
                    .unwrap();
            connection
                .batch_execute(&format!("DEALLOCATE {name}"))
                .unwrap();
            if plans[0].plan[0].get("JIT").is_some() {
                faults.push(format!("{statistics}: compiled: {statement}"));
            }
            let plan = &plans[0].plan[0]["Plan"];
            for fault in steps(plan).into_iter().filter_map(whole_read) {
                faults.push(format!("{statistics}: {fault}: {statement}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
