//! Pages that a secret address opens: of a share link, an invitation, a mail.

pub(crate) mod confirm;
pub(crate) mod join;
pub(crate) mod refusal;
pub(crate) mod shared;
