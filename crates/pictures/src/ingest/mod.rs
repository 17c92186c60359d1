//! Pictures that come in: received or fetched, and cleaned.

pub(super) mod clean;
pub(super) mod fetch;
pub(super) mod stored_form;
pub(super) mod temp;
