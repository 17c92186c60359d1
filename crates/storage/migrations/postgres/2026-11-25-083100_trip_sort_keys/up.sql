-- What lists of trips are searched and sorted by besides the time of the last change. The keys are
-- in lower case by Unicode's rules, which SQL does not know, so the service fills them in after the
-- migrations. Of trips that servers of the version before make, they are empty until then.
ALTER TABLE trips ADD COLUMN starts_at timestamptz;
ALTER TABLE trips ADD COLUMN ends_at timestamptz;
-- In the order of the code points, as on SQLite.
ALTER TABLE trips ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '';
-- The name, a line break and the description.
ALTER TABLE trips ADD COLUMN search_key text COLLATE "C" NOT NULL DEFAULT '';
-- When the name or the dates last changed, which moves the trip in sorted lists.
ALTER TABLE trips ADD COLUMN moved_at timestamptz NOT NULL DEFAULT 'epoch';

CREATE INDEX IF NOT EXISTS trips_owner_updated ON trips (owner_id, updated_at DESC, id DESC);
-- The one above begins with the same column.
DROP INDEX trips_owner;
CREATE INDEX trips_without_keys ON trips (id) WHERE name_key = '';
