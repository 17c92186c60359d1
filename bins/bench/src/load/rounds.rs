//! The rounds of a measurement, and what each begins with.

/// The number of measurements of each route.
pub(crate) const ROUNDS: u64 = 3;
/// The same in a comparison of two binaries: even, so that each is as often the first.
pub(crate) const COMPARED_ROUNDS: u64 = 4;
/// The number of threads of `wrk`.
pub(crate) const THREADS: u64 = 2;
/// The number of refresh tokens that each thread begins with: more than its connections.
pub(crate) const TOKENS: u64 = 64;

/// The numbers of the refresh tokens that a round begins with. Rounds share none.
pub(crate) fn tokens_of(round: u64) -> std::ops::Range<u64> {
    let first = (round + 1) * THREADS * TOKENS;
    first..first + THREADS * TOKENS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_different_tokens_in_each_round() {
        assert_eq!(tokens_of(0).end, tokens_of(1).start);
    }
}
