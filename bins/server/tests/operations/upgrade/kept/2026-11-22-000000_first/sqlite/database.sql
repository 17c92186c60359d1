PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-22 03:19:10');
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
) STRICT;
INSERT INTO users VALUES(X'01a20143ce4374efa88ef4430a64dfb7','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'4aea6e9d9107434b8fa3ebcb2fd67b1c',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$AS2X+OWGLOB0SJo59jgV5g$Sabxds2P1YQB/O5LUNBuP0JHcfiBasjfO+pIWqqaRGA',1795317550659,1795317550776);
INSERT INTO users VALUES(X'01a20143ce6e7504bb8e6201da6e437a','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$shxu86C6ppUShFRN+T9BUg$cxu6DsUoQKAqYoMCPmHs7heqsilHvwjtZquzV8w/FKs',1795317550702,1795317550718);
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
) STRICT;
INSERT INTO trips VALUES(X'01a20143cebd766696928d486ef24238',X'01a20143ce4374efa88ef4430a64dfb7',0,'Portugal','Two weeks',7,1795317550781,1795317550916,'{"main":"e391b05d-5e71-4ee8-8207-79560ef33dcd","photos":["b8039ef1-88a7-4f28-9c7f-6e2347d49b86","eff27d05-bf7e-4c2e-a74a-55ffe8ea58eb"]}','{"destinations":[{"id":"0e2cbc74-05b2-4e13-923e-fa1626284a0d","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"c489b52f-d0a6-4fe8-b291-e4abae867e58","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"]}','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}]},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[]},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO trips VALUES(X'01a20143cf48761cac0aa7abe661e702',X'01a20143ce6e7504bb8e6201da6e437a',0,'Åland','',2,1795317550920,1795317550924,'{"main":"bf4f8abe-9cc5-4700-8e17-fba7edd1b1f0","photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[]}','{"notes":"","locations":[]}','[]');
INSERT INTO trips VALUES(X'01a20143cf4f72b7a5a8423aabaeb1b8',X'01a20143ce4374efa88ef4430a64dfb7',1,'Someday','',1,1795317550927,1795317550927,'{"main":null,"photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[]}','{"notes":"","locations":[]}','[]');
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Orders the members by when they joined; may have gaps.
    position INTEGER NOT NULL,
    -- Copied from the trip, where it never changes: one index then gives a user's trips in order.
    trip_created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a20143cebd766696928d486ef24238',X'01a20143ce4374efa88ef4430a64dfb7',0,1795317550781);
INSERT INTO trip_members VALUES(X'01a20143cebd766696928d486ef24238',X'01a20143ce6e7504bb8e6201da6e437a',1,1795317550781);
INSERT INTO trip_members VALUES(X'01a20143cf48761cac0aa7abe661e702',X'01a20143ce6e7504bb8e6201da6e437a',0,1795317550920);
INSERT INTO trip_members VALUES(X'01a20143cf4f72b7a5a8423aabaeb1b8',X'01a20143ce4374efa88ef4430a64dfb7',0,1795317550927);
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
INSERT INTO refresh_tokens VALUES(X'df26ba9bd0984e36b014409ab08526b9',X'3133b2a8385f48169b5219068494f138',X'01a20143ce4374efa88ef4430a64dfb7',1,X'4cd1a84b3fad0d289a11ed467ae760c3b2e72b0f73d11ce504065e3d8290fc13',1795317550985,1797909550985,NULL);
INSERT INTO refresh_tokens VALUES(X'58034eccb7d94791978f8d71a2b9847f',X'4dd6155e4b07475da2b91265227f9789',X'01a20143ce6e7504bb8e6201da6e437a',1,X'c952ef3e41d20b83b459bbd1740eda7c346703c9771fae1441caa296898bb8ae',1795317551086,1797909551086,NULL);
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
INSERT INTO pictures VALUES(X'4aea6e9d9107434b8fa3ebcb2fd67b1c',NULL,X'01a20143ce4374efa88ef4430a64dfb7',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795317550776);
INSERT INTO pictures VALUES(X'e391b05d5e714ee8820779560ef33dcd',X'01a20143cebd766696928d486ef24238',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795317550916);
INSERT INTO pictures VALUES(X'b8039ef188a74f289c7f6e2347d49b86',X'01a20143cebd766696928d486ef24238',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795317550916);
INSERT INTO pictures VALUES(X'eff27d05bf7e4c2ea74a55ffe8ea58eb',X'01a20143cebd766696928d486ef24238',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795317550916);
INSERT INTO pictures VALUES(X'bf4f8abe9cc547008e17fba7edd1b1f0',X'01a20143cf48761cac0aa7abe661e702',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795317550924);
CREATE INDEX trips_owner ON trips (owner_id);
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
COMMIT;
