//! Routes that neither variant has.

mod budget;
