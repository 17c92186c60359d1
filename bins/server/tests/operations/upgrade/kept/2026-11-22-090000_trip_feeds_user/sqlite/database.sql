PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122010000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122020000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122060000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122070000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122080000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122081000','2026-11-22 19:17:13');
INSERT INTO __diesel_schema_migrations VALUES('20261122090000','2026-11-22 19:17:13');
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
INSERT INTO users VALUES(X'01a204b0f4aa764291589f23afb38329','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'a390d8bb348045a8baaf89eb9fbe2ab2',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$VpTcwC9l45WH6ikW9pS3XA$dPxx2M2RRU8cxmS0FzVpMyGeNaEmI9H8OyklgSqNBkg',1795375035562,1795375036083);
INSERT INTO users VALUES(X'01a204b0f5b771558327ba0051d9ef5d','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$iI3zdWdX+AFE4kt98NBczQ$m761L388z+yl1NZ6hnMEtQs/nk9KmkO9Evtj/FP6X2g',1795375035831,1795375035896);
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
INSERT INTO trips VALUES(X'01a204b0f715732790138b11f2ad64f3',X'01a204b0f4aa764291589f23afb38329',0,'Portugal','Two weeks',9,1795375036181,1795375036670,'{"main":"177803f3-e3fb-44fe-9bfa-6e4d69fcc29a","photos":["98864092-f137-4b38-8eed-4b89fb45077f","9115d020-6fa4-459b-aa66-be8fe09efeed"]}','{"destinations":[{"id":"a598e2b7-c696-4f67-abb2-51b3c63d068e","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"e5c9726c-be20-41c8-a6f6-1898b59119bb","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a204b0-f4aa-7642-9158-9f23afb38329","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"34e86171-7f30-4a17-8310-2669b8df8d17","from":"bob","to":"ada","from_user":"01a204b0-f5b7-7155-8327-ba0051d9ef5d","to_user":"01a204b0-f4aa-7642-9158-9f23afb38329","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a204b0-f4aa-7642-9158-9f23afb38329","recorded_at":1795375036670,"rate":null}]}','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a204b0-f4aa-7642-9158-9f23afb38329","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a204b0-f5b7-7155-8327-ba0051d9ef5d","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO trips VALUES(X'01a204b0f8a1713aad15e97ad011945e',X'01a204b0f5b771558327ba0051d9ef5d',0,'Åland','',2,1795375036577,1795375036599,'{"main":"445304d0-24d4-44d0-9c21-00d3fd8a79cb","photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}','{"notes":"","locations":[]}','[]');
INSERT INTO trips VALUES(X'01a204b0f8c6712e81a6641387b409b3',X'01a204b0f4aa764291589f23afb38329',1,'Someday','',1,1795375036614,1795375036614,'{"main":null,"photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}','{"notes":"","locations":[]}','[]');
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Orders the members by when they joined; may have gaps.
    position INTEGER NOT NULL,
    -- Copied from the trip, where it never changes: one index then gives a user's trips in order.
    trip_created_at INTEGER NOT NULL, has_edited INTEGER NOT NULL DEFAULT 0, is_viewer INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a204b0f715732790138b11f2ad64f3',X'01a204b0f4aa764291589f23afb38329',0,1795375036181,1,0);
INSERT INTO trip_members VALUES(X'01a204b0f715732790138b11f2ad64f3',X'01a204b0f5b771558327ba0051d9ef5d',1,1795375036181,0,1);
INSERT INTO trip_members VALUES(X'01a204b0f8a1713aad15e97ad011945e',X'01a204b0f5b771558327ba0051d9ef5d',0,1795375036577,1,0);
INSERT INTO trip_members VALUES(X'01a204b0f8c6712e81a6641387b409b3',X'01a204b0f4aa764291589f23afb38329',0,1795375036614,1,0);
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
INSERT INTO refresh_tokens VALUES(X'27f9d99b0ed94977989a36231c34195b',X'7e1e3b7b13194f76a3c7f0e73e36a563',X'01a204b0f4aa764291589f23afb38329',1,X'5ddfbac88965b2caa25c5db35f1062964504e1f170275d9419b256918b6b3093',1795375035564,1797967035564,NULL);
INSERT INTO refresh_tokens VALUES(X'6201842c06e24d2db3d90f73f1cf9a1a',X'6d9956dfeaf04fa8b180a85db1956630',X'01a204b0f5b771558327ba0051d9ef5d',1,X'1544a5df3271169be476aed0a0f424d30a8e56a5fa9b07b8e5d0c575b70aecb3',1795375035832,1797967035832,NULL);
INSERT INTO refresh_tokens VALUES(X'740227c7efea4f71a7983c696cd7c33e',X'5306dc24552b41659c9cff4fc363a4bd',X'01a204b0f4aa764291589f23afb38329',1,X'0de16741faf59eab216f506069188351caf8e6bfe093ec312ff7b664bfe3243e',1795375039491,1797967039491,NULL);
INSERT INTO refresh_tokens VALUES(X'758a8716edb34ab89bb1ad65070ad2d4',X'ffd8cf2c09954191939a376faa2c1b82',X'01a204b0f5b771558327ba0051d9ef5d',1,X'139252a69bf78c8eb535b5bbc8a48c641ea8538424b6498b39a5a9f9d0879ccb',1795375039818,1797967039818,NULL);
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
INSERT INTO pictures VALUES(X'a390d8bb348045a8baaf89eb9fbe2ab2',NULL,X'01a204b0f4aa764291589f23afb38329',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795375036083);
INSERT INTO pictures VALUES(X'177803f3e3fb44fe9bfa6e4d69fcc29a',X'01a204b0f715732790138b11f2ad64f3',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795375036556);
INSERT INTO pictures VALUES(X'98864092f1374b388eed4b89fb45077f',X'01a204b0f715732790138b11f2ad64f3',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795375036556);
INSERT INTO pictures VALUES(X'9115d0206fa4459baa66be8fe09efeed',X'01a204b0f715732790138b11f2ad64f3',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795375036556);
INSERT INTO pictures VALUES(X'445304d024d444d09c2100d3fd8a79cb',X'01a204b0f8a1713aad15e97ad011945e',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795375036599);
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number INTEGER PRIMARY KEY NOT NULL,
    source TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
INSERT INTO rate_imports VALUES(1,'rates.csv',1795375037081);
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
INSERT INTO trip_feeds VALUES(X'01a204b0f715732790138b11f2ad64f3',X'01a204b0f4aa764291589f23afb38329',X'a2220a484ce1a05377df2cb5f84cb6e32686f7d3a471e48e0af99b0619c8e07d',1795375036714);
CREATE TABLE account_feeds (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO account_feeds VALUES(X'01a204b0f4aa764291589f23afb38329',X'e67759b94eed3913d4b5b8a2eb5f2e1c1e17e39ed292ac9f42315c7f47194b95',1795375036730);
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
INSERT INTO share_links VALUES(X'01a204b0f916776880bdc1c1b5da7afb',X'01a204b0f715732790138b11f2ad64f3',X'01a204b0f4aa764291589f23afb38329',1,1,'','["itinerary","map","budget","members"]',1803151036694,NULL,1795375036694,'2026-11-22');
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
