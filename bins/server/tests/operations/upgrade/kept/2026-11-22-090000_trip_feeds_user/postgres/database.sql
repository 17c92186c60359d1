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
    itinerary text NOT NULL
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
    updated_at timestamp with time zone NOT NULL
);
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000000', '2026-11-22 19:17:14.130085');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122010000', '2026-11-22 19:17:14.184874');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122020000', '2026-11-22 19:17:14.186588');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122060000', '2026-11-22 19:17:14.188423');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122070000', '2026-11-22 19:17:14.198646');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122080000', '2026-11-22 19:17:14.205466');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122081000', '2026-11-22 19:17:14.206084');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122090000', '2026-11-22 19:17:14.208139');
INSERT INTO public.account_feeds VALUES ('01a204b0-f406-74e7-b3bf-da68bd284d04', '\x759d0a677d9d5ad9b0bbf0b78b6a1baada7963fb09b31e00521dc8b7095586f4', '2026-11-22 19:17:16.886+00');
INSERT INTO public.pictures VALUES ('dc611265-57ac-40cc-ba51-8e74dae51026', NULL, '01a204b0-f406-74e7-b3bf-da68bd284d04', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-22 19:17:16.088+00');
INSERT INTO public.pictures VALUES ('07cbe562-7c44-4831-91be-c58d0fd7c007', '01a204b0-f71e-7581-b0ef-6de493291270', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-22 19:17:16.607+00');
INSERT INTO public.pictures VALUES ('e5579529-c5a8-420b-8048-c2e46693d04d', '01a204b0-f71e-7581-b0ef-6de493291270', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-22 19:17:16.607+00');
INSERT INTO public.pictures VALUES ('27488295-16d2-421f-90dc-630537653acb', '01a204b0-f71e-7581-b0ef-6de493291270', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-22 19:17:16.607+00');
INSERT INTO public.pictures VALUES ('5638c57b-06dd-4fa3-a8ca-28fb9a63946d', '01a204b0-f8db-75e9-b296-cd7b33edae1e', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-22 19:17:16.664+00');
INSERT INTO public.rate_imports VALUES (1, 'rates.csv', '2026-11-22 19:17:17.402+00');
INSERT INTO public.reference_rates VALUES (1, '2026-06-01', '{"CAD":"1.48"}');
INSERT INTO public.reference_rates VALUES (1, '2026-06-02', '{"CAD":"1.4835"}');
INSERT INTO public.refresh_tokens VALUES ('7ca4b46e-b801-40b4-a672-a20d23c02410', '5d0cdf6f-0e8b-449f-9159-ed04e3f2c23c', '01a204b0-f406-74e7-b3bf-da68bd284d04', 1, '\x1efc5b0a6cf7e4cf47bacdcc7a5c0ef7fa3d64806a615024b1b26bef735601ff', '2026-11-22 19:17:15.403+00', '2026-12-22 19:17:15.403+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('8f1033c4-0e77-4c7a-b159-e11285b89d35', '4add8fa6-7d22-4bb4-bf20-cd8647003c1e', '01a204b0-f490-744f-962f-625af58e6f76', 1, '\x8bb259453b2cbf5a2ca8cb6621d542807338093cdcfc4c4779c4dcc4a6e31ec8', '2026-11-22 19:17:15.584+00', '2026-12-22 19:17:15.584+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('e5d73cd6-0a4e-43b2-8581-c12bc2223cee', 'dc3dd58f-1432-4616-a192-711c62f98f2c', '01a204b0-f406-74e7-b3bf-da68bd284d04', 1, '\x99cdabe8d0636dd7d408e52ae7189822fc483a284210cff1f1f6f917040abb85', '2026-11-22 19:17:20.081+00', '2026-12-22 19:17:20.081+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('20a29be6-3537-4f12-b494-f200f1ea827a', 'a07959ea-ef61-4fd1-9e4e-27fa25b1fd5f', '01a204b0-f490-744f-962f-625af58e6f76', 1, '\xd79ec2e143f2342d773f4dd55282abc8e87ebfc60b1217a60da5edafd58dca00', '2026-11-22 19:17:20.598+00', '2026-12-22 19:17:20.598+00', NULL);
INSERT INTO public.share_links VALUES ('01a204b0-f93e-7736-882a-84912288da45', '01a204b0-f71e-7581-b0ef-6de493291270', '01a204b0-f406-74e7-b3bf-da68bd284d04', 1, 1, '', '["itinerary","map","budget","members"]', '2027-02-20 19:17:16.734+00', NULL, '2026-11-22 19:17:16.734+00', '2026-11-22');
INSERT INTO public.trip_feeds VALUES ('01a204b0-f71e-7581-b0ef-6de493291270', '01a204b0-f406-74e7-b3bf-da68bd284d04', '\x2df7fe25cef22ea2c87fde60fe1e303fe82275fc2a9e65135776ecdcb82688a3', '2026-11-22 19:17:16.796+00');
INSERT INTO public.trip_members VALUES ('01a204b0-f71e-7581-b0ef-6de493291270', '01a204b0-f406-74e7-b3bf-da68bd284d04', 0, '2026-11-22 19:17:16.19+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204b0-f8db-75e9-b296-cd7b33edae1e', '01a204b0-f490-744f-962f-625af58e6f76', 0, '2026-11-22 19:17:16.635+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204b0-f901-7550-8bb0-e901a745d68d', '01a204b0-f406-74e7-b3bf-da68bd284d04', 0, '2026-11-22 19:17:16.673+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204b0-f71e-7581-b0ef-6de493291270', '01a204b0-f490-744f-962f-625af58e6f76', 1, '2026-11-22 19:17:16.19+00', false, true);
INSERT INTO public.trips VALUES ('01a204b0-f8db-75e9-b296-cd7b33edae1e', '01a204b0-f490-744f-962f-625af58e6f76', false, 'Åland', '', 2, '2026-11-22 19:17:16.635+00', '2026-11-22 19:17:16.666+00', '{"main":"5638c57b-06dd-4fa3-a8ca-28fb9a63946d","photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.trips VALUES ('01a204b0-f901-7550-8bb0-e901a745d68d', '01a204b0-f406-74e7-b3bf-da68bd284d04', true, 'Someday', '', 1, '2026-11-22 19:17:16.673+00', '2026-11-22 19:17:16.673+00', '{"main":null,"photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.trips VALUES ('01a204b0-f71e-7581-b0ef-6de493291270', '01a204b0-f406-74e7-b3bf-da68bd284d04', false, 'Portugal', 'Two weeks', 9, '2026-11-22 19:17:16.19+00', '2026-11-22 19:17:16.725+00', '{"main":"07cbe562-7c44-4831-91be-c58d0fd7c007","photos":["e5579529-c5a8-420b-8048-c2e46693d04d","27488295-16d2-421f-90dc-630537653acb"]}', '{"destinations":[{"id":"36e0896d-7d91-422a-9336-8022d944453c","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"724d343b-4c90-4cea-9e37-dc2c679ab64b","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a204b0-f406-74e7-b3bf-da68bd284d04","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"c3608683-b171-40bc-ab38-714018627c87","from":"bob","to":"ada","from_user":"01a204b0-f490-744f-962f-625af58e6f76","to_user":"01a204b0-f406-74e7-b3bf-da68bd284d04","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a204b0-f406-74e7-b3bf-da68bd284d04","recorded_at":1795375036725,"rate":null}]}', '{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}', '[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a204b0-f406-74e7-b3bf-da68bd284d04","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a204b0-f490-744f-962f-625af58e6f76","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO public.users VALUES ('01a204b0-f490-744f-962f-625af58e6f76', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$i9QyU6PuRTMFLLhGASye4Q$vhi1u4o4znRhekM0g9GUKVIn4vUuwFFNeKn3u8YSOjo', '2026-11-22 19:17:15.536+00', '2026-11-22 19:17:15.857+00');
INSERT INTO public.users VALUES ('01a204b0-f406-74e7-b3bf-da68bd284d04', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"kind":"site","url":"https://example.org/?a=b&c=d"}]', '["bicycles","maps"]', 'dc611265-57ac-40cc-ba51-8e74dae51026', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$+9GhWnfv30AtEzwdOqxcwg$SnUplDexw2pDgnwG8HDgAntSPXndyWI55OCCRDZicNk', '2026-11-22 19:17:15.398+00', '2026-11-22 19:17:16.088+00');
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_pkey PRIMARY KEY (user_id);
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
CREATE INDEX pictures_trip ON public.pictures USING btree (trip_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family);
CREATE INDEX refresh_tokens_user ON public.refresh_tokens USING btree (user_id);
CREATE INDEX share_links_trip ON public.share_links USING btree (trip_id, created_at DESC, id DESC);
CREATE INDEX trip_feeds_user ON public.trip_feeds USING btree (user_id);
CREATE INDEX trip_members_newest ON public.trip_members USING btree (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX trips_owner ON public.trips USING btree (owner_id);
ALTER TABLE ONLY public.account_feeds
    ADD CONSTRAINT account_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
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
