-- Invitations to trips. Their tokens are derived from the id with a secret of the servers, so that
-- nothing here opens a trip.
CREATE TABLE invitations (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id BLOB NOT NULL,
    role TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    -- How many people may join; NULL for any number.
    uses INTEGER,
    used INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX invitations_trip ON invitations (trip_id, created_at DESC, id DESC);
