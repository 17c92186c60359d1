PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261120000000','2026-11-20 14:33:08');
CREATE TABLE users (
    id BLOB PRIMARY KEY NOT NULL,
    username TEXT NOT NULL,
    -- The username in lower case: what it is looked up by.
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
INSERT INTO users VALUES(X'01a1f9601ea977709fec8ad06c0a73bc','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'86dc966dbecf47b1ab6bd084ca248239',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$KryXXDpv7DBVaHBVoIGSwg$UtA6s7cxGOFOy+M1bNc+frySVnRUKtsdHSISU3Ae5cw',1795185188521,1795185188682);
INSERT INTO users VALUES(X'01a1f9601f0f70a2a7e0412db499fdd2','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$0Ap/aE0YPaV0TudR+54axQ$vWyobq1DgnkIkLFbZrviYeQi+Nqe1ZlPuJjhsJPahlU',1795185188623,1795185188635);
CREATE TABLE trips (
    id BLOB PRIMARY KEY NOT NULL,
    owner_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    private INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    dates TEXT NOT NULL,
    estimate TEXT NOT NULL,
    gallery TEXT NOT NULL,
    budget TEXT NOT NULL,
    todo TEXT NOT NULL,
    destinations TEXT NOT NULL,
    expenditures TEXT NOT NULL,
    map TEXT NOT NULL,
    itinerary TEXT NOT NULL
) STRICT;
INSERT INTO trips VALUES(X'01a1f9601f58771ab3ea1edc0b441ea3',X'01a1f9601ea977709fec8ad06c0a73bc',0,'Portugal','Two weeks',7,1795185188696,1795185188782,'{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}}','{"lo":"1000","hi":"2500.5"}','{"main":"e7cfefa9-ef19-4098-8f4e-6061809fbf76","photos":["48d0f4d1-6741-4165-8546-ee7ff159a71f","8f06007a-b493-478f-ae32-2c7070883642"]}','{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]}','["Passports","Insurance"]','[{"id":"3f66ec1b-bcc3-43eb-baad-9432cad279a5","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"fd8a838a-f143-4952-bf8b-949ad307d6a5","name":"Porto","location":"Porto, Portugal","description":"Wine"}]','[{"expenditure":"Flights","cost":"612.35"}]','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}]},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[]},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO trips VALUES(X'01a1f9601fb276e28ae8c3ec21493d1f',X'01a1f9601f0f70a2a7e0412db499fdd2',0,'Åland','',2,1795185188786,1795185188787,'{"start":null,"end":null}','{"lo":"0","hi":"0"}','{"main":"fb6d23cf-1ec1-489c-b2ff-11e45ed93bf1","photos":[]}','{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]}','[]','[]','[]','{"notes":"","locations":[]}','[]');
INSERT INTO trips VALUES(X'01a1f9601fb8713d9ff01f5ecb2e4bf6',X'01a1f9601ea977709fec8ad06c0a73bc',1,'Someday','',1,1795185188792,1795185188792,'{"start":null,"end":null}','{"lo":"0","hi":"0"}','{"main":null,"photos":[]}','{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]}','[]','[]','[]','{"notes":"","locations":[]}','[]');
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The place in the order in which they joined.
    position INTEGER NOT NULL,
    -- The trip's, which never changes: with it the list of a user's trips is read in order from one index.
    trip_created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a1f9601f58771ab3ea1edc0b441ea3',X'01a1f9601ea977709fec8ad06c0a73bc',0,1795185188696);
INSERT INTO trip_members VALUES(X'01a1f9601f58771ab3ea1edc0b441ea3',X'01a1f9601f0f70a2a7e0412db499fdd2',1,1795185188696);
INSERT INTO trip_members VALUES(X'01a1f9601fb276e28ae8c3ec21493d1f',X'01a1f9601f0f70a2a7e0412db499fdd2',0,1795185188786);
INSERT INTO trip_members VALUES(X'01a1f9601fb8713d9ff01f5ecb2e4bf6',X'01a1f9601ea977709fec8ad06c0a73bc',0,1795185188792);
CREATE TABLE refresh_tokens (
    id BLOB PRIMARY KEY NOT NULL,
    family BLOB NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
) STRICT;
INSERT INTO refresh_tokens VALUES(X'082be26e72cb44bebd1f5873e70f6b7a',X'1794ba3063af4fbcb48202be44ec0225',X'01a1f9601ea977709fec8ad06c0a73bc',X'70e9fbf0b9a480e5a64aebb1f6c27d46d13a8945ad90f9fd3567dda8c93ee894',1795185188928,1797777188928,NULL);
INSERT INTO refresh_tokens VALUES(X'd1eb578b89b149ed84349b6552bcece4',X'5a1e198ea9654d47bdfbadf5ad2e7c5c',X'01a1f9601f0f70a2a7e0412db499fdd2',X'b36aa7a3dbe738a65c65a0d92d53e49568500266c659a3faa7b89d52c9dbb957',1795185189133,1797777189133,NULL);
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
INSERT INTO pictures VALUES(X'86dc966dbecf47b1ab6bd084ca248239',NULL,X'01a1f9601ea977709fec8ad06c0a73bc',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795185188682);
INSERT INTO pictures VALUES(X'e7cfefa9ef1940988f4e6061809fbf76',X'01a1f9601f58771ab3ea1edc0b441ea3',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795185188782);
INSERT INTO pictures VALUES(X'48d0f4d1674141658546ee7ff159a71f',X'01a1f9601f58771ab3ea1edc0b441ea3',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795185188782);
INSERT INTO pictures VALUES(X'8f06007ab493478fae322c7070883642',X'01a1f9601f58771ab3ea1edc0b441ea3',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795185188782);
INSERT INTO pictures VALUES(X'fb6d23cf1ec1489cb2ff11e45ed93bf1',X'01a1f9601fb276e28ae8c3ec21493d1f',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795185188787);
CREATE INDEX trips_owner ON trips (owner_id);
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
COMMIT;
