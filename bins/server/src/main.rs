//! The binary `wayfare`: runs the command of the command line.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Allocation takes half of a request's time with the system's allocator, because two kinds of
/// threads share the memory; mimalloc takes a third off that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    wayfare_server::run()
}
