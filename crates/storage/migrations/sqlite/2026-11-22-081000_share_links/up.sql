-- Share links of trips. Their tokens are derived from id and generation with a secret of the servers,
-- so that nothing here opens a trip.
CREATE TABLE share_links (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id BLOB NOT NULL,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    label TEXT NOT NULL,
    -- JSON: the names of the sections that it shows.
    sections TEXT NOT NULL,
    expires_at INTEGER,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    -- The last day on which it was used.
    last_used TEXT
) STRICT;

CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);
