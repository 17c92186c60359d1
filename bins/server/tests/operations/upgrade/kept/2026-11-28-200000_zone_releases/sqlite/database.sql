PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122010000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122020000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122060000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122070000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122080000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122081000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261122090000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261124230000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261125030000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261125031000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261125032000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261125033000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261125083100','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261126162000','2026-11-29 03:39:39');
INSERT INTO __diesel_schema_migrations VALUES('20261128200000','2026-11-29 03:39:39');
CREATE TABLE users (
    id BLOB PRIMARY KEY NOT NULL,
    username TEXT NOT NULL,
    -- The username in lower case: the key for look-ups.
    username_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    email TEXT,
    links TEXT NOT NULL,
    interests TEXT NOT NULL,
    -- No foreign key: a picture points at its user, not the other way round.
    picture BLOB,
    limited_deals INTEGER NOT NULL,
    newsletter INTEGER NOT NULL,
    private_account INTEGER NOT NULL,
    share_email INTEGER NOT NULL,
    version INTEGER NOT NULL,
    token_generation INTEGER NOT NULL,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, confirmed_email TEXT, language TEXT) STRICT;
INSERT INTO users VALUES(X'01a22563175e7458b444edd057a22d2a','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'1c428df8788f47208b229ed7ced058e9',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$d+cWO+o4n2rbbXmWdsIO1w$pR2fWfoRMDrKjPD5h7OynF72pwEh/PbXTJJhYTPgQqY',1795923580766,1795923581751,NULL,NULL);
INSERT INTO users VALUES(X'01a22563189472f9ae8b8c8e58e02f0d','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$iYaygCRMRrHglWu0e5pXdA$pGiTYhvCQ7wfM954bOe4n1mUx4QFkRVf3SPfdoIA6kA',1795923581076,1795923581326,NULL,NULL);
CREATE TABLE trips (
    id BLOB PRIMARY KEY NOT NULL,
    owner_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    private INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    gallery TEXT NOT NULL,
    plan TEXT NOT NULL,
    map TEXT NOT NULL,
    itinerary TEXT NOT NULL
, starts_at INTEGER, ends_at INTEGER, name_key TEXT NOT NULL DEFAULT '', search_key TEXT NOT NULL DEFAULT '', moved_at INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO trips VALUES(X'01a225631b3e7672bb48c59c2d599841',X'01a22563175e7458b444edd057a22d2a',0,'Portugal','Two weeks',9,1795923581758,1795923582096,'{"main":"dacdc863-ef20-42d3-8764-537406a04411","photos":["98e807ef-347b-4786-99a7-7f98871215da","2e9d7cfe-e790-4522-b304-c0817ce0a914"]}','{"destinations":[{"id":"5c980962-a22a-467d-a9ba-072fdfc9f438","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital","coordinates":{"latitude":"38.72509","longitude":"-9.1498"},"time_zone":"Europe/Lisbon"},{"id":"3c91ba05-3aa7-444f-8d2c-b07e517e34cc","name":"Porto","location":"Porto, Portugal","description":"Wine","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"}],"estimate":{"lo":"1000","hi":"2500.5","is_hi_sent":true},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a22563-175e-7458-b444-edd057a22d2a","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"1b0bd83e-6698-4f91-8268-35b683262458","from":"bob","to":"ada","from_user":"01a22563-1894-72f9-ae8b-8c8e58e02f0d","to_user":"01a22563-175e-7458-b444-edd057a22d2a","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a22563-175e-7458-b444-edd057a22d2a","recorded_at":1795923582096,"rate":null}],"place_rules":3,"relocations":0,"editor":"01a22563-175e-7458-b444-edd057a22d2a","withdrawals":[{"user":"01a22563-1894-72f9-ae8b-8c8e58e02f0d","at":1795923582086}]}','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"},"coordinates":{"latitude":"38.72509","longitude":"-9.1498"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"},"coordinates":{"latitude":"38.71758","longitude":"-9.12949"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a22563-175e-7458-b444-edd057a22d2a","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a22563-1894-72f9-ae8b-8c8e58e02f0d","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower","coordinates":{"latitude":"38.69875","longitude":"-9.19289"},"time_zone":"Europe/Lisbon"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":"","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]}]',1777593600000,1778803200000,'portugal',replace('portugal\ntwo weeks','\n',char(10)),1795923581790);
INSERT INTO trips VALUES(X'01a225631c4b7705a3a97b5ba3da21e9',X'01a22563189472f9ae8b8c8e58e02f0d',0,'Åland','',3,1795923582027,1795923582054,'{"main":"1ffb33d6-9f7b-4599-b6b2-b3e91ef24e95","photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0,"editor":"01a22563-1894-72f9-ae8b-8c8e58e02f0d"}','{"notes":"","locations":[]}','[{"id":"typed","kind":"destination","day":1,"start":1906527600000,"end":null,"typed":{"start":"2030-06-01T10:00:00"},"duration":"0","budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"destination":{"id":"3cfda894-19bf-4502-81da-5da925382f31","name":"Mariehamn","location":"Mariehamn, Aland Islands","description":"Capital of the Aland Islands, 10,682 inhabitants","coordinates":{"latitude":"60.09726","longitude":"19.93481"},"time_zone":"Europe/Mariehamn","is_filled":true,"has_found_location":true},"photos":[],"ends":{"time_zone":"Europe/Mariehamn"}}]',NULL,NULL,'åland',replace('åland\n','\n',char(10)),1795923582027);
INSERT INTO trips VALUES(X'01a225631c76732c906a3bf78150e5c2',X'01a22563175e7458b444edd057a22d2a',1,'Someday','',1,1795923582070,1795923582070,'{"main":null,"photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0}','{"notes":"","locations":[]}','[]',NULL,NULL,'someday',replace('someday\n','\n',char(10)),1795923582070);
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Orders the members by when they joined; may have gaps.
    position INTEGER NOT NULL,
    -- Copied from the trip, where it never changes: one index then gives a user's trips in order.
    trip_created_at INTEGER NOT NULL, has_edited INTEGER NOT NULL DEFAULT 0, is_viewer INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a225631b3e7672bb48c59c2d599841',X'01a22563175e7458b444edd057a22d2a',100,1795923581758,1,0);
INSERT INTO trip_members VALUES(X'01a225631b3e7672bb48c59c2d599841',X'01a22563189472f9ae8b8c8e58e02f0d',200,1795923581758,0,1);
INSERT INTO trip_members VALUES(X'01a225631c4b7705a3a97b5ba3da21e9',X'01a22563189472f9ae8b8c8e58e02f0d',100,1795923582027,1,0);
INSERT INTO trip_members VALUES(X'01a225631c76732c906a3bf78150e5c2',X'01a22563175e7458b444edd057a22d2a',100,1795923582070,1,0);
CREATE TABLE refresh_tokens (
    id BLOB PRIMARY KEY NOT NULL,
    family BLOB NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The token generation of the user at the time of issue. A token of another one is void.
    generation INTEGER NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
) STRICT;
INSERT INTO refresh_tokens VALUES(X'2d0f6a1e29ad4d988b59beb35eee8cca',X'8fd039a7d28c4b9da002009b4f2e48a7',X'01a22563175e7458b444edd057a22d2a',1,X'0b7ffee7166e056bed4f3ed6c11ba3c85a4886145cdb1cf990bfc386759744d9',1795923580794,1798515580794,NULL);
INSERT INTO refresh_tokens VALUES(X'aadad35b61db42b89518f92782025ad1',X'd6dceed7fbb04b92b65f7bb9fe2b6d11',X'01a22563189472f9ae8b8c8e58e02f0d',1,X'7bd9af313279221598a91d69720e2490184d9af28608f6a585d0543e0bdcee2f',1795923581077,1798515581077,NULL);
INSERT INTO refresh_tokens VALUES(X'3c28fedc6d85417bad9fe7c5a66f377f',X'314e7dcb3da84ee990e98d7e4e6390cc',X'01a22563175e7458b444edd057a22d2a',1,X'60c6fd0e53b055f5665fd3f4303793aaea3a0687517947293bcd3dc251dac2b8',1795923583349,1798515583349,NULL);
INSERT INTO refresh_tokens VALUES(X'885ffeb8f01641a98af2924877082a3e',X'17dafe49136d420ba25597c9b9de0629',X'01a22563189472f9ae8b8c8e58e02f0d',1,X'd59c0815231b7c380d15766d5399381f2cbba8aebb32cd85fae8b1a212ee3a08',1795923584666,1798515584666,NULL);
CREATE TABLE pictures (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB REFERENCES users (id) ON DELETE CASCADE,
    source TEXT,
    hash BLOB,
    media_type TEXT,
    width INTEGER,
    height INTEGER,
    bytes INTEGER,
    created_at INTEGER NOT NULL,
    CONSTRAINT pictures_one_owner CHECK ((trip_id IS NULL) <> (user_id IS NULL)),
    CONSTRAINT pictures_content_whole CHECK (
        (hash IS NULL) = (media_type IS NULL)
        AND (hash IS NULL) = (width IS NULL)
        AND (hash IS NULL) = (height IS NULL)
        AND (hash IS NULL) = (bytes IS NULL)
    )
) STRICT;
INSERT INTO pictures VALUES(X'1c428df8788f47208b229ed7ced058e9',NULL,X'01a22563175e7458b444edd057a22d2a',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795923581751);
INSERT INTO pictures VALUES(X'dacdc863ef2042d38764537406a04411',X'01a225631b3e7672bb48c59c2d599841',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795923582017);
INSERT INTO pictures VALUES(X'98e807ef347b478699a77f98871215da',X'01a225631b3e7672bb48c59c2d599841',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795923582017);
INSERT INTO pictures VALUES(X'2e9d7cfee7904522b304c0817ce0a914',X'01a225631b3e7672bb48c59c2d599841',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795923582017);
INSERT INTO pictures VALUES(X'1ffb33d69f7b4599b6b2b3e91ef24e95',X'01a225631c4b7705a3a97b5ba3da21e9',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795923582034);
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number INTEGER PRIMARY KEY NOT NULL,
    source TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
INSERT INTO rate_imports VALUES(1,'rates.csv',1795923582700);
CREATE TABLE reference_rates (
    import INTEGER NOT NULL REFERENCES rate_imports (number) ON DELETE CASCADE,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    PRIMARY KEY (import, day)
) STRICT, WITHOUT ROWID;
INSERT INTO reference_rates VALUES(1,'2026-06-01','{"CAD":"1.48"}');
INSERT INTO reference_rates VALUES(1,'2026-06-02','{"CAD":"1.4835"}');
CREATE TABLE trip_feeds (
    trip_id BLOB NOT NULL,
    user_id BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id),
    FOREIGN KEY (trip_id, user_id) REFERENCES trip_members (trip_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO trip_feeds VALUES(X'01a225631b3e7672bb48c59c2d599841',X'01a22563175e7458b444edd057a22d2a',X'c29abdbe269af982bef4708e5988f524c9d69e13e807746792cfed06944993c0',1795923582183);
CREATE TABLE account_feeds (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO account_feeds VALUES(X'01a22563175e7458b444edd057a22d2a',X'6b6843e5597699c2397ca4fc8ca9b222de0908b282f4f2d3820a9f1abbf8ecd4',1795923582215);
CREATE TABLE share_links (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id BLOB NOT NULL,
    generation INTEGER NOT NULL,
    version INTEGER NOT NULL,
    label TEXT NOT NULL,
    -- JSON: the names of the sections that it shows.
    sections TEXT NOT NULL,
    expires_at INTEGER,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    -- The last day on which it was used.
    last_used TEXT
) STRICT;
INSERT INTO share_links VALUES(X'01a225631cae7640aa586cb861685397',X'01a225631b3e7672bb48c59c2d599841',X'01a22563175e7458b444edd057a22d2a',1,1,'Family','["itinerary","map","budget","members"]',1803699582126,NULL,1795923582126,'2026-11-29');
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
INSERT INTO idempotency_keys VALUES(X'19e69127c6db7217fa8027ea762702f4ad9d5b12cba3e203fd38694e07fa909e',X'01a22563175e7458b444edd057a22d2a',X'9ef8503a8139595cad5dab3a8c1f23c6a0e4477580785954d43e8cef02228b10','01a22563-1b3e-7672-bb48-c59c2d599841',1795923581758);
INSERT INTO idempotency_keys VALUES(X'557892ecf1fcb3702dc44d1e1e0dec226d0f9a81eeea33754c28864e7842e1ab',X'01a22563175e7458b444edd057a22d2a',X'fd6bdfacc586243abab169655e657cd7bb02e06d5ec9bc484a1f408363f75852','01a22563-1cae-7640-aa58-6cb861685397',1795923582126);
INSERT INTO idempotency_keys VALUES(X'630af64f1fd0bc528a3280663b3e253df344138926f0b861d26e91de48ecf0e1',X'01a22563175e7458b444edd057a22d2a',X'2bab753d68aedefd0f4b595b971b543b74bee4a804ccd2604f02130d93ee4080','',1795923582183);
INSERT INTO idempotency_keys VALUES(X'6fe530d679e48ffe4ce1dafc60d33d09dd3e4b38b9d712cd316b4b91cc184c71',X'01a22563175e7458b444edd057a22d2a',X'e395a68ff4be24bf7f0bc23e17c3e27c4ae9e9f9fa868c96c93762f3ad8ea50d','01a22563-1c76-732c-906a-3bf78150e5c2',1795923582070);
INSERT INTO idempotency_keys VALUES(X'7aa6346c59a3707227da0a7aaa07cb762437f05de786900ee895274b75c0a9b4',X'01a22563175e7458b444edd057a22d2a',X'284b2c80dec1ad707a97c0dc5c7a3119c40291acc1a7d4c8c4d5b96df7332a91','',1795923582215);
INSERT INTO idempotency_keys VALUES(X'7f1f9f3b53e43347efee7ea5c4f5f613d3058a027ae6d5ca7090c41b522dcf66',X'01a22563175e7458b444edd057a22d2a',X'8c749e03c03c4b8749918c339bc9b67f47ad1f436ff20537128af63867394122','1b0bd83e-6698-4f91-8268-35b683262458',1795923582096);
INSERT INTO idempotency_keys VALUES(X'f2258bdf08ee1b3151de0397e9fa3d27c6c4fa9ddd599b5535caac46511be13c',X'01a22563189472f9ae8b8c8e58e02f0d',X'cbde9c290d373a336de87b5c7e1438c4e45ed38351e1e9a3859fb5dfcd1cd5af','01a22563-1c4b-7705-a3a9-7b5ba3da21e9',1795923582027);
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
CREATE TABLE invitations (
    id BLOB PRIMARY KEY NOT NULL,
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    -- The owner of the trip who made it. It opens nothing once the trip has another owner.
    owner_id BLOB NOT NULL,
    role TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    -- How many people may join; NULL for any number.
    uses INTEGER,
    used INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE outgoing_mail (
    id BLOB PRIMARY KEY NOT NULL,
    -- The account that it is sent for; NULL while it is not looked up.
    user_id BLOB REFERENCES users (id) ON DELETE CASCADE,
    -- The address; the login that was typed while no account is looked up.
    recipient TEXT NOT NULL,
    -- JSON: its kind, and what it is about by ids.
    content TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- When a server may send it. A server that takes it moves this on, so that no other does.
    next_attempt_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) STRICT;
CREATE TABLE counted_mail (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    counted_at INTEGER NOT NULL
) STRICT;
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) STRICT, WITHOUT ROWID;
CREATE TABLE zone_releases (
    -- Such as 2026f; later ones come later by text.
    release TEXT PRIMARY KEY NOT NULL,
    -- The last trip whose hours have been moved; NULL once those of all have.
    moved_through BLOB,
    -- Until then one server moves them. A server that begins sets it on, so that no other does.
    claimed_until INTEGER NOT NULL
) STRICT;
INSERT INTO zone_releases VALUES('2026f',NULL,0);
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);
CREATE INDEX trip_feeds_user ON trip_feeds (user_id);
CREATE INDEX idempotency_keys_user ON idempotency_keys (user_id, used_at);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (used_at);
CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC, id DESC);
CREATE INDEX invitations_trip ON invitations (trip_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX users_confirmed_email_key ON users (confirmed_email);
CREATE INDEX outgoing_mail_next ON outgoing_mail (next_attempt_at);
CREATE INDEX outgoing_mail_user ON outgoing_mail (user_id);
CREATE INDEX counted_mail_user ON counted_mail (user_id, kind, counted_at);
CREATE INDEX trips_owner_updated ON trips (owner_id, updated_at DESC, id DESC);
CREATE INDEX trips_without_keys ON trips (id) WHERE name_key = '';
CREATE INDEX trip_members_user ON trip_members (user_id);
COMMIT;
