-- Restores the five tables, with all that the one has.
CREATE TABLE trip_feeds (
    trip_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (trip_id, user_id),
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
);

CREATE TABLE account_feeds (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);

CREATE TABLE share_links (
    id uuid PRIMARY KEY,
    trip_id uuid NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    owner_id uuid NOT NULL,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    label text NOT NULL,
    sections text NOT NULL,
    expires_at timestamptz,
    password_hash text,
    created_at timestamptz NOT NULL,
    last_used text
);

CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);

CREATE INDEX trip_feeds_user ON trip_feeds (user_id);

CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    scope text NOT NULL,
    trips text,
    hash bytea NOT NULL,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    last_used text
);

CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC, id DESC);

CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    trip_id uuid NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    owner_id uuid NOT NULL,
    role text NOT NULL,
    expires_at timestamptz NOT NULL,
    uses bigint,
    used bigint NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX invitations_trip ON invitations (trip_id, created_at DESC, id DESC);

INSERT INTO share_links SELECT id, trip_id, user_id, generation, version, label,
        '["' || replace(scope, ' ', '","') || '"]', expires_at, password_hash, created_at, last_used
    FROM grants WHERE kind = 'share-link';
INSERT INTO invitations SELECT id, trip_id, user_id, scope, expires_at, uses, used, created_at
    FROM grants WHERE kind = 'invitation';
INSERT INTO trip_feeds SELECT trip_id, user_id, hash, created_at
    FROM grants WHERE kind = 'feed' AND trip_id IS NOT NULL;
INSERT INTO account_feeds SELECT user_id, hash, created_at
    FROM grants WHERE kind = 'feed' AND trip_id IS NULL;
INSERT INTO api_keys SELECT id, user_id, label, CASE WHEN scope LIKE 'read%' THEN 'read' ELSE 'write' END,
        CASE WHEN scope LIKE '% %' THEN
            '["' || replace(replace(replace(scope, 'read ', ''), 'write ', ''), ' ', '","') || '"]' END,
        hash, expires_at, created_at, last_used
    FROM grants WHERE kind = 'key';

DROP TABLE grants;
