//! The tables that the migrations create, the same for both backends.

use diesel::{allow_tables_to_appear_in_same_query, joinable, table};

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    users (id) {
        id -> Id,
        username -> Text,
        username_key -> Text,
        name -> Text,
        description -> Text,
        email -> Nullable<Text>,
        links -> Text,
        interests -> Text,
        picture -> Nullable<Id>,
        limited_deals -> Bool,
        newsletter -> Bool,
        private_account -> Bool,
        share_email -> Bool,
        version -> BigInt,
        token_generation -> BigInt,
        password_hash -> Nullable<Text>,
        created_at -> Instant,
        updated_at -> Instant,
        confirmed_email -> Nullable<Text>,
        language -> Nullable<Text>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    trips (id) {
        id -> Id,
        owner_id -> Id,
        private -> Bool,
        name -> Text,
        description -> Text,
        version -> BigInt,
        created_at -> Instant,
        updated_at -> Instant,
        gallery -> Text,
        plan -> Text,
        map -> Text,
        itinerary -> Text,
        starts_at -> Nullable<Instant>,
        ends_at -> Nullable<Instant>,
        name_key -> Text,
        search_key -> Text,
        moved_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{Bool, Integer, Nullable};
    use crate::columns::sql::{Id, Instant};

    trip_members (trip_id, user_id) {
        trip_id -> Id,
        user_id -> Id,
        position -> Integer,
        trip_created_at -> Instant,
        has_edited -> Bool,
        is_viewer -> Bool,
        imposed_by -> Nullable<Id>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Nullable};
    use crate::columns::sql::{Id, Instant};

    refresh_tokens (id) {
        id -> Id,
        family -> Id,
        user_id -> Id,
        hash -> Binary,
        issued_at -> Instant,
        expires_at -> Instant,
        spent_at -> Nullable<Instant>,
        generation -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    pictures (id) {
        id -> Id,
        trip_id -> Nullable<Id>,
        user_id -> Nullable<Id>,
        source -> Nullable<Text>,
        hash -> Nullable<Binary>,
        media_type -> Nullable<Text>,
        width -> Nullable<BigInt>,
        height -> Nullable<BigInt>,
        bytes -> Nullable<BigInt>,
        created_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{Binary, Bool, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    proposals (id) {
        id -> Id,
        user_id -> Id,
        digest -> Binary,
        subject -> Text,
        content -> Nullable<Text>,
        is_taken -> Bool,
        received_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::columns::sql::Instant;

    rate_imports (number) {
        number -> BigInt,
        source -> Text,
        imported_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};

    reference_rates (import, day) {
        import -> BigInt,
        day -> Text,
        rates -> Text,
    }
}

table! {
    use diesel::sql_types::{Binary, Text};
    use crate::columns::sql::{Id, Instant};

    idempotency_keys (hash) {
        hash -> Binary,
        user_id -> Id,
        request -> Binary,
        resource -> Text,
        used_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    outgoing_mail (id) {
        id -> Id,
        user_id -> Nullable<Id>,
        recipient -> Text,
        content -> Text,
        language -> Text,
        created_at -> Instant,
        next_attempt_at -> Instant,
        attempts -> BigInt,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::columns::sql::{Id, Instant};

    counted_mail (id) {
        id -> Id,
        user_id -> Id,
        kind -> Text,
        counted_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{Bool, Nullable};
    use crate::columns::sql::{Id, Instant};

    mail_recipients (id) {
        id -> Id,
        last_at -> Instant,
        second_at -> Nullable<Instant>,
        third_at -> Nullable<Instant>,
        refused -> Bool,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::columns::sql::{Id, Instant};

    identities (issuer, subject) {
        issuer -> Text,
        subject -> Text,
        user_id -> Id,
        created_at -> Instant,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    grants (id) {
        id -> Id,
        kind -> Text,
        user_id -> Id,
        trip_id -> Nullable<Id>,
        scope -> Text,
        label -> Text,
        hash -> Nullable<Binary>,
        password_hash -> Nullable<Text>,
        expires_at -> Nullable<Instant>,
        uses -> Nullable<BigInt>,
        used -> BigInt,
        generation -> BigInt,
        version -> BigInt,
        created_at -> Instant,
        last_used -> Nullable<Text>,
    }
}

joinable!(account_deletions -> users (user_id));
joinable!(grants -> trips (trip_id));
joinable!(grants -> users (user_id));
joinable!(trip_members -> trips (trip_id));
joinable!(trip_members -> users (user_id));
joinable!(refresh_tokens -> users (user_id));
joinable!(identities -> users (user_id));
allow_tables_to_appear_in_same_query!(
    users,
    trips,
    trip_members,
    refresh_tokens,
    pictures,
    grants,
    identities,
    account_deletions,
);

table! {
    use diesel::sql_types::Text;
    use crate::columns::sql::{Id, Instant};

    former_emails (email_key, user_id) {
        email_key -> Text,
        user_id -> Id,
        email -> Text,
        until -> Instant,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    account_deletions (user_id) {
        user_id -> Id,
        request_id -> Nullable<Text>,
        claimed_until -> Instant,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::columns::sql::{Id, Instant};

    zone_releases (release) {
        release -> Text,
        moved_through -> Nullable<Id>,
        claimed_until -> Instant,
    }
}
