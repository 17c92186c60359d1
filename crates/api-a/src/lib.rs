//! api-a
