//! Pictures that are kept: their quota, and when they are removed.

mod quota;
mod removal;
mod sweep;
