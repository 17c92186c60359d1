-- Share links of trips. Their tokens are derived from id and generation with a secret of the servers,
-- so that nothing here opens a trip.
CREATE TABLE share_links (
    id uuid PRIMARY KEY,
    trip_id uuid NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id uuid NOT NULL,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    label text NOT NULL,
    -- JSON: the names of the sections that it shows.
    sections text NOT NULL,
    expires_at timestamptz,
    password_hash text,
    created_at timestamptz NOT NULL,
    -- The last day on which it was used.
    last_used text
);

CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);
