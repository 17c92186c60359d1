//! Pictures that go out: renditions, default pictures and signed URLs.

pub(super) mod defaults;
pub(super) mod renditions;
pub(super) mod signing;
