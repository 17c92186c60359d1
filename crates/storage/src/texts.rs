//! The texts of statements that stand alone or are part of a longer one.

/// The row of a trip, where it is of the version it was; a document that is NULL stays as it is.
macro_rules! update_trip {
    () => {
        "UPDATE trips SET owner_id = ?, private = ?, name = ?, description = ?, version = ?, updated_at = ?, \
         dates = COALESCE(?, dates), estimate = COALESCE(?, estimate), gallery = COALESCE(?, gallery), \
         budget = COALESCE(?, budget), todo = COALESCE(?, todo), destinations = COALESCE(?, destinations), \
         expenditures = COALESCE(?, expenditures), map = COALESCE(?, map), itinerary = COALESCE(?, itinerary) \
         WHERE id = ? AND version = ?"
    };
}
pub(crate) use update_trip;

/// The same, where who changes it still is of a token generation.
macro_rules! change_trip {
    () => {
        concat!(
            update_trip!(),
            " AND (SELECT token_generation FROM users WHERE users.id = ?) = ?"
        )
    };
}
pub(crate) use change_trip;

/// The row of a user.
macro_rules! update_user {
    () => {
        "UPDATE users SET username = ?, username_key = ?, name = ?, description = ?, email = ?, links = ?, interests = ?, \
         picture = ?, limited_deals = ?, newsletter = ?, private_account = ?, share_email = ?, version = ?, updated_at = ? \
         WHERE id = ?"
    };
}
pub(crate) use update_user;
