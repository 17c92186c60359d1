-- What was read of messages that came in for an account, until it takes or removes it.
CREATE TABLE proposals (
    -- Also the id of the picture record of what is kept: an archive in the object store.
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of what tells the message from others.
    digest BLOB NOT NULL,
    subject TEXT NOT NULL,
    -- What was read, in short. NULL once it was taken or removed: then the row only tells that the
    -- message has come.
    content TEXT,
    is_taken INTEGER NOT NULL,
    received_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX proposals_message ON proposals (user_id, digest);
-- Finds those that have expired.
CREATE INDEX proposals_received ON proposals (received_at);
