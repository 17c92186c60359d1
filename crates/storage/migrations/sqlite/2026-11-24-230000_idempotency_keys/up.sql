-- Keys by which a request that is sent again is known, each stored with what the request has made.
CREATE TABLE idempotency_keys (
    -- SHA-256 of the account and the key.
    hash BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the request.
    request BLOB NOT NULL,
    -- The id of what the request has made.
    resource TEXT NOT NULL,
    used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds all but the newest keys of an account.
CREATE INDEX idempotency_keys_user ON idempotency_keys (user_id, used_at);
-- Finds expired keys to delete.
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (used_at);
