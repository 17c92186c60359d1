//! Words of a text: tokens, folded and base forms, and word lists.

pub(super) mod fold;
pub(super) mod inflection;
pub(super) mod text;
pub(super) mod words;
