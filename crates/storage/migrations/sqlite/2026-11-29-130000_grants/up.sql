-- Share links, invitations, calendar feeds and API keys in one table. The secrets that are out there
-- stay good: ids, generations and hashes stay as they are.
CREATE TABLE grants (
    id BLOB PRIMARY KEY NOT NULL,
    -- share-link, invitation, feed or key.
    kind TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null: of the account.
    trip_id BLOB,
    -- Words: the sections of a share link; the role of an invitation; read or write of a key, and the
    -- trips that it is limited to.
    scope TEXT NOT NULL,
    label TEXT NOT NULL,
    -- The SHA-256 of the secret, which is the account's. Null: the token is derived from id and
    -- generation with a secret of the servers. Either way nothing here opens anything.
    hash BLOB UNIQUE,
    password_hash TEXT,
    expires_at INTEGER,
    -- How often it may be used. Null: any number.
    uses INTEGER,
    used INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- The last day on which it was used.
    last_used TEXT,
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
) STRICT;

CREATE INDEX grants_user ON grants (user_id, trip_id);
CREATE INDEX grants_trip ON grants (trip_id, user_id);

-- Those of a former owner of their trip open nothing.
INSERT INTO grants SELECT l.id, 'share-link', l.owner_id, l.trip_id,
        replace(replace(replace(l.sections, '["', ''), '"]', ''), '","', ' '), l.label,
        NULL, l.password_hash, l.expires_at, NULL, 0, l.generation, l.version, l.created_at, l.last_used
    FROM share_links l JOIN trips t ON t.id = l.trip_id AND t.owner_id = l.owner_id
        JOIN trip_members m ON m.trip_id = l.trip_id AND m.user_id = l.owner_id;
INSERT INTO grants SELECT i.id, 'invitation', i.owner_id, i.trip_id, i.role, '',
        NULL, NULL, i.expires_at, i.uses, i.used, 1, 1, i.created_at, NULL
    FROM invitations i JOIN trips t ON t.id = i.trip_id AND t.owner_id = i.owner_id
        JOIN trip_members m ON m.trip_id = i.trip_id AND m.user_id = i.owner_id;
INSERT INTO grants SELECT randomblob(16), 'feed', user_id, trip_id, '', '',
        hash, NULL, NULL, NULL, 0, 1, 1, created_at, NULL
    FROM trip_feeds;
INSERT INTO grants SELECT randomblob(16), 'feed', user_id, NULL, '', '',
        hash, NULL, NULL, NULL, 0, 1, 1, created_at, NULL
    FROM account_feeds;
INSERT INTO grants SELECT id, 'key', user_id, NULL,
        scope || CASE WHEN trips IS NULL THEN '' ELSE
            ' ' || replace(replace(replace(trips, '["', ''), '"]', ''), '","', ' ') END, name,
        hash, NULL, expires_at, NULL, 0, 1, 1, created_at, last_used
    FROM api_keys;

DROP TABLE share_links;
DROP TABLE invitations;
DROP TABLE trip_feeds;
DROP TABLE account_feeds;
DROP TABLE api_keys;
