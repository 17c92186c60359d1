SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE public.account_deletions (
    user_id uuid NOT NULL,
    request_id text,
    claimed_until timestamp with time zone NOT NULL
);
CREATE TABLE public.counted_mail (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    counted_at timestamp with time zone NOT NULL
);
CREATE TABLE public.former_emails (
    email_key text NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE public.grants (
    id uuid NOT NULL,
    kind text NOT NULL,
    user_id uuid NOT NULL,
    trip_id uuid,
    scope text NOT NULL,
    label text NOT NULL,
    hash bytea,
    password_hash text,
    expires_at timestamp with time zone,
    uses bigint,
    used bigint NOT NULL,
    generation bigint NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used text
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
CREATE TABLE public.mail_recipients (
    id uuid NOT NULL,
    last_at timestamp with time zone NOT NULL,
    second_at timestamp with time zone,
    third_at timestamp with time zone,
    refused boolean NOT NULL
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
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000000', '2026-11-29 10:05:54.471007');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122010000', '2026-11-29 10:05:54.52031');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122020000', '2026-11-29 10:05:54.522385');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122060000', '2026-11-29 10:05:54.523314');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122070000', '2026-11-29 10:05:54.527488');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122080000', '2026-11-29 10:05:54.533142');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122081000', '2026-11-29 10:05:54.534231');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122090000', '2026-11-29 10:05:54.538189');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124230000', '2026-11-29 10:05:54.539198');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125030000', '2026-11-29 10:05:54.542768');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125031000', '2026-11-29 10:05:54.545423');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125032000', '2026-11-29 10:05:54.549166');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125033000', '2026-11-29 10:05:54.554709');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125083100', '2026-11-29 10:05:54.558625');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126162000', '2026-11-29 10:05:54.563903');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261128200000', '2026-11-29 10:05:54.565185');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261129110000', '2026-11-29 10:05:54.567574');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261129111000', '2026-11-29 10:05:54.570287');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261129120000', '2026-11-29 10:05:54.573482');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261129130000', '2026-11-29 10:05:54.577327');
INSERT INTO public.grants VALUES ('01a226c4-b803-7310-b0f4-566d97212d88', 'invitation', '01a226c4-b3b9-75be-a15c-48481e905ea5', '01a226c4-b46b-7304-9a2c-6dd20581b020', 'viewer', '', NULL, NULL, '2099-01-01 00:00:00+00', 3, 0, 1, 1, '2026-11-29 10:05:56.099+00', NULL);
INSERT INTO public.grants VALUES ('bf7b3a9d-3bb3-406a-a8aa-3e54ec269275', 'feed', '01a226c4-b3b9-75be-a15c-48481e905ea5', '01a226c4-b46b-7304-9a2c-6dd20581b020', '', '', '\x898802099d582aad438198a48e42602b9ee831d2649f56ae7f82ba8afaf111f9', NULL, NULL, NULL, 0, 1, 1, '2026-11-29 10:05:56.119+00', NULL);
INSERT INTO public.grants VALUES ('226a2e69-1a8a-4fd4-8981-7046aad66a21', 'feed', '01a226c4-b3b9-75be-a15c-48481e905ea5', NULL, '', '', '\x1d18e904384d58ba0c6fdea8dad0a27247465ed9aca560ce3383ca103c8e94df', NULL, NULL, NULL, 0, 1, 1, '2026-11-29 10:05:56.14+00', NULL);
INSERT INTO public.grants VALUES ('01a226c4-b7e2-75a5-8d50-b4228e788aaa', 'share-link', '01a226c4-b3b9-75be-a15c-48481e905ea5', '01a226c4-b46b-7304-9a2c-6dd20581b020', 'itinerary map budget members', 'Family', NULL, NULL, '2027-02-27 10:05:56.066+00', NULL, 0, 1, 1, '2026-11-29 10:05:56.066+00', '2026-11-29');
INSERT INTO public.grants VALUES ('30c5c348-fee9-4f0f-8994-8f7837343be4', 'key', '01a226c4-b3b9-75be-a15c-48481e905ea5', NULL, 'write', 'All', '\x7fb8fd3aa90293cf02dfa6a0ee036a55712493e1add3819a4769ddf7f959cd53', NULL, NULL, NULL, 0, 1, 1, '2026-11-29 10:05:56.18+00', '2026-11-29');
INSERT INTO public.grants VALUES ('c41eddec-9a7b-44a6-b0ac-0725985c7909', 'key', '01a226c4-b3b9-75be-a15c-48481e905ea5', NULL, 'read 01a226c4-b751-71a1-9fad-ca9f211b3d2f', 'One', '\xbaf7f15fcd73046d494ade3517d6b0d2540835c9405285f18a8a1b85575d1026', NULL, '2099-01-01 00:00:00+00', NULL, 0, 1, 1, '2026-11-29 10:05:56.211+00', '2026-11-29');
INSERT INTO public.idempotency_keys VALUES ('\xaef659f1a50dff514b0cc286f56a28ad5c078e776e04fd44ce691d3b2939349a', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x9ef8503a8139595cad5dab3a8c1f23c6a0e4477580785954d43e8cef02228b10', '01a226c4-b46b-7304-9a2c-6dd20581b020', '2026-11-29 10:05:55.179+00');
INSERT INTO public.idempotency_keys VALUES ('\x152b57edd4dbaa6909aece6cd50332826de984964130c79951f712b651433e59', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', '\xcbde9c290d373a336de87b5c7e1438c4e45ed38351e1e9a3859fb5dfcd1cd5af', '01a226c4-b6f7-7646-9011-18fa7b417f4a', '2026-11-29 10:05:55.831+00');
INSERT INTO public.idempotency_keys VALUES ('\xbf8bbc8c6d5848f51a926ed125bf9e23598d3ba65837d499ee680c33792fd0a1', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\xe395a68ff4be24bf7f0bc23e17c3e27c4ae9e9f9fa868c96c93762f3ad8ea50d', '01a226c4-b751-71a1-9fad-ca9f211b3d2f', '2026-11-29 10:05:55.921+00');
INSERT INTO public.idempotency_keys VALUES ('\x06e144c76b2e0df5753d73e30844266b277a0ea72f9ad55fbf591a99faa6a732', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x475db929861a4168dd601bf9b3e2b619f2a3733724a18efb2c4079fa5c573cc5', '477faf61-4b8e-4438-acf5-e2f2b4fd3ad9', '2026-11-29 10:05:56.011+00');
INSERT INTO public.idempotency_keys VALUES ('\x044782ca5223f6030e7d1c3e65d56181267599fac48ef1e2c9c8f11d2ec93d0a', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x28dea56badaaabc9f2d0a7078c5aea080f613604a7d0106a65f07a1b706e2412', '01a226c4-b7e2-75a5-8d50-b4228e788aaa', '2026-11-29 10:05:56.071+00');
INSERT INTO public.idempotency_keys VALUES ('\x998b04c076bdf83fec9cdc21ea0a676b87fc89a5808e0ecfa783ba8fed0dbb2a', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x79a460e1fea4bf4d127b4b7cb24549b9871752ea745ec3b1b03361d5cd16fb03', '01a226c4-b803-7310-b0f4-566d97212d88', '2026-11-29 10:05:56.104+00');
INSERT INTO public.idempotency_keys VALUES ('\x8165a0f5d937987683c456e6a7010883c15063e0f5207ef8569a01d4de3d15f5', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x27ef6e5454e5b2aa6494f91279cc2cf45e44ce0ee9f9e71f6761f67394c35a3c', '', '2026-11-29 10:05:56.126+00');
INSERT INTO public.idempotency_keys VALUES ('\xbb1d0dc043f807751b650f34ee467dd86fa3764bb0c751e6d43213053bc7bc63', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\x284b2c80dec1ad707a97c0dc5c7a3119c40291acc1a7d4c8c4d5b96df7332a91', '', '2026-11-29 10:05:56.143+00');
INSERT INTO public.idempotency_keys VALUES ('\x7804605c6b049356f8b8edb5ce9ef7c47fbb9fd026e1ef39c1d97db9644727d0', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\xe90a0b640b475f7b1755f37cd5a19d20f1703c9965723f47a9c0226e51e1ddae', '30c5c348-fee9-4f0f-8994-8f7837343be4', '2026-11-29 10:05:56.183+00');
INSERT INTO public.idempotency_keys VALUES ('\x73f00a1f207de44b33e4a8c183bb5d177ad7e705a665962f575517079246322f', '01a226c4-b3b9-75be-a15c-48481e905ea5', '\xd35e9ec9b83cfdc1fe19d0fe0eba03cf590c0806f5e6aea8b3bb6561be1d82e2', 'c41eddec-9a7b-44a6-b0ac-0725985c7909', '2026-11-29 10:05:56.226+00');
INSERT INTO public.pictures VALUES ('0c9bd382-ff03-41a8-9819-b205963606c4', NULL, '01a226c4-b3b9-75be-a15c-48481e905ea5', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-29 10:05:55.158+00');
INSERT INTO public.pictures VALUES ('b0d99ce9-3b61-4afe-be1e-22deb61a1012', '01a226c4-b46b-7304-9a2c-6dd20581b020', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-29 10:05:55.81+00');
INSERT INTO public.pictures VALUES ('23b04783-e7fb-48a1-ace3-2d5ff7e8215e', '01a226c4-b46b-7304-9a2c-6dd20581b020', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-29 10:05:55.81+00');
INSERT INTO public.pictures VALUES ('583f5671-6f11-4a3b-9657-f8cc14ce29be', '01a226c4-b46b-7304-9a2c-6dd20581b020', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-29 10:05:55.81+00');
INSERT INTO public.pictures VALUES ('d462a0f7-6811-4543-a218-ef9a4026e4b5', '01a226c4-b6f7-7646-9011-18fa7b417f4a', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-29 10:05:55.864+00');
INSERT INTO public.rate_imports VALUES (1, 'rates.csv', '2026-11-29 10:05:56.738+00');
INSERT INTO public.reference_rates VALUES (1, '2026-06-01', '{"CAD":"1.48"}');
INSERT INTO public.reference_rates VALUES (1, '2026-06-02', '{"CAD":"1.4835"}');
INSERT INTO public.refresh_tokens VALUES ('208e559b-0c18-4a11-8eaf-cd7d95063357', '01a226c4-b3b9-75be-a15c-48498e826890', '01a226c4-b3b9-75be-a15c-48481e905ea5', 1, '\x7d4deaacfb8ac75e031a5ddb99fe7998d0c6ceda9783d2895623f7548d3b8374', '2026-11-29 10:05:55.005+00', '2026-12-29 10:05:55.005+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('3323cd5c-97fe-4f28-89e2-6310d1b60165', '01a226c4-b3f8-75c8-aaf9-502df28a858b', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', 1, '\x097172faf3e7ff72a78b941fbd8b69aa795e1d276c90a974d28fad4a8fbfef57', '2026-11-29 10:05:55.065+00', '2026-12-29 10:05:55.065+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('7d8ebfd6-7833-4829-9f6e-15f3617e829d', '01a226c4-bf2f-76b4-bc77-78101948b702', '01a226c4-b3b9-75be-a15c-48481e905ea5', 1, '\xde348b403f403f12ff587450061923de5292c616b74fa85d26f84d74b3a1572b', '2026-11-29 10:05:57.935+00', '2026-12-29 10:05:57.935+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('9d530834-0f75-4af5-a697-2bb7751201cd', '01a226c4-c0f2-73ba-9a19-e371b019d799', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', 1, '\x1575fbe13c4249e40c6460b7f6d93e58bb7735cd824b67a28d8134fd8662afa5', '2026-11-29 10:05:58.387+00', '2026-12-29 10:05:58.387+00', NULL);
INSERT INTO public.trip_members VALUES ('01a226c4-b46b-7304-9a2c-6dd20581b020', '01a226c4-b3b9-75be-a15c-48481e905ea5', 100, '2026-11-29 10:05:55.179+00', true, false);
INSERT INTO public.trip_members VALUES ('01a226c4-b6f7-7646-9011-18fa7b417f4a', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', 100, '2026-11-29 10:05:55.831+00', true, false);
INSERT INTO public.trip_members VALUES ('01a226c4-b751-71a1-9fad-ca9f211b3d2f', '01a226c4-b3b9-75be-a15c-48481e905ea5', 100, '2026-11-29 10:05:55.921+00', true, false);
INSERT INTO public.trip_members VALUES ('01a226c4-b46b-7304-9a2c-6dd20581b020', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', 200, '2026-11-29 10:05:55.179+00', false, true);
INSERT INTO public.trips VALUES ('01a226c4-b6f7-7646-9011-18fa7b417f4a', '01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', false, 'Åland', '', 3, '2026-11-29 10:05:55.831+00', '2026-11-29 10:05:55.883+00', '{"main":"d462a0f7-6811-4543-a218-ef9a4026e4b5","photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0,"editor":"01a226c4-b3f8-75c8-aaf9-502cc5faeaa3"}', '{"notes":"","locations":[]}', '[{"id":"typed","kind":"destination","day":1,"start":1906527600000,"end":null,"typed":{"start":"2030-06-01T10:00:00"},"duration":"0","budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"destination":{"id":"7451ff9b-cdb9-4604-9aa5-2ff917e921ce","name":"Mariehamn","location":"Mariehamn, Aland Islands","description":"Capital of the Aland Islands, 10,682 inhabitants","coordinates":{"latitude":"60.09726","longitude":"19.93481"},"time_zone":"Europe/Mariehamn","is_filled":true,"has_found_location":true},"photos":[],"ends":{"time_zone":"Europe/Mariehamn"}}]', NULL, NULL, 'åland', 'åland
', '2026-11-29 10:05:55.831+00');
INSERT INTO public.trips VALUES ('01a226c4-b751-71a1-9fad-ca9f211b3d2f', '01a226c4-b3b9-75be-a15c-48481e905ea5', true, 'Someday', '', 1, '2026-11-29 10:05:55.921+00', '2026-11-29 10:05:55.921+00', '{"main":null,"photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[],"place_rules":3,"relocations":0}', '{"notes":"","locations":[]}', '[]', NULL, NULL, 'someday', 'someday
', '2026-11-29 10:05:55.921+00');
INSERT INTO public.trips VALUES ('01a226c4-b46b-7304-9a2c-6dd20581b020', '01a226c4-b3b9-75be-a15c-48481e905ea5', false, 'Portugal', 'Two weeks', 9, '2026-11-29 10:05:55.179+00', '2026-11-29 10:05:56.011+00', '{"main":"b0d99ce9-3b61-4afe-be1e-22deb61a1012","photos":["23b04783-e7fb-48a1-ace3-2d5ff7e8215e","583f5671-6f11-4a3b-9657-f8cc14ce29be"]}', '{"destinations":[{"id":"4c0071fc-5ce8-40c8-8a31-511328be0ff9","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital","coordinates":{"latitude":"38.72509","longitude":"-9.1498"},"time_zone":"Europe/Lisbon"},{"id":"e82529ba-21e2-4861-ac9d-a3b562116e45","name":"Porto","location":"Porto, Portugal","description":"Wine","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"}],"estimate":{"lo":"1000","hi":"2500.5","is_hi_sent":true},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a226c4-b3b9-75be-a15c-48481e905ea5","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"477faf61-4b8e-4438-acf5-e2f2b4fd3ad9","from":"bob","to":"ada","from_user":"01a226c4-b3f8-75c8-aaf9-502cc5faeaa3","to_user":"01a226c4-b3b9-75be-a15c-48481e905ea5","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a226c4-b3b9-75be-a15c-48481e905ea5","recorded_at":1795946756011,"rate":null}],"place_rules":3,"relocations":0,"editor":"01a226c4-b3b9-75be-a15c-48481e905ea5","withdrawals":[{"user":"01a226c4-b3f8-75c8-aaf9-502cc5faeaa3","at":1795946755958}]}', '{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"},"coordinates":{"latitude":"38.72509","longitude":"-9.1498"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"},"coordinates":{"latitude":"38.71758","longitude":"-9.12949"}}]}', '[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a226c4-b3b9-75be-a15c-48481e905ea5","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a226c4-b3f8-75c8-aaf9-502cc5faeaa3","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower","coordinates":{"latitude":"38.69875","longitude":"-9.19289"},"time_zone":"Europe/Lisbon"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":"","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner","coordinates":{"latitude":"41.1485","longitude":"-8.61097"},"time_zone":"Europe/Lisbon"},"photos":[]}]', '2026-05-01 00:00:00+00', '2026-05-15 00:00:00+00', 'portugal', 'portugal
two weeks', '2026-11-29 10:05:55.251+00');
INSERT INTO public.users VALUES ('01a226c4-b3f8-75c8-aaf9-502cc5faeaa3', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$S51mKPokvoP9YZa+1dkTiw$W3hFadtZW1XXK/x/Fgat3eXBgT9mWvj1FYtBAajQsT8', '2026-11-29 10:05:55.064+00', '2026-11-29 10:05:55.092+00', NULL, NULL);
INSERT INTO public.users VALUES ('01a226c4-b3b9-75be-a15c-48481e905ea5', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"kind":"site","url":"https://example.org/?a=b&c=d"}]', '["bicycles","maps"]', '0c9bd382-ff03-41a8-9819-b205963606c4', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$FTu9ojD9g0+D+bzm8L0H6w$igZ0C1jL3eKJGkpJmeC+OyLsYwYPul2PKQNoCekq0Mc', '2026-11-29 10:05:55.001+00', '2026-11-29 10:05:55.158+00', NULL, NULL);
INSERT INTO public.zone_releases VALUES ('2026f', NULL, '1970-01-01 00:00:00+00');
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.account_deletions
    ADD CONSTRAINT account_deletions_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.counted_mail
    ADD CONSTRAINT counted_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.former_emails
    ADD CONSTRAINT former_emails_pkey PRIMARY KEY (email_key, user_id);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_issuer_key UNIQUE (user_id, issuer);
ALTER TABLE ONLY public.mail_recipients
    ADD CONSTRAINT mail_recipients_pkey PRIMARY KEY (id);
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
CREATE INDEX counted_mail_user ON public.counted_mail USING btree (user_id, kind, counted_at);
CREATE INDEX former_emails_user ON public.former_emails USING btree (user_id);
CREATE INDEX grants_trip ON public.grants USING btree (trip_id, user_id);
CREATE INDEX grants_user ON public.grants USING btree (user_id, trip_id);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (used_at);
CREATE INDEX idempotency_keys_user ON public.idempotency_keys USING btree (user_id, used_at);
CREATE INDEX mail_recipients_last ON public.mail_recipients USING btree (refused, last_at);
CREATE INDEX outgoing_mail_next ON public.outgoing_mail USING btree (next_attempt_at);
CREATE INDEX outgoing_mail_user ON public.outgoing_mail USING btree (user_id);
CREATE INDEX pictures_trip ON public.pictures USING btree (trip_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family);
CREATE INDEX refresh_tokens_user ON public.refresh_tokens USING btree (user_id);
CREATE INDEX trip_members_newest ON public.trip_members USING btree (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX trip_members_user ON public.trip_members USING btree (user_id);
CREATE INDEX trips_owner_updated ON public.trips USING btree (owner_id, updated_at DESC, id DESC);
CREATE INDEX trips_without_keys ON public.trips USING btree (id) WHERE (name_key = ''::text);
CREATE UNIQUE INDEX users_confirmed_email_key ON public.users USING btree (confirmed_email);
ALTER TABLE ONLY public.account_deletions
    ADD CONSTRAINT account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.counted_mail
    ADD CONSTRAINT counted_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.former_emails
    ADD CONSTRAINT former_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_trip_id_user_id_fkey FOREIGN KEY (trip_id, user_id) REFERENCES public.trip_members(trip_id, user_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
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
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trips
    ADD CONSTRAINT trips_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;
