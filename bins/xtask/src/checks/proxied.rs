//! Tests of the HTTP interface through nginx that compresses, with the documented sample of a
//! configuration.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::{cargo, test};

/// The environment variable of the configuration, which the test harness reads.
const VARIABLE: &str = "WAYFARE_TEST_NGINX";
/// The sample, and its lines that depend on where it runs.
const SAMPLE: &str = "docs/operations/nginx.conf";
const SERVERS: [&str; 2] = ["10.0.0.11:8080", "10.0.0.12:8080"];
const LISTEN: &str = "listen 443 ssl http2;";
/// The modules of tests of routes. Others test connections and limits of the server itself, which
/// nginx replaces by its own.
const MODULES: [&str; 32] = [
    "access",
    "budget",
    "concurrency",
    "conditional",
    "dates",
    "deletion",
    "destinations",
    "formats",
    "extensions",
    "feature",
    "get_then_put",
    "hidden",
    "itinerary",
    "lists",
    "management",
    "map",
    "money",
    "pictures::access",
    "pictures::caching",
    "pictures::links",
    "pictures::shown",
    "pictures::upload",
    "pictures::users",
    "preferences",
    "profile",
    "sessions",
    "shapes",
    "summary",
    "timeline",
    "tokens",
    "updates",
    "variants",
];
/// Tests in these modules of what a proxy changes: that tags are strong, that the server itself
/// knows addresses and answers any path, its metrics, when it sees that a reader is gone, lengths
/// that compression leaves unknown, and whether an answer before the end of a body is always read.
const EXCEPT: [&str; 16] = [
    "invalid_requests_do_not_reveal_hidden_trips",
    "json_reads_send_a_strong_etag_and_honour_if_none_match",
    "calendars_have_local_times_on_both_sides_of_a_change_of_clocks",
    "exports_have_media_types_names_and_tags",
    "added_item_is_at_its_location",
    "a_running_server_sees_an_import_within_five_seconds",
    "records_lists_and_removes",
    "wrong_passwords_are_counted_by_address",
    "accepts_a_repeated_token_but_not_two_tokens",
    "upload_changes_the_version_once",
    "profile_picture_is_visible_to_everyone",
    "head_answers_like_get_without_the_picture",
    "bounds_the_streams_of_an_account",
    "readers_that_never_read_hold_nobody_up",
    "has_the_headers_of_a_stream",
    "the_client_comes_back_by_itself",
];
/// The media types that nginx compresses besides HTML, not pictures.
const COMPRESSED: &str = "application/json application/problem+json application/geo+json \
    application/gpx+xml application/vnd.google-earth.kml+xml text/calendar text/csv";

/// The tests of HTTP, up to the arguments of their program.
const HTTP_TESTS: [&str; 3] = ["--test", "http", "--"];

/// Runs the tests of routes behind nginx, on SQLite; returns whether they pass.
pub(crate) fn passes() -> anyhow::Result<bool> {
    let configuration = configuration()?;
    let list = cargo::output(
        cargo::TEST
            .into_iter()
            .chain(HTTP_TESTS)
            .chain(["--list", "--format", "terse"]),
    )?;
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let tests: Vec<&str> = tests.filter(|test| is_chosen(test)).collect();
    ensure!(!tests.is_empty(), "there are no tests of routes");
    // Their names are too long to print.
    let shown = format!("{} tests of routes behind nginx", tests.len());
    let mut command = cargo::command(cargo::TEST.into_iter().chain(HTTP_TESTS));
    command
        .arg("--exact")
        .args(tests)
        .env(VARIABLE, configuration);
    test::all_pass(&shown, &mut command)
}

/// Whether a test is one of routes, on SQLite.
fn is_chosen(test: &str) -> bool {
    let Some(path) = test.strip_suffix("::sqlite") else {
        return false;
    };
    let is_in = |module: &&str| {
        let rest = path.strip_prefix(module);
        rest.is_some_and(|rest| rest.starts_with("::"))
    };
    let name = path.rsplit("::").next().unwrap_or_default();
    MODULES.iter().any(is_in) && !EXCEPT.contains(&name)
}

/// Writes the configuration: the sample, which compresses everything, behind a server that unpacks
/// it again for clients that do not ask for compression. Tags are weak by then. Returns its path.
fn configuration() -> anyhow::Result<PathBuf> {
    let sample = fs::read_to_string(cargo::workspace()?.join(SAMPLE)).context(SAMPLE)?;
    ensure!(sample.contains(LISTEN), "{SAMPLE} has no line {LISTEN}");
    let servers = sample.replace(SERVERS[0], "{server}");
    let lines: Vec<String> = servers
        .lines()
        // One server for each test, without TLS.
        .filter(|line| !line.contains(SERVERS[1]) && !line.trim_start().starts_with("ssl_"))
        .map(|line| line.replace(LISTEN, "listen unix:{folder}/compressing.sock;"))
        .collect();
    let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("    {kind}_temp_path {{folder}}/{kind};\n"))
        .collect();
    let text = format!(
        "daemon off;
master_process off;
error_log stderr error;
pid {{folder}}/nginx.pid;
events {{ worker_connections 512; }}
http {{
{folders}
    gzip on;
    gzip_types {COMPRESSED};
    gzip_proxied any;
    gzip_min_length 1;
    gzip_comp_level 1;
    set_real_ip_from unix:;
    real_ip_header X-Forwarded-For;
{sample}
    server {{
        listen {{listen}};
        access_log off;
        gzip off;
        gunzip on;
        location / {{
            proxy_pass http://unix:{{folder}}/compressing.sock;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header Accept-Encoding gzip;
            client_max_body_size 640m;
            proxy_request_buffering off;
        }}
    }}
}}
",
        sample = lines.join("\n"),
    );
    let path = cargo::target()?.join("nginx-compressing.conf");
    fs::write(&path, text)?;
    Ok(path)
}
