//! Databases: opening one, migrating it, and outages.

mod migrations;
mod opening;
mod outages;
