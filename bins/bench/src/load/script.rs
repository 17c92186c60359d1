//! The script of the load generator.

use super::action::Session;
use super::case::Case;
use super::seed::Seed;
use super::wrk;

/// Gives each thread a number, and prints the result as a last line of JSON; times are in
/// microseconds.
const FRAME: &str = r#"
local threads = 0
function setup(thread)
    thread:set('number', threads)
    threads = threads + 1
end
local sent, n, trip, made, answer, follows = 0
local function serial()
    sent = sent + 1
    return string.format('%02d%02d%08d', 10 + round, number, sent)
end
function init()
    math.randomseed(100 * round + number)
end
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format('{"requests":%d,"micros":%d,"p50":%d,"p99":%d,"errors":%d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        e.connect + e.read + e.write + e.status + e.timeout))
end
"#;

/// The script of a case in a round: one branch for each action.
pub(crate) fn of_case(case: &Case, round: u32, seed: &Seed, session: &Session) -> String {
    let mut branches = String::new();
    let mut below = 0;
    for (action, share) in &case.actions {
        below += share;
        let request = action.lua(seed, session);
        branches.push_str(&format!(
            "    if kind <= {below} then\n        {request}\n    end\n"
        ));
    }
    let patterns = case.actions.iter().filter_map(|(action, _)| action.then);
    let response: String = patterns
        .map(|then| {
            format!(
                "function response(status, headers, body)\n    if follows then \
                answer = (body .. (headers.authorization or '')):match('{}') end\nend\n",
                then.made
            )
        })
        .collect();
    format!(
        "local round = {round}{FRAME}function request()\n    local kind = math.random(1, 100)\n{branches}end\n{response}"
    )
}

/// The threads of a case: one for each connection if requests follow answers, as a script knows no
/// connections.
pub(crate) fn threads(case: &Case) -> u32 {
    if case.actions.iter().any(|(action, _)| action.then.is_some()) {
        case.connections
    } else {
        wrk::THREADS
    }
}
