SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
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
    trip_created_at timestamp with time zone NOT NULL
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
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000000', '2026-11-22 03:19:11.447255');
INSERT INTO public.pictures VALUES ('2afb990c-c503-4828-a526-be787f57aca3', NULL, '01a20143-d1d6-7343-b6e4-af748a21ec89', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-22 03:19:11.663+00');
INSERT INTO public.pictures VALUES ('14a19dd0-b0b5-4f7c-a2be-7b5ae5b3ea8f', '01a20143-d233-772d-aec1-93a14641dea7', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-22 03:19:11.767+00');
INSERT INTO public.pictures VALUES ('40cda0ad-1422-4c1d-be0d-41d0c601edce', '01a20143-d233-772d-aec1-93a14641dea7', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-22 03:19:11.767+00');
INSERT INTO public.pictures VALUES ('ff8c1267-8980-4cdb-b90c-5a674aed38ad', '01a20143-d233-772d-aec1-93a14641dea7', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-22 03:19:11.767+00');
INSERT INTO public.pictures VALUES ('2f9f6783-dc57-4c29-bdbe-417c9bf9671f', '01a20143-d29c-768a-ba53-3de15f370b5d', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-22 03:19:11.777+00');
INSERT INTO public.refresh_tokens VALUES ('75077a56-2dcc-4287-8016-77cdf2182cb6', '5cd0ce7c-6e89-467f-9c27-95dd4d7eca6e', '01a20143-d1d6-7343-b6e4-af748a21ec89', 1, '\xb558e64520ee45adecc053b1391fc09a050accefb3735394603a7a772054a56f', '2026-11-22 03:19:11.828+00', '2026-12-22 03:19:11.828+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('76a0ae96-c785-4a63-92ae-554571c8459f', '7929b2b2-0638-42cf-9cad-0a01504397d6', '01a20143-d1fa-757f-8d4c-87264c795d1c', 1, '\xe7495f563f004798422e51a746c0fdffa66dc0696dc1701ac2c3decae2a8f1aa', '2026-11-22 03:19:11.98+00', '2026-12-22 03:19:11.98+00', NULL);
INSERT INTO public.trip_members VALUES ('01a20143-d233-772d-aec1-93a14641dea7', '01a20143-d1d6-7343-b6e4-af748a21ec89', 0, '2026-11-22 03:19:11.667+00');
INSERT INTO public.trip_members VALUES ('01a20143-d233-772d-aec1-93a14641dea7', '01a20143-d1fa-757f-8d4c-87264c795d1c', 1, '2026-11-22 03:19:11.667+00');
INSERT INTO public.trip_members VALUES ('01a20143-d29c-768a-ba53-3de15f370b5d', '01a20143-d1fa-757f-8d4c-87264c795d1c', 0, '2026-11-22 03:19:11.772+00');
INSERT INTO public.trip_members VALUES ('01a20143-d2a5-70e1-86eb-5dd9f55948ba', '01a20143-d1d6-7343-b6e4-af748a21ec89', 0, '2026-11-22 03:19:11.781+00');
INSERT INTO public.trips VALUES ('01a20143-d233-772d-aec1-93a14641dea7', '01a20143-d1d6-7343-b6e4-af748a21ec89', false, 'Portugal', 'Two weeks', 7, '2026-11-22 03:19:11.667+00', '2026-11-22 03:19:11.767+00', '{"main":"14a19dd0-b0b5-4f7c-a2be-7b5ae5b3ea8f","photos":["40cda0ad-1422-4c1d-be0d-41d0c601edce","ff8c1267-8980-4cdb-b90c-5a674aed38ad"]}', '{"destinations":[{"id":"c0ddf0cf-5bce-48eb-b406-84f8115be635","name":"Lisbon","location":"Lisbon, Portugal","description":"Capital"},{"id":"429e76fa-eb9b-4e47-beec-d9b5a672530e","name":"Porto","location":"Porto, Portugal","description":"Wine"}],"estimate":{"lo":"1000","hi":"2500.5"},"budget":{"currency":"EUR","category":"Accommodation","estimated":"500","total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"240.5","cost":"240.5","paid":"480.25","paid_at":1777631400000,"payment":{"value":"480.25","currency":"EUR"}}]},"expenditures":[{"expenditure":"Flights","cost":"612.35"}],"dates":{"start":{"at":1777593600000,"unit":"s"},"end":{"at":1778803200000,"unit":"s"}},"todo":["Passports","Insurance"]}', '{"notes":"<p>Bring <b>water</b></p>","locations":[{"title":"Hotel","address":"Rua Augusta 1, Lisbon","period":{"start":{"at":1777626000000,"unit":"s"},"end":{"at":1777712400000,"unit":"s"}},"transportation":{"kind":"train","distance":"12.5","time":"45","cost":"3.2"}},{"title":"Viewpoint","address":"Graça, Lisbon","period":null,"transportation":{"kind":"","distance":"0","time":"0","cost":"0"}}]}', '[{"id":"stay-1","kind":"destination","day":1,"start":1777626000000,"end":1777636800000,"duration":"10800","budget":{"currency":"CAD","category":"Activities","estimated":null,"total":null,"paid":null,"shares":[{"member":"ada","name":"ADA","estimated":"20.5","cost":"20.5","paid":"20.5","paid_at":1777631400000,"payment":{"value":"20.5","currency":"CAD"}},{"member":"bob","name":"BOB","estimated":"9.5","cost":"9.5","paid":"0","paid_at":1777631400000,"payment":null}]},"destination":{"id":"belem","name":"Belém","location":"Lisbon, Portugal","description":"The tower"},"photos":[{"url":"https://example.com/belem.jpg","description":"From the river"}]},{"id":"ride-1","kind":"transportations","day":1,"start":1777640400000,"end":1777651800000,"duration":"11400","budget":{"currency":"CAD","category":"Transportation","estimated":null,"total":"64.2","paid":null,"shares":[]},"destination":{"id":"porto","name":"Porto","location":"Porto, Portugal","description":""},"photos":[]},{"id":"stay-2","kind":"destination","day":2,"start":null,"end":null,"duration":"5400","budget":{"currency":null,"category":"Food and Restaurants","estimated":"40","total":null,"paid":null,"shares":[]},"destination":{"id":"ribeira","name":"Ribeira","location":"Porto, Portugal","description":"Dinner"},"photos":[]}]');
INSERT INTO public.trips VALUES ('01a20143-d29c-768a-ba53-3de15f370b5d', '01a20143-d1fa-757f-8d4c-87264c795d1c', false, 'Åland', '', 2, '2026-11-22 03:19:11.772+00', '2026-11-22 03:19:11.777+00', '{"main":"2f9f6783-dc57-4c29-bdbe-417c9bf9671f","photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.trips VALUES ('01a20143-d2a5-70e1-86eb-5dd9f55948ba', '01a20143-d1d6-7343-b6e4-af748a21ec89', true, 'Someday', '', 1, '2026-11-22 03:19:11.781+00', '2026-11-22 03:19:11.781+00', '{"main":null,"photos":[]}', '{"destinations":[],"estimate":{"lo":"0","hi":"0"},"budget":{"currency":null,"category":"","estimated":null,"total":null,"paid":null,"shares":[]},"expenditures":[],"dates":{"start":null,"end":null},"todo":[]}', '{"notes":"","locations":[]}', '[]');
INSERT INTO public.users VALUES ('01a20143-d1fa-757f-8d4c-87264c795d1c', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$rZ4SYO7+RwQk5/HinIHQuw$X0tACfl7TXyJH+A3d7a6Xms9JP4TsV0XjSq+bqeMJe8', '2026-11-22 03:19:11.61+00', '2026-11-22 03:19:11.629+00');
INSERT INTO public.users VALUES ('01a20143-d1d6-7343-b6e4-af748a21ec89', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"kind":"site","url":"https://example.org/?a=b&c=d"}]', '["bicycles","maps"]', '2afb990c-c503-4828-a526-be787f57aca3', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$j0QHXdO9FAQGWIXlzEIVrw$Q1xZMAA8N2zPyKWXjSHuZf7DjEbLN+d+9BcDE7cvOxc', '2026-11-22 03:19:11.574+00', '2026-11-22 03:19:11.663+00');
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (id);
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
CREATE INDEX pictures_trip ON public.pictures USING btree (trip_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX refresh_tokens_family ON public.refresh_tokens USING btree (family);
CREATE INDEX refresh_tokens_user ON public.refresh_tokens USING btree (user_id);
CREATE INDEX trip_members_newest ON public.trip_members USING btree (user_id, trip_created_at DESC, trip_id DESC);
CREATE INDEX trips_owner ON public.trips USING btree (owner_id);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES public.trips(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trip_members
    ADD CONSTRAINT trip_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.trips
    ADD CONSTRAINT trips_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;
