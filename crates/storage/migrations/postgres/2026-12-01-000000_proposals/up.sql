-- What was read of messages that came in for an account, until it takes or removes it.
CREATE TABLE proposals (
    -- Also the id of the picture record of what is kept: an archive in the object store.
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of what tells the message from others.
    digest bytea NOT NULL,
    subject text NOT NULL,
    -- What was read, in short. NULL once it was taken or removed: then the row only tells that the
    -- message has come.
    content text,
    is_taken boolean NOT NULL,
    received_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX proposals_message ON proposals (user_id, digest);
-- Finds those that have expired.
CREATE INDEX proposals_received ON proposals (received_at);
