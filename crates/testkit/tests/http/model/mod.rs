//! A model-based test: random operations by several people through both variants, each answer and
//! everybody's view compared with a small model of the contract.
//!
//! `WAYFARE_TEST_CASES` sets the number of random cases. A usual run has always the same seed, so
//! that it is repeatable; `WAYFARE_TEST_SEED=random` takes a new one. A failure prints the shortest
//! case that fails, its requests, and the seed, which that variable runs again. A case that found a
//! defect is added to `kept.rs`.

mod accounts;
mod bodies;
mod budget;
mod driver;
mod exact;
mod kept;
mod operation;
mod single;
mod trip;
mod views;
mod world;

use std::cell::Cell;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use time::macros::datetime;
use tokio::runtime::{Builder, Runtime};
use wayfare_testkit::{Backend, FixedClock, TestServer};

use driver::Driver;
use operation::Operation;

/// The random cases of a usual run, which take less than half a minute on two cores.
const CASES: u32 = 30;

/// The seed of a usual run.
const SEED: u64 = 20_261_122;

/// A server on which each case has accounts of its own.
struct Bench {
    runtime: Runtime,
    clock: FixedClock,
    server: TestServer,
    cases: Cell<usize>,
}

impl Bench {
    fn new(backend: Backend) -> Self {
        let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
        let server = TestServer::builder().backend(backend).clock(clock.clone());
        Self {
            runtime: Builder::new_current_thread().enable_all().build().unwrap(),
            clock,
            server: server.start().unwrap(),
            cases: Cell::new(0),
        }
    }

    fn run(&self, operations: &[Operation]) -> Result<(), String> {
        let case = self.cases.replace(self.cases.get() + 1);
        self.runtime.block_on(async {
            let driver = Driver::new(case, self.server.client(), self.clock.clone()).await?;
            driver.run(operations).await
        })
    }
}

fn from_environment<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

fn random_cases_agree_with_the_model(backend: Backend) {
    let bench = Bench::new(backend);
    let seed = match std::env::var("WAYFARE_TEST_SEED").as_deref() {
        Ok("random") => rand::random(),
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => SEED,
    };
    let config = Config {
        cases: from_environment("WAYFARE_TEST_CASES").unwrap_or(CASES),
        failure_persistence: None,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let outcome = TestRunner::new_with_rng(config, random).run(&operation::operations(), |case| {
        bench.run(&case).map_err(TestCaseError::fail)
    });
    if let Err(failure) = outcome {
        panic!("WAYFARE_TEST_SEED={seed}\n{failure}");
    }
}

fn kept_cases_agree_with_the_model(backend: Backend) {
    let bench = Bench::new(backend);
    let failed: Vec<String> = kept::cases()
        .into_iter()
        .filter_map(|(name, case)| Some(format!("{name}: {}", bench.run(&case).err()?)))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

mod sqlite {
    use super::Backend;

    #[test]
    fn random_cases_agree_with_the_model() {
        super::random_cases_agree_with_the_model(Backend::Sqlite);
    }

    #[test]
    fn kept_cases_agree_with_the_model() {
        super::kept_cases_agree_with_the_model(Backend::Sqlite);
    }
}

mod postgres {
    use super::Backend;

    #[test]
    fn random_cases_agree_with_the_model() {
        if wayfare_test_postgres::is_available() {
            super::random_cases_agree_with_the_model(Backend::Postgres);
        }
    }

    #[test]
    fn kept_cases_agree_with_the_model() {
        if wayfare_test_postgres::is_available() {
            super::kept_cases_agree_with_the_model(Backend::Postgres);
        }
    }
}
