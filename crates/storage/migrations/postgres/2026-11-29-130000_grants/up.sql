-- Share links, invitations, calendar feeds and API keys in one table. The secrets that are out there
-- stay good: ids, generations and hashes stay as they are.
CREATE TABLE grants (
    id uuid PRIMARY KEY,
    -- share-link, invitation, feed or key.
    kind text NOT NULL,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null: of the account.
    trip_id uuid,
    -- Words: the sections of a share link; the role of an invitation; read or write of a key, and the
    -- trips that it is limited to.
    scope text NOT NULL,
    label text NOT NULL,
    -- The SHA-256 of the secret, which is the account's. Null: the token is derived from id and
    -- generation with a secret of the servers. Either way nothing here opens anything.
    hash bytea UNIQUE,
    password_hash text,
    expires_at timestamptz,
    -- How often it may be used. Null: any number.
    uses bigint,
    used bigint NOT NULL,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL,
    -- The last day on which it was used.
    last_used text,
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
);

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
INSERT INTO grants SELECT gen_random_uuid(), 'feed', user_id, trip_id, '', '',
        hash, NULL, NULL, NULL, 0, 1, 1, created_at, NULL
    FROM trip_feeds;
INSERT INTO grants SELECT gen_random_uuid(), 'feed', user_id, NULL, '', '',
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
