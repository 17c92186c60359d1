//! api-core
