//! The people of a trip: roles, invitations, parties, and whom a member id means.

mod invitations;
mod members;
mod names;
mod parties;
mod roles;
mod withdrawals;
