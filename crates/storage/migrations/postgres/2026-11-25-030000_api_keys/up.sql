-- API keys of accounts. Only the SHA-256 of a key is stored, so that nothing here signs anybody in.
CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    -- read or write.
    scope text NOT NULL,
    -- JSON: the ids of the trips that it is limited to. Null: all.
    trips text,
    hash bytea NOT NULL,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    -- The last day on which it was used.
    last_used text
);

CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC, id DESC);
