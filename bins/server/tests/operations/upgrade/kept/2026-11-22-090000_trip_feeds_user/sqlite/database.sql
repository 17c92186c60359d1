PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122010000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122020000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122060000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122070000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122080000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122081000','2026-11-22 19:55:49');
INSERT INTO __diesel_schema_migrations VALUES('20261122090000','2026-11-22 19:55:49');
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
INSERT INTO users VALUES(X'01a204d4465c732bbcc44f222ca17124','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'c36e19dc3fac4ff1bee8b930eee5502c',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$qOogOhes6+UOPa1nV+TSQA$L2RQr/tlFw90DK4WWfqb/m9Q8WxIe5mjwsqjj5ahOvY',1795377350236,1795377350553);
INSERT INTO users VALUES(X'01a204d446d171828014b73b04103a56','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$bxVXXXEKj6anDEsoatVdIQ$nQ6uAOT12ffto7tWqU87VJ46R1bMb55k7gLVwCzadyI',1795377350353,1795377350414);
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
INSERT INTO trips VALUES(X'01a204d447a57508a2b35a62940cc378',X'01a204d4465c732bbcc44f222ca17124',0,'Portugal','Two weeks',9,1795377350565,1795377350982,'{"main":"8430bc91-41a2-48c9-b6c0-d17f401409ce","photos":["9c61e974-8858-49d7-a61c-d82224099512","3c5a33ee-0990-4339-bf4e-88b1e3d4b121"]}','{"destinations":[{"id":"eaaec226-95d7-47fd-a164-0cfd7bbcb6ce","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"3ad27d82-645e-4ead-a0c4-0d8d42aef334","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a204d4-465c-732b-bcc4-4f222ca17124","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"8d783a38-103a-4330-9181-5c9d7ecead44","from":"bob","to":"ada","from_user":"01a204d4-46d1-7182-8014-b73b04103a56","to_user":"01a204d4-465c-732b-bcc4-4f222ca17124","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a204d4-465c-732b-bcc4-4f222ca17124","recorded_at":1795377350982,"rate":null}]}','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a204d4-465c-732b-bcc4-4f222ca17124","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a204d4-46d1-7182-8014-b73b04103a56","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO trips VALUES(X'01a204d448ec77a681ffa5a1b2063c0f',X'01a204d446d171828014b73b04103a56',0,'Åland','',2,1795377350892,1795377350909,'{"main":"99dd88c6-be7d-4d47-9a89-e859021e803b","photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}','{"notes":"","locations":[]}','[]');
INSERT INTO trips VALUES(X'01a204d4490174d3a6c789ace30264ea',X'01a204d4465c732bbcc44f222ca17124',1,'Someday','',1,1795377350913,1795377350913,'{"main":null,"photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}','{"notes":"","locations":[]}','[]');
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Orders the members by when they joined; may have gaps.
    position INTEGER NOT NULL,
    -- Copied from the trip, where it never changes: one index then gives a user's trips in order.
    trip_created_at INTEGER NOT NULL, has_edited INTEGER NOT NULL DEFAULT 0, is_viewer INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a204d447a57508a2b35a62940cc378',X'01a204d4465c732bbcc44f222ca17124',0,1795377350565,1,0);
INSERT INTO trip_members VALUES(X'01a204d447a57508a2b35a62940cc378',X'01a204d446d171828014b73b04103a56',1,1795377350565,0,1);
INSERT INTO trip_members VALUES(X'01a204d448ec77a681ffa5a1b2063c0f',X'01a204d446d171828014b73b04103a56',0,1795377350892,1,0);
INSERT INTO trip_members VALUES(X'01a204d4490174d3a6c789ace30264ea',X'01a204d4465c732bbcc44f222ca17124',0,1795377350913,1,0);
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
INSERT INTO refresh_tokens VALUES(X'b13ee41bc25f4637af662e37692b095b',X'82ae7d44457b4b83b0dd6201d6590e0b',X'01a204d4465c732bbcc44f222ca17124',1,X'a484d47e95ea1b57228831f728b61ee705f7d4843fed2c52e547cc64b3d0ca7d',1795377350238,1797969350238,NULL);
INSERT INTO refresh_tokens VALUES(X'fa17557e2729479e8efd2b400ff6029e',X'1c31b1340ae54658843b3a3a62c9559e',X'01a204d446d171828014b73b04103a56',1,X'a9223e7cc948002b9bedaecf4c9a77cba82bd3712b3910e95678742588c9a06d',1795377350357,1797969350357,NULL);
INSERT INTO refresh_tokens VALUES(X'c1c4bfdae500432a816c0c3cb2d4d440',X'564d24ff95224362b4ca8fa1a2f219e1',X'01a204d4465c732bbcc44f222ca17124',1,X'26a7cbd9517686e2874a5002e5065f6ba1b0a022ac6cd25eefa054acf9629598',1795377353386,1797969353386,NULL);
INSERT INTO refresh_tokens VALUES(X'059486ffa8934797b33316d214d63794',X'cfa59071c12042069587ebc6c9851f9a',X'01a204d446d171828014b73b04103a56',1,X'7fbf835a148ee67a5bddcdca0dcd86356c8c0d1d79c12b02211adaf297021413',1795377353768,1797969353768,NULL);
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
INSERT INTO pictures VALUES(X'c36e19dc3fac4ff1bee8b930eee5502c',NULL,X'01a204d4465c732bbcc44f222ca17124',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795377350553);
INSERT INTO pictures VALUES(X'8430bc9141a248c9b6c0d17f401409ce',X'01a204d447a57508a2b35a62940cc378',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795377350877);
INSERT INTO pictures VALUES(X'9c61e974885849d7a61cd82224099512',X'01a204d447a57508a2b35a62940cc378',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795377350877);
INSERT INTO pictures VALUES(X'3c5a33ee09904339bf4e88b1e3d4b121',X'01a204d447a57508a2b35a62940cc378',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795377350877);
INSERT INTO pictures VALUES(X'99dd88c6be7d4d479a89e859021e803b',X'01a204d448ec77a681ffa5a1b2063c0f',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795377350909);
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number INTEGER PRIMARY KEY NOT NULL,
    source TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
INSERT INTO rate_imports VALUES(1,'rates.csv',1795377351334);
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
INSERT INTO trip_feeds VALUES(X'01a204d447a57508a2b35a62940cc378',X'01a204d4465c732bbcc44f222ca17124',X'68e0ae818f0614bd074f642f47c7496bd7d2a794baf193cac7ec5ab0ac33413e',1795377351008);
CREATE TABLE account_feeds (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO account_feeds VALUES(X'01a204d4465c732bbcc44f222ca17124',X'37f753c4298e5318156830842b75f84332179f82ed2f828488cbd7ff52368a93',1795377351013);
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
INSERT INTO share_links VALUES(X'01a204d44954728da069df27791fd23a',X'01a204d447a57508a2b35a62940cc378',X'01a204d4465c732bbcc44f222ca17124',1,1,'Family','["itinerary","map","budget","members"]',1803153350996,NULL,1795377350996,'2026-11-22');
CREATE INDEX trips_owner ON trips (owner_id);
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
CREATE INDEX share_links_trip ON share_links (trip_id, created_at DESC, id DESC);
CREATE INDEX trip_feeds_user ON trip_feeds (user_id);
COMMIT;
