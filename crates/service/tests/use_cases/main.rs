//! The use cases on a real store, each test on SQLite and on PostgreSQL, with a database and a
//! clock of its own.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod places;
#[cfg(test)]
mod rivals;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod trip_access;
#[cfg(test)]
mod trip_updates;
#[cfg(test)]
mod world;
