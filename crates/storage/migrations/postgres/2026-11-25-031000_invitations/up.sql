-- Invitations to trips. Their tokens are derived from the id with a secret of the servers, so that
-- nothing here opens a trip.
CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    trip_id uuid NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id uuid NOT NULL,
    role text NOT NULL,
    expires_at timestamptz NOT NULL,
    -- How many people may join; NULL for any number.
    uses bigint,
    used bigint NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX invitations_trip ON invitations (trip_id, created_at DESC, id DESC);
