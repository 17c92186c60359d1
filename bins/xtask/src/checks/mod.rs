//! What must hold before a change lands: static checks, checks by external tools, packages and the
//! supply chain.

pub(super) mod ci;
pub(super) mod e2e;
mod lengths;
mod lint;
mod names;
mod package;
mod proxied;
pub(super) mod semver;
pub(super) mod supply;
