//! Runs a target, selected by the environment, under libFuzzer. `cargo xtask fuzz` builds and runs
//! it.

#![no_main]
#![expect(clippy::panic, reason = "without a target there is nothing to run")]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wayfare_fuzz::{TARGETS, Target, target};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("WAYFARE_FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        panic!(
            "WAYFARE_FUZZ_TARGET must be one of {:?}",
            TARGETS.map(|target| target.name)
        )
    })
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
