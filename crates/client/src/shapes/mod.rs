//! The shapes of answers. They are `#[non_exhaustive]`: later versions of the service may answer
//! more fields.

pub mod extensions;
pub mod trip;
pub mod users;
pub mod variant_a;
pub mod variant_b;
