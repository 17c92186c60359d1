//! The use cases on a real store. Each test runs on SQLite and on PostgreSQL, with its own database
//! and clock.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod contended;
#[cfg(test)]
mod contention;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod places;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod sharing;
#[cfg(test)]
mod trip_access;
#[cfg(test)]
mod trip_updates;
#[cfg(test)]
mod watching;
#[cfg(test)]
mod world;
