-- Restores the five tables, with all that the one has.
CREATE TABLE trip_feeds (
    trip_id BLOB NOT NULL,
    user_id BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id),
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE account_feeds (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE share_links (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    owner_id BLOB NOT NULL,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    label TEXT NOT NULL,
    sections TEXT NOT NULL,
    expires_at INTEGER,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    last_used TEXT
) STRICT;

CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);

CREATE INDEX trip_feeds_user ON trip_feeds (user_id);

CREATE TABLE api_keys (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    trips TEXT,
    hash BLOB NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    last_used TEXT
) STRICT;

CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC, id DESC);

CREATE TABLE invitations (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    owner_id BLOB NOT NULL,
    role TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    uses INTEGER,
    used INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

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
