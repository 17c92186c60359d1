-- Calendar feeds: at most one for each membership. A feed ends with it.
CREATE TABLE trip_feeds (
    trip_id BLOB NOT NULL,
    user_id BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id),
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Feeds of all trips of an account: at most one for each.
CREATE TABLE account_feeds (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
