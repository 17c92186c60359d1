//! The pictures of a trip: small ones, a viewer, uploading, ordering and removing.

pub(super) mod forms;
pub(crate) mod view;
pub(crate) mod viewer;
