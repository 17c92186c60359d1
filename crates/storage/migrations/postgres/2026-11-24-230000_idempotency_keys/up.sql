-- Keys by which a request that is sent again is known, each stored with what the request has made.
CREATE TABLE idempotency_keys (
    -- SHA-256 of the account and the key.
    hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the request.
    request bytea NOT NULL,
    -- The id of what the request has made.
    resource text NOT NULL,
    used_at timestamptz NOT NULL
);

-- Finds all but the newest keys of an account.
CREATE INDEX idempotency_keys_user ON idempotency_keys (user_id, used_at);
-- Finds expired keys to delete.
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (used_at);
