-- API keys of accounts. Only the SHA-256 of a key is stored, so that nothing here signs anybody in.
CREATE TABLE api_keys (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- read or write.
    scope TEXT NOT NULL,
    -- JSON: the ids of the trips that it is limited to. Null: all.
    trips TEXT,
    hash BLOB NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    -- The last day on which it was used.
    last_used TEXT
) STRICT;

CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC, id DESC);
