//! The README's tour, typed into a shell unchanged: every command works and prints what the README
//! shows. So do the examples of the interface's page.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use wayfare_testkit::{Backend, TestServer};

const README: &str = include_str!("../../../../../README.md");
const INTERFACE: &str = include_str!("../../../../../docs/interface.md");
/// The README's placeholder for a value that differs in each run.
const ANY: &str = "…";

/// A step of the tour: the commands, and the answer to the last one.
struct Step {
    commands: String,
    answer: Option<Value>,
}

fn tour() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut blocks = README.split("```").skip(1).step_by(2);
    let mut previous_is_tour = false;
    blocks.by_ref().for_each(|block| {
        let (language, text) = block.split_once('\n').expect("a fenced block has lines");
        match language {
            "sh tour" => steps.push(Step {
                commands: text.to_owned(),
                answer: None,
            }),
            "json" if previous_is_tour => {
                let answer = serde_json::from_str(text).expect("the README shows JSON");
                steps.last_mut().expect("an answer follows a step").answer = Some(answer);
            }
            _ => {}
        }
        previous_is_tour = language == "sh tour";
    });
    steps
}

/// Whether `answer` contains all of `shown`: objects may have more fields, lists may not have more
/// elements.
fn holds(answer: &Value, shown: &Value) -> bool {
    match (answer, shown) {
        (_, Value::String(text)) if text == ANY => true,
        (Value::Object(answer), Value::Object(shown)) => shown
            .iter()
            .all(|(key, shown)| answer.get(key).is_some_and(|answer| holds(answer, shown))),
        (Value::Array(answer), Value::Array(shown)) => {
            answer.len() == shown.len()
                && answer
                    .iter()
                    .zip(shown)
                    .all(|(answer, shown)| holds(answer, shown))
        }
        (answer, shown) => answer == shown,
    }
}

fn follow(base: &str) {
    let steps = tour();
    assert!(
        steps.iter().filter(|step| step.answer.is_some()).count() >= 5,
        "the tour has lost its answers"
    );
    let script: String = steps
        .iter()
        .map(|step| format!("{}\necho; echo '@@@'\n", step.commands))
        .collect();
    let printed = run(&script, base);
    let answers: Vec<&str> = printed.split("@@@").collect();
    for (step, answer) in steps.iter().zip(answers) {
        let Some(shown) = &step.answer else { continue };
        let answer: Value =
            serde_json::from_str(answer.trim()).unwrap_or_else(|_| panic!("not JSON: {answer}"));
        assert!(
            holds(&answer, shown),
            "the README shows\n{shown:#}\nbut the service answers\n{answer:#}"
        );
    }
}

/// Types a script into a shell; returns what it prints.
fn run(script: &str, base: &str) -> String {
    let mut shell = Command::new("bash")
        .args(["-euo", "pipefail", "-s"])
        .env("BASE", base)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tour needs bash");
    shell
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let done = shell.wait_with_output().unwrap();
    let printed = String::from_utf8(done.stdout).unwrap();
    assert!(
        done.status.success(),
        "the script broke off:\n{printed}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
    printed
}

async fn works_on(backend: Backend) {
    let server = TestServer::start(backend).unwrap();
    let base = server.base_url().trim_end_matches('/').to_owned();
    tokio::task::spawn_blocking(move || follow(&base))
        .await
        .unwrap();
}

#[tokio::test]
async fn readme_tour_works_on_sqlite() {
    works_on(Backend::Sqlite).await;
}

#[tokio::test]
async fn readme_tour_works_on_postgres() {
    works_on(Backend::Postgres).await;
}

#[tokio::test]
async fn examples_of_the_interface_work_one_after_another() {
    let server = TestServer::start(Backend::Sqlite).unwrap();
    let base = server.base_url().trim_end_matches('/').to_owned();
    let blocks = INTERFACE.split("```sh\n").skip(1);
    let commands: Vec<&str> = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    assert!(commands.len() >= 4, "{commands:?}");
    let printed = tokio::task::spawn_blocking(move || run(&commands.concat(), &base));
    let printed = printed.await.unwrap();
    assert!(printed.contains("\"key\""), "{printed}");
    assert!(printed.contains("HTTP/1.1 200"), "{printed}");
}
