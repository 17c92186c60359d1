PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO __diesel_schema_migrations VALUES('20261122000000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122010000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122020000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122060000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122070000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122080000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122081000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261122090000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261124230000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261125030000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261125031000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261125032000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261125033000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261125083100','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261126162000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261128200000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261129110000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261129111000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261129120000','2026-11-29 10:05:51');
INSERT INTO __diesel_schema_migrations VALUES('20261129130000','2026-11-29 10:05:52');
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
INSERT INTO users VALUES(X'01a226c4aad4752ca4efd1dcfaca9261','ada','ada','ADA','Räder, ''quotes'' and "more" \ 🚴','ada@example.org','[{"kind":"site","url":"https://example.org/?a=b&c=d"}]','["bicycles","maps"]',X'dd3561d8668e4693ad23fbd157f8cfdd',1,0,0,1,5,1,'$argon2id$v=19$m=19456,t=2,p=1$p0fNItVVqXxSdrqsp8Mwmw$FUW/ghm2FfY9WOt5cTBMKzo1JW7w6/sEhfNNXYxwvZw',1795946752724,1795946753126,NULL,NULL);
INSERT INTO users VALUES(X'01a226c4ab8272d891f21b05c2ab253b','bob','bob','BOB','','bob@example.org','[]','[]',NULL,0,0,1,0,2,1,'$argon2id$v=19$m=19456,t=2,p=1$+rMr1wdJkOnLGM6A0dN+/A$PkCOPALf7d5tkfHFVEr7pGg7oH95djAmW0b6XuMN7/I',1795946752898,1795946752980,NULL,NULL);
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
INSERT INTO trips VALUES(X'01a226c4ac8074e486905352e5033bda',X'01a226c4aad4752ca4efd1dcfaca9261',0,'Portugal','Two weeks',9,1795946753152,1795946753957,'{"main":"05f4d668-ac2b-4295-827b-450e98c2d572","photos":["7e434cd9-0be9-4e65-a078-716923bc30b0","72c80a50-4179-4781-af75-d87a79c4ae7e"]}','{"destinations":[{"id":"ef8d14ed-3837-43c4-9ac3-1b1b60785e8f","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital","coordinates":{"latitude":"38.72509","longitude":"-9.1498"},"time_zone":"Europe/Lisbon"},{"id":"c0fd803a-2a72-455f-84eb-671ccda380c4","name":"Porto","location":"Porto, Portugal","description":"Wine","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"}],"estimate":{"lo":"1000","hi":"2500.5","is_hi_sent":true},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a226c4-aad4-752c-a4ef-d1dcfaca9261","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"7bfa0ff6-5bf7-4061-8b15-dba7ba860cb5","from":"bob","to":"ada","from_user":"01a226c4-ab82-72d8-91f2-1b05c2ab253b","to_user":"01a226c4-aad4-752c-a4ef-d1dcfaca9261","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a226c4-aad4-752c-a4ef-d1dcfaca9261","recorded_at":1795946753957,"rate":null}],"place_rules":3,"relocations":0,"editor":"01a226c4-aad4-752c-a4ef-d1dcfaca9261","withdrawals":[{"user":"01a226c4-ab82-72d8-91f2-1b05c2ab253b","at":1795946753920}]}','{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"},"coordinates":{"latitude":"38.72509","longitude":"-9.1498"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"},"coordinates":{"latitude":"38.71758","longitude":"-9.12949"}}]}','[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a226c4-aad4-752c-a4ef-d1dcfaca9261","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a226c4-ab82-72d8-91f2-1b05c2ab253b","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower","coordinates":{"latitude":"38.69875","longitude":"-9.19289"},"time_zone":"Europe/Lisbon"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":"","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]}]',1777593600000,1778803200000,'portugal',replace('portugal\ntwo weeks','\n',char(10)),1795946753235);
INSERT INTO trips VALUES(X'01a226c4af2876209e948c787efca593',X'01a226c4ab8272d891f21b05c2ab253b',0,'Åland','',3,1795946753832,1795946753885,'{"main":"37c80544-80e1-4a83-9de0-b23eaa889669","photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0,"editor":"01a226c4-ab82-72d8-91f2-1b05c2ab253b"}','{"notes":"","locations":[]}','[{"id":"typed","kind":"destination","day":1,"start":1906527600000,"end":null,"typed":{"start":"2030-06-01T10:00:00"},"duration":"0","budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"destination":{"id":"bae441eb-fda3-442e-a1fa-9b3536b49ff5","name":"Mariehamn","location":"Mariehamn, Aland Islands","description":"Capital of the Aland Islands, 10,682 inhabitants","coordinates":{"latitude":"60.09726","longitude":"19.93481"},"time_zone":"Europe/Mariehamn","is_filled":true,"has_found_location":true},"photos":[],"ends":{"time_zone":"Europe/Mariehamn"}}]',NULL,NULL,'åland',replace('åland\n','\n',char(10)),1795946753832);
INSERT INTO trips VALUES(X'01a226c4af687156adddd50666cbd342',X'01a226c4aad4752ca4efd1dcfaca9261',1,'Someday','',1,1795946753896,1795946753896,'{"main":null,"photos":[]}','{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0}','{"notes":"","locations":[]}','[]',NULL,NULL,'someday',replace('someday\n','\n',char(10)),1795946753896);
CREATE TABLE trip_members (
    trip_id BLOB NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Orders the members by when they joined; may have gaps.
    position INTEGER NOT NULL,
    -- Copied from the trip, where it never changes: one index then gives a user's trips in order.
    trip_created_at INTEGER NOT NULL, has_edited INTEGER NOT NULL DEFAULT 0, is_viewer INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (trip_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO trip_members VALUES(X'01a226c4ac8074e486905352e5033bda',X'01a226c4aad4752ca4efd1dcfaca9261',100,1795946753152,1,0);
INSERT INTO trip_members VALUES(X'01a226c4ac8074e486905352e5033bda',X'01a226c4ab8272d891f21b05c2ab253b',200,1795946753152,0,1);
INSERT INTO trip_members VALUES(X'01a226c4af2876209e948c787efca593',X'01a226c4ab8272d891f21b05c2ab253b',100,1795946753832,1,0);
INSERT INTO trip_members VALUES(X'01a226c4af687156adddd50666cbd342',X'01a226c4aad4752ca4efd1dcfaca9261',100,1795946753896,1,0);
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
INSERT INTO refresh_tokens VALUES(X'283067ffe3a84d3a9ee3a38edf42b8a3',X'01a226c4aad4752ca4efd1dd2c2f7138',X'01a226c4aad4752ca4efd1dcfaca9261',1,X'7d5b06611ad6f02ef89aa6d335aa1c3f2b056f8da7144de10301c8e477ad4c04',1795946752726,1798538752726,NULL);
INSERT INTO refresh_tokens VALUES(X'1963e32474d342c4ab79cbfac8e12305',X'01a226c4ab8272d891f21b06dfd25ae2',X'01a226c4ab8272d891f21b05c2ab253b',1,X'007a40b81dcf9e53d33eb7a30d1c53224fa40932576215065c0539c715c3bf81',1795946752900,1798538752900,NULL);
INSERT INTO refresh_tokens VALUES(X'cb8c63b6c8804a629f5be1de31328fc0',X'01a226c4b7d4739c984fa83fc1a8b333',X'01a226c4aad4752ca4efd1dcfaca9261',1,X'6acf6ddbdb2d229faab1a48fee3982d00926513f54ce9ebea7424b2541524eb4',1795946756053,1798538756053,NULL);
INSERT INTO refresh_tokens VALUES(X'5221e1625a7f4560818aa64b84e3ec7a',X'01a226c4bcd870a5a33c9763a11ed151',X'01a226c4ab8272d891f21b05c2ab253b',1,X'b4021f073226b1093f37445a39e306b06aff93997366911497c5804de242a06b',1795946757336,1798538757336,NULL);
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
INSERT INTO pictures VALUES(X'dd3561d8668e4693ad23fbd157f8cfdd',NULL,X'01a226c4aad4752ca4efd1dcfaca9261',NULL,X'ca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b','image/jpeg',16,12,746,1795946753126);
INSERT INTO pictures VALUES(X'05f4d668ac2b4295827b450e98c2d572',X'01a226c4ac8074e486905352e5033bda',NULL,NULL,X'516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e','image/jpeg',24,18,914,1795946753777);
INSERT INTO pictures VALUES(X'7e434cd90be94e65a078716923bc30b0',X'01a226c4ac8074e486905352e5033bda',NULL,NULL,X'ed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6','image/jpeg',20,15,848,1795946753777);
INSERT INTO pictures VALUES(X'72c80a5041794781af75d87a79c4ae7e',X'01a226c4ac8074e486905352e5033bda',NULL,NULL,X'c7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837','image/jpeg',12,9,720,1795946753777);
INSERT INTO pictures VALUES(X'37c8054480e14a839de0b23eaa889669',X'01a226c4af2876209e948c787efca593',NULL,'https://pictures.example.org/aland.jpg',NULL,NULL,NULL,NULL,NULL,1795946753865);
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number INTEGER PRIMARY KEY NOT NULL,
    source TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
INSERT INTO rate_imports VALUES(1,'rates.csv',1795946755362);
CREATE TABLE reference_rates (
    import INTEGER NOT NULL REFERENCES rate_imports (number) ON DELETE CASCADE,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    PRIMARY KEY (import, day)
) STRICT, WITHOUT ROWID;
INSERT INTO reference_rates VALUES(1,'2026-06-01','{"CAD":"1.48"}');
INSERT INTO reference_rates VALUES(1,'2026-06-02','{"CAD":"1.4835"}');
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
INSERT INTO idempotency_keys VALUES(X'36e0d530b0cfe67400de1e28b140405237c04ee051946c5fb71a69129bae432a',X'01a226c4aad4752ca4efd1dcfaca9261',X'3eb7592445e40f71476556946b90b521eb60b50d7054c4acdcd133cd146e0f4e','',1795946754875);
INSERT INTO idempotency_keys VALUES(X'40d4e463ca26e2d9ceb8000312ef9929bb7e0cb88c842e5c186307abde1daaf6',X'01a226c4aad4752ca4efd1dcfaca9261',X'ef3265427bbaa3ea7fe0ab9dc285d5688e1b674f9e42c311871a9160e057d6ca','7bfa0ff6-5bf7-4061-8b15-dba7ba860cb5',1795946753957);
INSERT INTO idempotency_keys VALUES(X'9a3f3bee76496c4d7e186ecffa909402d93b059e1b62363f1a5270d03baa3410',X'01a226c4aad4752ca4efd1dcfaca9261',X'e90a0b640b475f7b1755f37cd5a19d20f1703c9965723f47a9c0226e51e1ddae','7ba3e246-cc28-453c-b53f-1da7d5b8b302',1795946754930);
INSERT INTO idempotency_keys VALUES(X'9d635fbf41fefa9381caec6e510fadeabf3b16f528e9dfed10a49462eee823c1',X'01a226c4aad4752ca4efd1dcfaca9261',X'836710e42faf5e7f895d33c2c520d24f0064ed0d53d0e2ae66efa953154e07d1','01a226c4-b217-7476-80fa-83a552beb8a9',1795946754583);
INSERT INTO idempotency_keys VALUES(X'be041ed57c001c82367af96a42abbf92a353c27b8ccbf2533fe22927bf5a8b8d',X'01a226c4aad4752ca4efd1dcfaca9261',X'284b2c80dec1ad707a97c0dc5c7a3119c40291acc1a7d4c8c4d5b96df7332a91','',1795946754918);
INSERT INTO idempotency_keys VALUES(X'bf3b1d224a8c15dae922cc57323618e6c0fd0b23d47ab24ba236b3a0b870ccd8',X'01a226c4aad4752ca4efd1dcfaca9261',X'e395a68ff4be24bf7f0bc23e17c3e27c4ae9e9f9fa868c96c93762f3ad8ea50d','01a226c4-af68-7156-addd-d50666cbd342',1795946753896);
INSERT INTO idempotency_keys VALUES(X'c5c0e0b67e37386ac4f57ca362779ae04cd7e4363e09dedcd68fae4c37327c5f',X'01a226c4ab8272d891f21b05c2ab253b',X'cbde9c290d373a336de87b5c7e1438c4e45ed38351e1e9a3859fb5dfcd1cd5af','01a226c4-af28-7620-9e94-8c787efca593',1795946753832);
INSERT INTO idempotency_keys VALUES(X'c7d12591805b4672dfddd0a1d25dfbaa4c16a779f980c18a5e9615c7b8d37462',X'01a226c4aad4752ca4efd1dcfaca9261',X'9ef8503a8139595cad5dab3a8c1f23c6a0e4477580785954d43e8cef02228b10','01a226c4-ac80-74e4-8690-5352e5033bda',1795946753153);
INSERT INTO idempotency_keys VALUES(X'dcf6fb69e1e3e3be5573e4a361742ba5d77683982c8d7296294e1c2c05263339',X'01a226c4aad4752ca4efd1dcfaca9261',X'56b3b18726bb94ab33a1ccaa8d1a758f5b186e214cf839e3fe2523e01002d180','01a226c4-b0e4-75ad-8e2c-79523dad8ffb',1795946754277);
INSERT INTO idempotency_keys VALUES(X'e0f3fcf47f7dd507fd54c0774ee9428767d214af3683f4f408068d8d6fac98b9',X'01a226c4aad4752ca4efd1dcfaca9261',X'0f662d77c17fd7a0a5aac0d6d6523e3da90b1d45644c83cfe670a84ad8b54ed7','fab2b2cd-4a32-478f-917f-30a9af986a73',1795946754951);
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
CREATE TABLE account_deletions (
    user_id BLOB PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The id of the request that deleted it; NULL for a command of an operator.
    request_id TEXT,
    -- Until then one server goes on with it. A server that begins a step sets it on.
    claimed_until INTEGER NOT NULL
) STRICT;
CREATE TABLE former_emails (
    -- The address as it is compared.
    email_key TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (email_key, user_id)
) STRICT;
CREATE TABLE mail_recipients (
    -- The start of a digest of the address: it finds one that is known, and tells none.
    id BLOB PRIMARY KEY NOT NULL,
    -- The last three invitations.
    last_at INTEGER NOT NULL,
    second_at INTEGER,
    third_at INTEGER,
    refused INTEGER NOT NULL
) STRICT;
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
INSERT INTO grants VALUES(X'01a226c4b0e475ad8e2c79523dad8ffb','share-link',X'01a226c4aad4752ca4efd1dcfaca9261',X'01a226c4ac8074e486905352e5033bda','itinerary map budget members','Family',NULL,NULL,1803722754276,NULL,0,1,1,1795946754276,'2026-11-29');
INSERT INTO grants VALUES(X'01a226c4b217747680fa83a552beb8a9','invitation',X'01a226c4aad4752ca4efd1dcfaca9261',X'01a226c4ac8074e486905352e5033bda','viewer','',NULL,NULL,4070908800000,3,0,1,1,1795946754583,NULL);
INSERT INTO grants VALUES(X'ecafeb00889e4140b34e97d239b2e5a3','feed',X'01a226c4aad4752ca4efd1dcfaca9261',X'01a226c4ac8074e486905352e5033bda','','',X'4fab089c163a6b763a6b3d4d375398f4488ec995f69bd2a836004f9b3f9679dc',NULL,NULL,NULL,0,1,1,1795946754874,NULL);
INSERT INTO grants VALUES(X'2bcbe99282da41bb875c231c171c033b','feed',X'01a226c4aad4752ca4efd1dcfaca9261',NULL,'','',X'a302e8738fd9572a5cbfc4452d7852a30108db72195533d403331ceb4b84fca2',NULL,NULL,NULL,0,1,1,1795946754917,NULL);
INSERT INTO grants VALUES(X'7ba3e246cc28453cb53f1da7d5b8b302','key',X'01a226c4aad4752ca4efd1dcfaca9261',NULL,'write','All',X'4691cf332aa84054ae2cda9ccbe3fa7f2eb096d97371d25e784e0a89ea9ee98e',NULL,NULL,NULL,0,1,1,1795946754929,'2026-11-29');
INSERT INTO grants VALUES(X'fab2b2cd4a32478f917f30a9af986a73','key',X'01a226c4aad4752ca4efd1dcfaca9261',NULL,'read 01a226c4-af68-7156-addd-d50666cbd342','One',X'03d2abe815bf73057e608ddf0845576fc19fa39bf02ad11c00bf5584bf8faf6c',NULL,4070908800000,NULL,0,1,1,1795946754949,'2026-11-29');
CREATE INDEX trip_members_newest ON trip_members (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX pictures_trip ON pictures (trip_id);
CREATE INDEX pictures_user ON pictures (user_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
CREATE INDEX idempotency_keys_user ON idempotency_keys (user_id, used_at);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (used_at);
CREATE UNIQUE INDEX users_confirmed_email_key ON users (confirmed_email);
CREATE INDEX outgoing_mail_next ON outgoing_mail (next_attempt_at);
CREATE INDEX outgoing_mail_user ON outgoing_mail (user_id);
CREATE INDEX counted_mail_user ON counted_mail (user_id, kind, counted_at);
CREATE INDEX trips_owner_updated ON trips (owner_id, updated_at DESC, id DESC);
CREATE INDEX trips_without_keys ON trips (id) WHERE name_key = '';
CREATE INDEX trip_members_user ON trip_members (user_id);
CREATE INDEX former_emails_user ON former_emails (user_id);
CREATE INDEX mail_recipients_last ON mail_recipients (refused, last_at);
CREATE INDEX grants_user ON grants (user_id, trip_id);
CREATE INDEX grants_trip ON grants (trip_id, user_id);
COMMIT;
