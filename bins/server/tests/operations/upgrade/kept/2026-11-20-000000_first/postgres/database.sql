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
    dates jsonb NOT NULL,
    estimate jsonb NOT NULL,
    gallery jsonb NOT NULL,
    budget jsonb NOT NULL,
    todo jsonb NOT NULL,
    destinations jsonb NOT NULL,
    expenditures jsonb NOT NULL,
    map jsonb NOT NULL,
    itinerary jsonb NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    email text,
    links jsonb NOT NULL,
    interests jsonb NOT NULL,
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
INSERT INTO public.__diesel_schema_migrations VALUES ('20261120000000', '2026-11-20 14:33:06.774566');
INSERT INTO public.pictures VALUES ('605476f0-24e7-467c-8eb2-add4b7f72344', NULL, '01a1f960-1956-77ca-98b4-80abb21c89e9', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-20 14:33:07.291+00');
INSERT INTO public.pictures VALUES ('abe1cba0-0773-4572-a116-85a3aeb88fb7', '01a1f960-19dd-71a4-b22d-5d46c996b34d', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-20 14:33:07.342+00');
INSERT INTO public.pictures VALUES ('604a4570-0116-4732-9b11-e12114709f3a', '01a1f960-19dd-71a4-b22d-5d46c996b34d', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-20 14:33:07.342+00');
INSERT INTO public.pictures VALUES ('86019eea-ccf8-4e36-af8f-090fb7d6d0c3', '01a1f960-19dd-71a4-b22d-5d46c996b34d', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-20 14:33:07.342+00');
INSERT INTO public.pictures VALUES ('709b222c-8ebe-4652-82f2-8140aea3f054', '01a1f960-1a12-715c-8fa0-08dfada0bb96', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-20 14:33:07.348+00');
INSERT INTO public.refresh_tokens VALUES ('50d06614-b7a2-410a-a1ee-b2fbf2a1cb78', '65968b41-2c30-447e-b03d-8d8a98e4d7b6', '01a1f960-1956-77ca-98b4-80abb21c89e9', '\x24a6cc59c0ed2657621f7b2111f3510583a9cccd01cf12eecdf1df5199bcb767', '2026-11-20 14:33:07.454+00', '2026-12-20 14:33:07.454+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('a159c88b-73b0-49b9-b5e3-4ff4909b770b', '36af8240-d42a-4209-950a-e74b7b944662', '01a1f960-19c2-7063-bc2e-bb58f867ed18', '\x23f139aea63642338ef88d2bf407609ab1b64a4380fb87272a8ca8004cd1ab13', '2026-11-20 14:33:07.659+00', '2026-12-20 14:33:07.659+00', NULL);
INSERT INTO public.trip_members VALUES ('01a1f960-19dd-71a4-b22d-5d46c996b34d', '01a1f960-1956-77ca-98b4-80abb21c89e9', 0, '2026-11-20 14:33:07.293+00');
INSERT INTO public.trip_members VALUES ('01a1f960-19dd-71a4-b22d-5d46c996b34d', '01a1f960-19c2-7063-bc2e-bb58f867ed18', 1, '2026-11-20 14:33:07.293+00');
INSERT INTO public.trip_members VALUES ('01a1f960-1a12-715c-8fa0-08dfada0bb96', '01a1f960-19c2-7063-bc2e-bb58f867ed18', 0, '2026-11-20 14:33:07.346+00');
INSERT INTO public.trip_members VALUES ('01a1f960-1a15-74a5-831f-bd90a4389483', '01a1f960-1956-77ca-98b4-80abb21c89e9', 0, '2026-11-20 14:33:07.349+00');
INSERT INTO public.trips VALUES ('01a1f960-1a12-715c-8fa0-08dfada0bb96', '01a1f960-19c2-7063-bc2e-bb58f867ed18', false, 'Åland', '', 2, '2026-11-20 14:33:07.346+00', '2026-11-20 14:33:07.348+00', '{"end": null, "start": null}', '{"hi": "0", "lo": "0"}', '{"main": "709b222c-8ebe-4652-82f2-8140aea3f054", "photos": []}', '{"paid": null, "total": null, "shares": [], "category": "", "currency": null, "estimated": null}', '[]', '[]', '[]', '{"notes": "", "locations": []}', '[]');
INSERT INTO public.trips VALUES ('01a1f960-1a15-74a5-831f-bd90a4389483', '01a1f960-1956-77ca-98b4-80abb21c89e9', true, 'Someday', '', 1, '2026-11-20 14:33:07.349+00', '2026-11-20 14:33:07.349+00', '{"end": null, "start": null}', '{"hi": "0", "lo": "0"}', '{"main": null, "photos": []}', '{"paid": null, "total": null, "shares": [], "category": "", "currency": null, "estimated": null}', '[]', '[]', '[]', '{"notes": "", "locations": []}', '[]');
INSERT INTO public.trips VALUES ('01a1f960-19dd-71a4-b22d-5d46c996b34d', '01a1f960-1956-77ca-98b4-80abb21c89e9', false, 'Portugal', 'Two weeks', 7, '2026-11-20 14:33:07.293+00', '2026-11-20 14:33:07.342+00', '{"end": {"at": 1778803200000, "unit": "s"}, "start": {"at": 1777593600000, "unit": "s"}}', '{"hi": "2500.5", "lo": "1000"}', '{"main": "abe1cba0-0773-4572-a116-85a3aeb88fb7", "photos": ["604a4570-0116-4732-9b11-e12114709f3a", "86019eea-ccf8-4e36-af8f-090fb7d6d0c3"]}', '{"paid": null, "total": null, "shares": [{"cost": "240.5", "name": "ADA", "paid": "480.25", "member": "ada", "paid_at": 1777631400000, "payment": {"value": "480.25", "currency": "EUR"}, "estimated": "240.5"}], "category": "Accommodation", "currency": "EUR", "estimated": "500"}', '["Passports", "Insurance"]', '[{"id": "097f4158-ed2d-4504-a23f-7242bb73ccae", "name": "Lisbon", "location": "Lisbon, Portugal", "description": "Capital"}, {"id": "c43bbf07-e80d-4e2c-9245-60c1fab498c3", "name": "Porto", "location": "Porto, Portugal", "description": "Wine"}]', '[{"cost": "612.35", "expenditure": "Flights"}]', '{"notes": "<p>Bring <b>water</b></p>", "locations": [{"title": "Hotel", "period": {"end": {"at": 1777712400000, "unit": "s"}, "start": {"at": 1777626000000, "unit": "s"}}, "address": "Rua Augusta 1, Lisbon", "transportation": {"cost": "3.2", "kind": "train", "time": "45", "distance": "12.5"}}, {"title": "Viewpoint", "period": null, "address": "Graça, Lisbon", "transportation": {"cost": "0", "kind": "", "time": "0", "distance": "0"}}]}', '[{"id": "stay-1", "day": 1, "end": 1777636800000, "kind": "destination", "start": 1777626000000, "budget": {"paid": null, "total": null, "shares": [{"cost": "20.5", "name": "ADA", "paid": "20.5", "member": "ada", "paid_at": 1777631400000, "payment": {"value": "20.5", "currency": "CAD"}, "estimated": "20.5"}, {"cost": "9.5", "name": "BOB", "paid": "0", "member": "bob", "paid_at": 1777631400000, "payment": null, "estimated": "9.5"}], "category": "Activities", "currency": "CAD", "estimated": null}, "photos": [{"url": "https://example.com/belem.jpg", "description": "From the river"}], "duration": "10800", "destination": {"id": "belem", "name": "Belém", "location": "Lisbon, Portugal", "description": "The tower"}}, {"id": "ride-1", "day": 1, "end": 1777651800000, "kind": "transportations", "start": 1777640400000, "budget": {"paid": null, "total": "64.2", "shares": [], "category": "Transportation", "currency": "CAD", "estimated": null}, "photos": [], "duration": "11400", "destination": {"id": "porto", "name": "Porto", "location": "Porto, Portugal", "description": ""}}, {"id": "stay-2", "day": 2, "end": null, "kind": "destination", "start": null, "budget": {"paid": null, "total": null, "shares": [], "category": "Food and Restaurants", "currency": null, "estimated": "40"}, "photos": [], "duration": "5400", "destination": {"id": "ribeira", "name": "Ribeira", "location": "Porto, Portugal", "description": "Dinner"}}]');
INSERT INTO public.users VALUES ('01a1f960-19c2-7063-bc2e-bb58f867ed18', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$PLdVHbzFVwrXBQ2NO9KMiQ$GvoOyh8FpHWlFOIvhnXMHLQkPIqApQg6DSbZy3PE7Ww', '2026-11-20 14:33:07.266+00', '2026-11-20 14:33:07.281+00');
INSERT INTO public.users VALUES ('01a1f960-1956-77ca-98b4-80abb21c89e9', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"url": "https://example.org/?a=b&c=d", "kind": "site"}]', '["bicycles", "maps"]', '605476f0-24e7-467c-8eb2-add4b7f72344', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$Zb8V8BNtCXGhB5krXHwg0w$X6nBEbH/dv4BRpgl27dILmvE1hJp9sv4uIeAFeMP+bs', '2026-11-20 14:33:07.158+00', '2026-11-20 14:33:07.291+00');
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
