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
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000000', '2026-11-22 19:55:49.476568');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122010000', '2026-11-22 19:55:49.499268');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122020000', '2026-11-22 19:55:49.504646');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122060000', '2026-11-22 19:55:49.505299');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122070000', '2026-11-22 19:55:49.50851');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122080000', '2026-11-22 19:55:49.516828');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122081000', '2026-11-22 19:55:49.517263');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122090000', '2026-11-22 19:55:49.518617');
INSERT INTO public.account_feeds VALUES ('01a204d4-47dc-7695-8716-8fe2bbe95ef6', '\x50dd298d7b3bc9d78ef1429953ffe0d945af292015477b6daef70276377d3f7d', '2026-11-22 19:55:51.162+00');
INSERT INTO public.pictures VALUES ('83348266-ee8b-41b2-ac67-c4eae57f2e12', NULL, '01a204d4-47dc-7695-8716-8fe2bbe95ef6', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-22 19:55:50.845+00');
INSERT INTO public.pictures VALUES ('efccc57d-363a-4ca1-8344-2108362fd133', '01a204d4-48cb-74ab-9bc3-545bb416bbc7', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-22 19:55:51.097+00');
INSERT INTO public.pictures VALUES ('d20a1f9d-2bf2-4a91-bcb0-219d3b582d65', '01a204d4-48cb-74ab-9bc3-545bb416bbc7', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-22 19:55:51.097+00');
INSERT INTO public.pictures VALUES ('f32b0dcc-cb31-442d-b1a7-dcf455673bfe', '01a204d4-48cb-74ab-9bc3-545bb416bbc7', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-22 19:55:51.097+00');
INSERT INTO public.pictures VALUES ('03c5713b-bc8a-4778-b49e-583f19f641c8', '01a204d4-49c4-74f0-9007-df30a98642c1', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-22 19:55:51.119+00');
INSERT INTO public.rate_imports VALUES (1, 'rates.csv', '2026-11-22 19:55:51.629+00');
INSERT INTO public.reference_rates VALUES (1, '2026-06-01', '{"CAD":"1.48"}');
INSERT INTO public.reference_rates VALUES (1, '2026-06-02', '{"CAD":"1.4835"}');
INSERT INTO public.refresh_tokens VALUES ('d488095e-c24c-4bd2-84d2-2b40db6a278f', '01f6808e-1c11-4e16-8b07-7e59671727bf', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', 1, '\x50e4840a95a44faf262834dc5060b79b643c1702c843fee454a0ca280c6fcac7', '2026-11-22 19:55:50.624+00', '2026-12-22 19:55:50.624+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('b812e505-3f6f-4b80-866e-24fb9bed2f71', 'fc6ae534-2fec-45c2-8b33-a9fef6b5b0c4', '01a204d4-4849-712f-9d9c-9fde3486d5eb', 1, '\xac2e608cff6ad8dfd803b6613e872c2dbc65cde30922febc4927bb6c494e8b07', '2026-11-22 19:55:50.734+00', '2026-12-22 19:55:50.734+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('d6606316-9599-48bd-8bb9-f740de6d1d16', 'ca6acc70-01c8-43d2-b327-e033146ec866', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', 1, '\x20a02161df96dd1094f187f5d021ae36f972288ae24e4e975679e6204cfc6346', '2026-11-22 19:55:53.518+00', '2026-12-22 19:55:53.518+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('2c13477a-8f75-47b9-9867-431896a19db8', '122780d2-8245-4fb1-ba76-2a7f5669a972', '01a204d4-4849-712f-9d9c-9fde3486d5eb', 1, '\x17ca25cb45580d2dea4b47c63ff7840cc15921e9e77fd57fddbc809fc6fa35f5', '2026-11-22 19:55:53.879+00', '2026-12-22 19:55:53.879+00', NULL);
INSERT INTO public.share_links VALUES ('01a204d4-49e9-72ec-a66b-3e0c2c9d4aaf', '01a204d4-48cb-74ab-9bc3-545bb416bbc7', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', 1, 1, 'Family', '["itinerary","map","budget","members"]', '2027-02-20 19:55:51.145+00', NULL, '2026-11-22 19:55:51.145+00', '2026-11-22');
INSERT INTO public.trip_feeds VALUES ('01a204d4-48cb-74ab-9bc3-545bb416bbc7', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', '\xb6e0323f2ebe93141a2bf4c6c5b03c1510010ed1fc3672e257d10d373f98f0c4', '2026-11-22 19:55:51.155+00');
INSERT INTO public.trip_members VALUES ('01a204d4-48cb-74ab-9bc3-545bb416bbc7', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', 0, '2026-11-22 19:55:50.859+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204d4-49c4-74f0-9007-df30a98642c1', '01a204d4-4849-712f-9d9c-9fde3486d5eb', 0, '2026-11-22 19:55:51.108+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204d4-49d6-763a-bdea-fd6b8abfd7c4', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', 0, '2026-11-22 19:55:51.126+00', true, false);
INSERT INTO public.trip_members VALUES ('01a204d4-48cb-74ab-9bc3-545bb416bbc7', '01a204d4-4849-712f-9d9c-9fde3486d5eb', 1, '2026-11-22 19:55:50.859+00', false, true);
INSERT INTO public.trips VALUES ('01a204d4-49c4-74f0-9007-df30a98642c1', '01a204d4-4849-712f-9d9c-9fde3486d5eb', false, 'Åland', '', 2, '2026-11-22 19:55:51.108+00', '2026-11-22 19:55:51.119+00', '{"main":"03c5713b-bc8a-4778-b49e-583f19f641c8","photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.trips VALUES ('01a204d4-49d6-763a-bdea-fd6b8abfd7c4', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', true, 'Someday', '', 1, '2026-11-22 19:55:51.126+00', '2026-11-22 19:55:51.126+00', '{"main":null,"photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[],"settlements":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.trips VALUES ('01a204d4-48cb-74ab-9bc3-545bb416bbc7', '01a204d4-47dc-7695-8716-8fe2bbe95ef6', false, 'Portugal', 'Two weeks', 9, '2026-11-22 19:55:50.859+00', '2026-11-22 19:55:51.14+00', '{"main":"efccc57d-363a-4ca1-8344-2108362fd133","photos":["d20a1f9d-2bf2-4a91-bcb0-219d3b582d65","f32b0dcc-cb31-442d-b1a7-dcf455673bfe"]}', '{"destinations":[{"id":"0d43e224-aa66-4830-a4ea-9ab856fbbe9a","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"7e8dc555-f88d-4e7f-b5ad-3dab4067fc48","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","user":"01a204d4-47dc-7695-8716-8fe2bbe95ef6","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"],"settlements":[{"id":"8e8fe0df-4a8f-4a22-b3b9-aad935a15901","from":"bob","to":"ada","from_user":"01a204d4-4849-712f-9d9c-9fde3486d5eb","to_user":"01a204d4-47dc-7695-8716-8fe2bbe95ef6","amount":"12.5","currency":"EUR","date":1780444800000,"note":"cash","recorded_by":"01a204d4-47dc-7695-8716-8fe2bbe95ef6","recorded_at":1795377351140,"rate":null}]}', '{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}', '[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","user":"01a204d4-47dc-7695-8716-8fe2bbe95ef6","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","user":"01a204d4-4849-712f-9d9c-9fde3486d5eb","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[],"rate":{"currency":"CAD","base":"EUR","day":"2026-05-01","is_day_of_writing":false,"rate":null}},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO public.users VALUES ('01a204d4-4849-712f-9d9c-9fde3486d5eb', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$bsUCCOvvQxehTKyslXOa5Q$YapEYyKaccMRnS3VmriumU0MJ4Owau8B+5Pl+Gxftx4', '2026-11-22 19:55:50.729+00', '2026-11-22 19:55:50.811+00');
INSERT INTO public.users VALUES ('01a204d4-47dc-7695-8716-8fe2bbe95ef6', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"kind":"site","url":"https://example.org/?a=b&c=d"}]', '["bicycles","maps"]', '83348266-ee8b-41b2-ac67-c4eae57f2e12', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$yY2Kd1D0Nd4jwrWvcO/Uig$/PtIUZlTzatkoV/NqBka9+d2Z9TaUb/poUiVgMpu79w', '2026-11-22 19:55:50.62+00', '2026-11-22 19:55:50.845+00');
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
