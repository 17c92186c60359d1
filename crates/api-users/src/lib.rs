//! api-users
