//! The length of reliability tests: seconds by default, longer with `cargo xtask soak`.

/// The environment variable with the factor for the length of these tests.
pub const FACTOR: &str = "WAYFARE_SOAK";

/// Returns the number of rounds: `usual` times the factor from the environment.
pub fn rounds(usual: usize) -> usize {
    let factor = std::env::var(FACTOR)
        .ok()
        .and_then(|factor| factor.parse().ok());
    usual.saturating_mul(factor.unwrap_or(1)).max(1)
}
