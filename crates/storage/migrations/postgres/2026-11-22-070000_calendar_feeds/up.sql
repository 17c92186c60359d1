-- Calendar feeds: at most one for each membership. A feed ends with it.
CREATE TABLE trip_feeds (
    trip_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (trip_id, user_id),
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
);

-- Feeds of all trips of an account: at most one for each.
CREATE TABLE account_feeds (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);
