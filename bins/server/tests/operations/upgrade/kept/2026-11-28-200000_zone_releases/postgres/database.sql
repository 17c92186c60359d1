SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE public.account_feeds (
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    trips text,
    hash bytea NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_used text
);
CREATE TABLE public.counted_mail (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    counted_at timestamp with time zone NOT NULL
);
CREATE TABLE public.idempotency_keys (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    request bytea NOT NULL,
    resource text NOT NULL,
    used_at timestamp with time zone NOT NULL
);
CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.invitations (
    id uuid NOT NULL,
    trip_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    role text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    uses bigint,
    used bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.outgoing_mail (
    id uuid NOT NULL,
    user_id uuid,
    recipient text NOT NULL,
    content text NOT NULL,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    attempts bigint NOT NULL
);
CREATE TABLE public.pictures (
    id uuid NOT NULL,
    trip_id uuid,
    user_id uuid,
    source text,
    hash bytea,
    media_type text,
    width bigint,
    height bigint,
    bytes bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT pictures_content_whole CHECK ((((hash IS NULL) = (media_type IS NULL)) AND ((hash IS NULL) = (width IS NULL)) AND ((hash IS NULL) = (height IS NULL)) AND ((hash IS NULL) = (bytes IS NULL)))),
    CONSTRAINT pictures_one_owner CHECK (((trip_id IS NULL) <> (user_id IS NULL)))
);
CREATE TABLE public.rate_imports (
    number bigint NOT NULL,
    source text NOT NULL,
    imported_at timestamp with time zone NOT NULL
);
CREATE TABLE public.reference_rates (
    import bigint NOT NULL,
    day text NOT NULL,
    rates text NOT NULL
);
CREATE TABLE public.refresh_tokens (
    id uuid NOT NULL,
    family uuid NOT NULL,
    user_id uuid NOT NULL,
    generation bigint NOT NULL,
    hash bytea NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    spent_at timestamp with time zone
);
CREATE TABLE public.share_links (
    id uuid NOT NULL,
    trip_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    label text NOT NULL,
    sections text NOT NULL,
    expires_at timestamp with time zone,
    password_hash text,
    created_at timestamp with time zone NOT NULL,
    last_used text
);
CREATE TABLE public.trip_feeds (
    trip_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.trip_members (
    trip_id uuid NOT NULL,
    user_id uuid NOT NULL,
    "position" integer NOT NULL,
    trip_created_at timestamp with time zone NOT NULL,
    has_edited boolean DEFAULT false NOT NULL,
    is_viewer boolean DEFAULT false NOT NULL
);
CREATE TABLE public.trips (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    private boolean NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    gallery text NOT NULL,
    plan text NOT NULL,
    map text NOT NULL,
    itinerary text NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    name_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    search_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    moved_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    email text,
    links text NOT NULL,
    interests text NOT NULL,
    picture uuid,
    limited_deals boolean NOT NULL,
    newsletter boolean NOT NULL,
    private_account boolean NOT NULL,
    share_email boolean NOT NULL,
    version bigint NOT NULL,
    token_generation bigint NOT NULL,
    password_hash text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    confirmed_email text,
    language text
);
CREATE TABLE public.zone_releases (
    release text NOT NULL,
    moved_through uuid,
    claimed_until timestamp with time zone NOT NULL
);
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000000', '2026-11-29 03:39:42.961871');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122010000', '2026-11-29 03:39:42.989947');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122020000', '2026-11-29 03:39:42.991206');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122060000', '2026-11-29 03:39:42.991642');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122070000', '2026-11-29 03:39:43.010064');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122080000', '2026-11-29 03:39:43.01426');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122081000', '2026-11-29 03:39:43.017942');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122090000', '2026-11-29 03:39:43.026545');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124230000', '2026-11-29 03:39:43.026849');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125030000', '2026-11-29 03:39:43.02815');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125031000', '2026-11-29 03:39:43.033984');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125032000', '2026-11-29 03:39:43.054786');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125033000', '2026-11-29 03:39:43.07462');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125083100', '2026-11-29 03:39:43.07818');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126162000', '2026-11-29 03:39:43.082001');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261128200000', '2026-11-29 03:39:43.082516');
INSERT INTO public.account_feeds VALUES ('01a22563-2322-76a0-ac4c-35a1baa0e410', '\x1eb5cf1d7123e3a24e449ffb592c9e91ab8b039b394dd72fd0edb96cdee8e5df', '2026-11-29 03:39:44.834+00');
INSERT INTO public.idempotency_keys VALUES ('\x385e1645663ec984abda40c74d262ef522b77b615df3463de6598fc92e5a148d', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\x9ef8503a8139595cad5dab3a8c1f23c6a0e4477580785954d43e8cef02228b10', '01a22563-256c-70a6-8fe1-2b97325231d7', '2026-11-29 03:39:44.364+00');
INSERT INTO public.idempotency_keys VALUES ('\x2583d66a8395da52f821e2fa1ce1756efa4ef12d4be64a6aae0312dd019908aa', '01a22563-23f2-7271-8e57-4178c6ebd829', '\xcbde9c290d373a336de87b5c7e1438c4e45ed38351e1e9a3859fb5dfcd1cd5af', '01a22563-26f5-7054-b4d1-c03b4e9c06f6', '2026-11-29 03:39:44.757+00');
INSERT INTO public.idempotency_keys VALUES ('\x19826d63e5683771cbb5715037dfbc474c3e18f5e2f1cfa67c6f8422c4094c2e', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\xe395a68ff4be24bf7f0bc23e17c3e27c4ae9e9f9fa868c96c93762f3ad8ea50d', '01a22563-2710-7109-8371-412bf62665fe', '2026-11-29 03:39:44.784+00');
INSERT INTO public.idempotency_keys VALUES ('\x61d484b81ba28ace2ce07eb12d46839aa026accd8cdb9830ca4859c10a528cb3', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\xa607a2b366ebd2f9c6bc7767f065e3f7109cfe36fd53285b83de355b16c2a5a1', '48e94eea-3823-4057-867f-419902e8190f', '2026-11-29 03:39:44.796+00');
INSERT INTO public.idempotency_keys VALUES ('\x7c6be0136969b4d6a3b3ba3694190c1b2b280785b7d50308689407c82c341512', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\x09232c16e06b2620c84274f00f7b4ac3cf17f74b79f714093ed8eeefedd5fe73', '01a22563-2727-729d-95e6-dd6ede4a1fbe', '2026-11-29 03:39:44.808+00');
INSERT INTO public.idempotency_keys VALUES ('\x92d88715ecf2c0fc62d9c056bf8f28ee6f2c8c8c7d81da595f7aee78d772f17c', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\x541ffbc21b4e4b4e45b72213f215dff69c286ce419f9faccd7ed1e8c65b6613c', '', '2026-11-29 03:39:44.814+00');
INSERT INTO public.idempotency_keys VALUES ('\xbe9a2d566ab1872524a8bb5aa287aba495759cc7334541e92e2881745b9c9e1f', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\x284b2c80dec1ad707a97c0dc5c7a3119c40291acc1a7d4c8c4d5b96df7332a91', '', '2026-11-29 03:39:44.834+00');
INSERT INTO public.pictures VALUES ('4fba8184-0708-470c-bc61-e7c4cb2fd4ea', NULL, '01a22563-2322-76a0-ac4c-35a1baa0e410', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-29 03:39:44.31+00');
INSERT INTO public.pictures VALUES ('b2b39134-c657-4e03-9880-df49f0e5ef9e', '01a22563-256c-70a6-8fe1-2b97325231d7', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-29 03:39:44.751+00');
INSERT INTO public.pictures VALUES ('5b71cc5d-639a-471b-b3cc-d90195444571', '01a22563-256c-70a6-8fe1-2b97325231d7', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-29 03:39:44.751+00');
INSERT INTO public.pictures VALUES ('e9920952-5a04-4a65-b13c-ba55a7c78d43', '01a22563-256c-70a6-8fe1-2b97325231d7', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-29 03:39:44.751+00');
INSERT INTO public.pictures VALUES ('004f053a-6a01-4b5d-92a6-c081774c889c', '01a22563-26f5-7054-b4d1-c03b4e9c06f6', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-29 03:39:44.766+00');
INSERT INTO public.rate_imports VALUES (1, 'rates.csv', '2026-11-29 03:39:45.226+00');
INSERT INTO public.reference_rates VALUES (1, '2026-06-01', '{"CAD":"1.48"}');
INSERT INTO public.reference_rates VALUES (1, '2026-06-02', '{"CAD":"1.4835"}');
INSERT INTO public.refresh_tokens VALUES ('058f8fd8-dbac-45ef-8bd2-0d8d4d8aa640', '88232d36-d6e0-4985-9c5f-d9cf462083ad', '01a22563-2322-76a0-ac4c-35a1baa0e410', 1, '\x007b57c5502a3c77c2ddf2d50f620781402ebb0195b7a75f57d21c8715a15a84', '2026-11-29 03:39:43.787+00', '2026-12-29 03:39:43.787+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('1b6e710f-52ed-427c-8fab-ff01eef4e8bb', '78050655-3411-4cf7-a3eb-49bb1a52cb0c', '01a22563-23f2-7271-8e57-4178c6ebd829', 1, '\x23506869405185d7e04431ca6311bf58c5c62eb99754b08628a6ecf5c1b965b2', '2026-11-29 03:39:43.99+00', '2026-12-29 03:39:43.99+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('ac1c5162-bdb7-4ffa-a3dd-79da14a68003', '4d133e05-e974-464e-9571-0bec482bbf11', '01a22563-2322-76a0-ac4c-35a1baa0e410', 1, '\x16139a29ad4431d3538c6da17f54fd708cb83064509e7ab7ac4586c6864e24da', '2026-11-29 03:39:46.193+00', '2026-12-29 03:39:46.193+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('74dd344d-7110-4e4f-b3ad-077414edc18f', '4f484138-ccf3-4b59-b31b-7b129772c800', '01a22563-23f2-7271-8e57-4178c6ebd829', 1, '\x2428637bb24e96ce7ba0cac4705a1369e5f1d43a8dcdc791a0cb4b75f8dd86d1', '2026-11-29 03:39:47.151+00', '2026-12-29 03:39:47.151+00', NULL);
INSERT INTO public.share_links VALUES ('01a22563-2727-729d-95e6-dd6ede4a1fbe', '01a22563-256c-70a6-8fe1-2b97325231d7', '01a22563-2322-76a0-ac4c-35a1baa0e410', 1, 1, 'Family', '["itinerary","map","budget","members"]', '2027-02-27 03:39:44.807+00', NULL, '2026-11-29 03:39:44.807+00', '2026-11-29');
INSERT INTO public.trip_feeds VALUES ('01a22563-256c-70a6-8fe1-2b97325231d7', '01a22563-2322-76a0-ac4c-35a1baa0e410', '\x48e81ac43bcd8100385b171c9de18982dda678d8ce1f14c878575c50991bc24b', '2026-11-29 03:39:44.815+00');
INSERT INTO public.trip_members VALUES ('01a22563-256c-70a6-8fe1-2b97325231d7', '01a22563-2322-76a0-ac4c-35a1baa0e410', 100, '2026-11-29 03:39:44.364+00', true, false);
INSERT INTO public.trip_members VALUES ('01a22563-26f5-7054-b4d1-c03b4e9c06f6', '01a22563-23f2-7271-8e57-4178c6ebd829', 100, '2026-11-29 03:39:44.757+00', true, false);
INSERT INTO public.trip_members VALUES ('01a22563-2710-7109-8371-412bf62665fe', '01a22563-2322-76a0-ac4c-35a1baa0e410', 100, '2026-11-29 03:39:44.784+00', true, false);
INSERT INTO public.trip_members VALUES ('01a22563-256c-70a6-8fe1-2b97325231d7', '01a22563-23f2-7271-8e57-4178c6ebd829', 200, '2026-11-29 03:39:44.364+00', false, true);
INSERT INTO public.trips VALUES ('01a22563-26f5-7054-b4d1-c03b4e9c06f6', '01a22563-23f2-7271-8e57-4178c6ebd829', false, 'Åland', '', 3, '2026-11-29 03:39:44.757+00', '2026-11-29 03:39:44.777+00', '{"main":"004f053a-6a01-4b5d-92a6-c081774c889c","photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0,"editor":"01a22563-23f2-7271-8e57-4178c6ebd829"}', '{"notes":"","locations":[]}', '[{"id":"typed","kind":"destination","day":1,"start":1906527600000,"end":null,"typed":{"start":"2030-06-01T10:00:00"},"duration":"0","budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"destination":{"id":"ecd7f1e3-6558-430f-b38d-43855b4aace9","name":"Mariehamn","location":"Mariehamn, Aland Islands","description":"Capital of the Aland Islands, 10,682 inhabitants","coordinates":{"latitude":"60.09726","longitude":"19.93481"},"time_zone":"Europe/Mariehamn","is_filled":true,"has_found_location":true},"photos":[],"ends":{"time_zone":"Europe/Mariehamn"}}]', NULL, NULL, 'åland', 'åland
', '2026-11-29 03:39:44.757+00');
INSERT INTO public.trips VALUES ('01a22563-2710-7109-8371-412bf62665fe', '01a22563-2322-76a0-ac4c-35a1baa0e410', true, 'Someday', '', 1, '2026-11-29 03:39:44.784+00', '2026-11-29 03:39:44.784+00', '{"main":null,"photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0}', '{"notes":"","locations":[]}', '[]', NULL, NULL, 'someday', 'someday
', '2026-11-29 03:39:44.784+00');
INSERT INTO public.trips VALUES ('01a22563-256c-70a6-8fe1-2b97325231d7', '01a22563-2322-76a0-ac4c-35a1baa0e410', false, 'Portugal', 'Two weeks', 9, '2026-11-29 03:39:44.364+00', '2026-11-29 03:39:44.796+00', '{"main":"b2b39134-c657-4e03-9880-df49f0e5ef9e","photos":["5b71cc5d-639a-471b-b3cc-d90195444571","e9920952-5a04-4a65-b13c-ba55a7c78d43"]}', '{"destinations":[{"id":"070d2435-7ecc-4be6-b1d2-281b3a200b04","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital","coordinates":{"latitude":"38.72509","longitude":"-9.1498"},"time_zone":"Europe/Lisbon"},{"id":"4086429d-27b3-45b6-8762-14749b10ee93","name":"Porto","location":"Porto, Portugal","description":"Wine","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"}],"estimate":{"lo":"1000","hi":"2500.5","is_hi_sent":true},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a22563-2322-76a0-ac4c-35a1baa0e410","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"48e94eea-3823-4057-867f-419902e8190f","from":"bob","to":"ada","from_user":"01a22563-23f2-7271-8e57-4178c6ebd829","to_user":"01a22563-2322-76a0-ac4c-35a1baa0e410","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a22563-2322-76a0-ac4c-35a1baa0e410","recorded_at":1795923584796,"rate":null}],"place_rules":3,"relocations":0,"editor":"01a22563-2322-76a0-ac4c-35a1baa0e410","withdrawals":[{"user":"01a22563-23f2-7271-8e57-4178c6ebd829","at":1795923584789}]}', '{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"},"coordinates":{"latitude":"38.72509","longitude":"-9.1498"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"},"coordinates":{"latitude":"38.71758","longitude":"-9.12949"}}]}', '[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a22563-2322-76a0-ac4c-35a1baa0e410","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a22563-23f2-7271-8e57-4178c6ebd829","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower","coordinates":{"latitude":"38.69875","longitude":"-9.19289"},"time_zone":"Europe/Lisbon"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":"","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]}]', '2026-05-01 00:00:00+00', '2026-05-15 00:00:00+00', 'portugal', 'portugal
two weeks', '2026-11-29 03:39:44.483+00');
INSERT INTO public.users VALUES ('01a22563-23f2-7271-8e57-4178c6ebd829', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$HyD7bV9I4Nd3JNp8nN+RNw$byowdCaCCci9ScYyL5Q5Cj034tva3r2kFNBAFp7SWQs', '2026-11-29 03:39:43.986+00', '2026-11-29 03:39:44.063+00', NULL, NULL);
INSERT INTO public.users VALUES ('01a22563-2322-76a0-ac4c-35a1baa0e410', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"kind":"site","url":"https://example.org/?a=b&c=d"}]', '["bicycles","maps"]', '4fba8184-0708-470c-bc61-e7c4cb2fd4ea', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$rFIxcj4ti4tboIcT3Vphrw$ewY1fuACzQ+7Y3I4E1Y0IH3O4COkEptoJSBgw98DySk', '2026-11-29 03:39:43.778+00', '2026-11-29 03:39:44.31+00', NULL, NULL);
INSERT INTO public.zone_releases VALUES ('2026f', NULL, '1970-01-01 00:00:00+00');
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.counted_mail
    ADD CONSTRAINT counted_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_issuer_key UNIQUE (user_id, issuer);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outgoing_mail
    ADD CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_imports
    ADD CONSTRAINT rate_imports_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.reference_rates
    ADD CONSTRAINT reference_rates_pkey PRIMARY KEY (import, day);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.trip_feeds
    ADD CONSTRAINT trip_feeds_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.trip_feeds
    ADD CONSTRAINT trip_feeds_pkey PRIMARY KEY (trip_id, user_id);
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_pkey PRIMARY KEY (trip_id, user_id);
ALTER TABLE ONLY public.trips
    ADD CONSTRAINT trips_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY public.zone_releases
    ADD CONSTRAINT zone_releases_pkey PRIMARY KEY (release);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX counted_mail_user ON public.counted_mail USING btree (user_id, kind, counted_at);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (used_at);
CREATE INDEX idempotency_keys_user ON public.idempotency_keys USING btree (user_id, used_at);
CREATE INDEX invitations_trip ON public.invitations USING btree (trip_id, created_at DESC, id DESC);
CREATE INDEX outgoing_mail_next ON public.outgoing_mail USING btree (next_attempt_at);
CREATE INDEX outgoing_mail_user ON public.outgoing_mail USING btree (user_id);
CREATE INDEX pictures_trip ON public.pictures USING btree (trip_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family);
CREATE INDEX refresh_tokens_user ON public.refresh_tokens USING btree (user_id);
CREATE INDEX share_links_trip ON public.share_links USING btree (trip_id, created_at DESC, id DESC);
CREATE INDEX trip_feeds_user ON public.trip_feeds USING btree (user_id);
CREATE INDEX trip_members_newest ON public.trip_members USING btree (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX trip_members_user ON public.trip_members USING btree (user_id);
CREATE INDEX trips_owner_updated ON public.trips USING btree (owner_id, updated_at DESC, id DESC);
CREATE INDEX trips_without_keys ON public.trips USING btree (id) WHERE (name_key = ''::text);
CREATE UNIQUE INDEX users_confirmed_email_key ON public.users USING btree (confirmed_email);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.counted_mail
    ADD CONSTRAINT counted_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.outgoing_mail
    ADD CONSTRAINT outgoing_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reference_rates
    ADD CONSTRAINT reference_rates_import_fkey FOREIGN KEY (import) REFERENCES public.rate_imports(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_feeds
    ADD CONSTRAINT trip_feeds_trip_id_user_id_fkey FOREIGN KEY (trip_id, user_id) REFERENCES public.trip_members(trip_id, user_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trips
    ADD CONSTRAINT trips_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;
