PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261120000000','2026-11-20 20:55:52');
INSERT INTO __diesel_schema_migrations VALUES('20261120190000','2026-11-20 20:55:52');
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
INSERT INTO users VALUES(X'01a1fabe8612708db376b09f5bc57c59','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'd3229da96fe04fff88b7817a33bff40d',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$N+9LhZWgwp0ZVYPeq3y9jA$N+tbUTQPLqYwu9WAXJefzdUjnSQz1nuqOxKIs2ee+xI',1795208152594,1795208152654);
INSERT INTO users VALUES(X'01a1fabe862871bf999abdb61dfff80c','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$KI8JIs6LMG4iSBsPtFCVzQ$PPbDqk0ynuyeseGTrNMX2dm7vIjYgdwKhoXb5+K19TQ',1795208152616,1795208152631);
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
INSERT INTO trips VALUES(X'01a1fabe865073438a5298efd6d9e272',X'01a1fabe8612708db376b09f5bc57c59',0,'Portugal','Two weeks',7,1795208152656,1795208152731,'{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}}','{"lo":"1000","hi":"2500.5"}','{"main":"30827f9b-8840-49e3-914b-952f78e36bcb","photos":["42f7803b-6bb3-40a5-91ec-990714c127ca","e9fd4ca5-46b3-44f4-8bbf-a9e63f7ea596"]}','{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]}','["Passports","Insurance"]','[{"id":"ec73ee53-1ce5-4015-8e7c-95847d00924b","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"5775a582-b845-4205-9128-6a7e6542db0b","name":"Porto","location":"Porto, Portugal","description":"Wine"}]','[{"expenditure":"Flights","cost":"612.35"}]','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}]},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[]},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO trips VALUES(X'01a1fabe869d761dbc2f8d1c7a75969c',X'01a1fabe862871bf999abdb61dfff80c',0,'Åland','',2,1795208152733,1795208152736,'{"start":null,"end":null}','{"lo":"0","hi":"0"}','{"main":"f18e5c14-ecdf-4a2a-904d-2e5fa56bec2a","photos":[]}','{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]}','[]','[]','[]','{"notes":"","locations":[]}','[]');
INSERT INTO trips VALUES(X'01a1fabe86a375d1927219482a59bcd6',X'01a1fabe8612708db376b09f5bc57c59',1,'Someday','',1,1795208152739,1795208152739,'{"start":null,"end":null}','{"lo":"0","hi":"0"}','{"main":null,"photos":[]}','{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]}','[]','[]','[]','{"notes":"","locations":[]}','[]');
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The place in the order in which they joined.
    position INTEGER NOT NULL,
    -- The trip's, which never changes: with it the list of a user's trips is read in order from one index.
    trip_created_at INTEGER NOT NULL,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a1fabe865073438a5298efd6d9e272',X'01a1fabe8612708db376b09f5bc57c59',0,1795208152656);
INSERT INTO trip_members VALUES(X'01a1fabe865073438a5298efd6d9e272',X'01a1fabe862871bf999abdb61dfff80c',1,1795208152656);
INSERT INTO trip_members VALUES(X'01a1fabe869d761dbc2f8d1c7a75969c',X'01a1fabe862871bf999abdb61dfff80c',0,1795208152733);
INSERT INTO trip_members VALUES(X'01a1fabe86a375d1927219482a59bcd6',X'01a1fabe8612708db376b09f5bc57c59',0,1795208152739);
CREATE TABLE refresh_tokens (
    id BLOB PRIMARY KEY NOT NULL,
    family BLOB NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
, generation INTEGER) STRICT;
INSERT INTO refresh_tokens VALUES(X'101b004ba20544e9a1f32b92296e3363',X'207b3ce01d71471197269c54b98198cf',X'01a1fabe8612708db376b09f5bc57c59',X'd04e0dbfb0326834cc093277edeb44dd9f63b3145b4f44dd2bfdc9ac9c18a239',1795208152764,1797800152764,NULL,1);
INSERT INTO refresh_tokens VALUES(X'ba81db6634ee46bb8323431c6790a161',X'04b1077ca40142b7892ab15eda14ef56',X'01a1fabe862871bf999abdb61dfff80c',X'889efb50199f908aa9e0ed0d4aa66850b1e637ada84409b8e911c7130b3cd68f',1795208152830,1797800152830,NULL,1);
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
INSERT INTO pictures VALUES(X'd3229da96fe04fff88b7817a33bff40d',NULL,X'01a1fabe8612708db376b09f5bc57c59',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795208152654);
INSERT INTO pictures VALUES(X'30827f9b884049e3914b952f78e36bcb',X'01a1fabe865073438a5298efd6d9e272',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795208152730);
INSERT INTO pictures VALUES(X'42f7803b6bb340a591ec990714c127ca',X'01a1fabe865073438a5298efd6d9e272',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795208152730);
INSERT INTO pictures VALUES(X'e9fd4ca546b344f48bbfa9e63f7ea596',X'01a1fabe865073438a5298efd6d9e272',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795208152730);
INSERT INTO pictures VALUES(X'f18e5c14ecdf4a2a904d2e5fa56bec2a',X'01a1fabe869d761dbc2f8d1c7a75969c',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795208152736);
CREATE INDEX trips_owner ON trips (owner_id);
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
COMMIT;
