//! How long tests of reliability go on: for seconds by default, for as long as one likes by `cargo
//! xtask soak`.

/// Names in the environment how many times longer they are to go on than by default.
pub const FACTOR: &str = "WAYFARE_SOAK";

/// `usual` rounds, times the factor that the environment names.
pub fn rounds(usual: usize) -> usize {
    let factor = std::env::var(FACTOR)
        .ok()
        .and_then(|factor| factor.parse().ok());
    usual.saturating_mul(factor.unwrap_or(1)).max(1)
}
