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
    spent_at timestamp with time zone,
    generation bigint
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
INSERT INTO public.__diesel_schema_migrations VALUES ('20261120000000', '2026-11-20 20:55:53.066839');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261120190000', '2026-11-20 20:55:53.072505');
INSERT INTO public.pictures VALUES ('c09ff632-c11a-4d78-a11c-dd2f493bdbf4', NULL, '01a1fabe-8839-706c-9403-dc781ab184e7', NULL, '\xca782c5f4a22f279dc5575249c1912e4ed6f4fa45876868907b7ba9226a8219b', 'image/jpeg', 16, 12, 746, '2026-11-20 20:55:53.206+00');
INSERT INTO public.pictures VALUES ('c525e21f-616e-4eff-8099-2ca427c7a667', '01a1fabe-8879-73a8-bdc5-a17145ccc138', NULL, NULL, '\x516b81b3415c76bd45f06db9477e7e1a47030eabf6be3c6449128f8ac39aa02e', 'image/jpeg', 24, 18, 914, '2026-11-20 20:55:53.29+00');
INSERT INTO public.pictures VALUES ('bd1c3f30-fbb0-43f5-bd2b-eb16184ff135', '01a1fabe-8879-73a8-bdc5-a17145ccc138', NULL, NULL, '\xed8958e2cebf9105a0aa337eda4a113be3107a8ac7cff6871800b0a30cc4a2f6', 'image/jpeg', 20, 15, 848, '2026-11-20 20:55:53.29+00');
INSERT INTO public.pictures VALUES ('dc475cc6-f50e-486a-984c-df4ff2c480d2', '01a1fabe-8879-73a8-bdc5-a17145ccc138', NULL, NULL, '\xc7fddffd90fb34a4389d30ee7382677b63564a499677e08b8968a9543f234837', 'image/jpeg', 12, 9, 720, '2026-11-20 20:55:53.29+00');
INSERT INTO public.pictures VALUES ('72695e01-7f90-4813-aaed-a8a3577b0ebf', '01a1fabe-88ce-7792-b19a-f008dfb8dd6d', NULL, 'https://pictures.example.org/aland.jpg', NULL, NULL, NULL, NULL, NULL, '2026-11-20 20:55:53.296+00');
INSERT INTO public.refresh_tokens VALUES ('e64090c6-4413-4c11-b464-8573187368ca', 'ad4127b9-83ee-4cd4-9d81-966462b09154', '01a1fabe-8839-706c-9403-dc781ab184e7', '\xcf782406f9568e09fc06dd01f20953bc62063c90a26e89c39ba9393f7b96bdcd', '2026-11-20 20:55:53.328+00', '2026-12-20 20:55:53.328+00', NULL, 1);
INSERT INTO public.refresh_tokens VALUES ('03827f7e-99b6-49c4-be9b-2c621fdc41a1', '1be4facf-1548-43e1-bfac-fc86a5a63d6e', '01a1fabe-8853-74e9-b601-13d7744ccf57', '\x5633242c1fad206dea1f174c2634ada70a6a66cc05caba762f59b9c5f40acbfb', '2026-11-20 20:55:53.404+00', '2026-12-20 20:55:53.404+00', NULL, 1);
INSERT INTO public.trip_members VALUES ('01a1fabe-8879-73a8-bdc5-a17145ccc138', '01a1fabe-8839-706c-9403-dc781ab184e7', 0, '2026-11-20 20:55:53.209+00');
INSERT INTO public.trip_members VALUES ('01a1fabe-8879-73a8-bdc5-a17145ccc138', '01a1fabe-8853-74e9-b601-13d7744ccf57', 1, '2026-11-20 20:55:53.209+00');
INSERT INTO public.trip_members VALUES ('01a1fabe-88ce-7792-b19a-f008dfb8dd6d', '01a1fabe-8853-74e9-b601-13d7744ccf57', 0, '2026-11-20 20:55:53.294+00');
INSERT INTO public.trip_members VALUES ('01a1fabe-88d3-7400-81c2-101a6642b844', '01a1fabe-8839-706c-9403-dc781ab184e7', 0, '2026-11-20 20:55:53.299+00');
INSERT INTO public.trips VALUES ('01a1fabe-88ce-7792-b19a-f008dfb8dd6d', '01a1fabe-8853-74e9-b601-13d7744ccf57', false, 'Åland', '', 2, '2026-11-20 20:55:53.294+00', '2026-11-20 20:55:53.297+00', '{"end": null, "start": null}', '{"hi": "0", "lo": "0"}', '{"main": "72695e01-7f90-4813-aaed-a8a3577b0ebf", "photos": []}', '{"paid": null, "total": null, "shares": [], "category": "", "currency": null, "estimated": null}', '[]', '[]', '[]', '{"notes": "", "locations": []}', '[]');
INSERT INTO public.trips VALUES ('01a1fabe-88d3-7400-81c2-101a6642b844', '01a1fabe-8839-706c-9403-dc781ab184e7', true, 'Someday', '', 1, '2026-11-20 20:55:53.299+00', '2026-11-20 20:55:53.299+00', '{"end": null, "start": null}', '{"hi": "0", "lo": "0"}', '{"main": null, "photos": []}', '{"paid": null, "total": null, "shares": [], "category": "", "currency": null, "estimated": null}', '[]', '[]', '[]', '{"notes": "", "locations": []}', '[]');
INSERT INTO public.trips VALUES ('01a1fabe-8879-73a8-bdc5-a17145ccc138', '01a1fabe-8839-706c-9403-dc781ab184e7', false, 'Portugal', 'Two weeks', 7, '2026-11-20 20:55:53.209+00', '2026-11-20 20:55:53.291+00', '{"end": {"at": 1778803200000, "unit": "s"}, "start": {"at": 1777593600000, "unit": "s"}}', '{"hi": "2500.5", "lo": "1000"}', '{"main": "c525e21f-616e-4eff-8099-2ca427c7a667", "photos": ["bd1c3f30-fbb0-43f5-bd2b-eb16184ff135", "dc475cc6-f50e-486a-984c-df4ff2c480d2"]}', '{"paid": null, "total": null, "shares": [{"cost": "240.5", "name": "ADA", "paid": "480.25", "member": "ada", "paid_at": 1777631400000, "payment": {"value": "480.25", "currency": "EUR"}, "estimated": "240.5"}], "category": "Accommodation", "currency": "EUR", "estimated": "500"}', '["Passports", "Insurance"]', '[{"id": "01aefdc7-315e-4c48-9a85-7423f95ccfa8", "name": "Lisbon", "location": "Lisbon, Portugal", "description": "Capital"}, {"id": "7979455c-aa2d-4e64-b240-43795392ed4c", "name": "Porto", "location": "Porto, Portugal", "description": "Wine"}]', '[{"cost": "612.35", "expenditure": "Flights"}]', '{"notes": "<p>Bring <b>water</b></p>", "locations": [{"title": "Hotel", "period": {"end": {"at": 1777712400000, "unit": "s"}, "start": {"at": 1777626000000, "unit": "s"}}, "address": "Rua Augusta 1, Lisbon", "transportation": {"cost": "3.2", "kind": "train", "time": "45", "distance": "12.5"}}, {"title": "Viewpoint", "period": null, "address": "Graça, Lisbon", "transportation": {"cost": "0", "kind": "", "time": "0", "distance": "0"}}]}', '[{"id": "stay-1", "day": 1, "end": 1777636800000, "kind": "destination", "start": 1777626000000, "budget": {"paid": null, "total": null, "shares": [{"cost": "20.5", "name": "ADA", "paid": "20.5", "member": "ada", "paid_at": 1777631400000, "payment": {"value": "20.5", "currency": "CAD"}, "estimated": "20.5"}, {"cost": "9.5", "name": "BOB", "paid": "0", "member": "bob", "paid_at": 1777631400000, "payment": null, "estimated": "9.5"}], "category": "Activities", "currency": "CAD", "estimated": null}, "photos": [{"url": "https://example.com/belem.jpg", "description": "From the river"}], "duration": "10800", "destination": {"id": "belem", "name": "Belém", "location": "Lisbon, Portugal", "description": "The tower"}}, {"id": "ride-1", "day": 1, "end": 1777651800000, "kind": "transportations", "start": 1777640400000, "budget": {"paid": null, "total": "64.2", "shares": [], "category": "Transportation", "currency": "CAD", "estimated": null}, "photos": [], "duration": "11400", "destination": {"id": "porto", "name": "Porto", "location": "Porto, Portugal", "description": ""}}, {"id": "stay-2", "day": 2, "end": null, "kind": "destination", "start": null, "budget": {"paid": null, "total": null, "shares": [], "category": "Food and Restaurants", "currency": null, "estimated": "40"}, "photos": [], "duration": "5400", "destination": {"id": "ribeira", "name": "Ribeira", "location": "Porto, Portugal", "description": "Dinner"}}]');
INSERT INTO public.users VALUES ('01a1fabe-8853-74e9-b601-13d7744ccf57', 'bob', 'bob', 'BOB', '', 'bob@example.org', '[]', '[]', NULL, false, false, true, false, 2, 1, '$argon2id$v=19$m=19456,t=2,p=1$fhVGUKicc/SjPzRPsG1f/Q$POAAk74j2HahZ4TqVuMnmaxsJQvhnLrgpCIj2LqYdtY', '2026-11-20 20:55:53.171+00', '2026-11-20 20:55:53.182+00');
INSERT INTO public.users VALUES ('01a1fabe-8839-706c-9403-dc781ab184e7', 'ada', 'ada', 'ADA', 'Räder, ''quotes'' and "more" \ 🚴', 'ada@example.org', '[{"url": "https://example.org/?a=b&c=d", "kind": "site"}]', '["bicycles", "maps"]', 'c09ff632-c11a-4d78-a11c-dd2f493bdbf4', true, false, false, true, 5, 1, '$argon2id$v=19$m=19456,t=2,p=1$6IcnjiPolOEye9BtAz4hNA$ZX2s61R9tEUR/WyVW2dr3l6OxVFBzcr5Ar/D8JP6Dts', '2026-11-20 20:55:53.145+00', '2026-11-20 20:55:53.206+00');
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
