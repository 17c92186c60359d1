CREATE INDEX trips_owner ON trips (owner_id);
DROP INDEX trips_without_keys;
DROP INDEX trips_owner_updated;
ALTER TABLE trips DROP COLUMN moved_at;
ALTER TABLE trips DROP COLUMN search_key;
ALTER TABLE trips DROP COLUMN name_key;
ALTER TABLE trips DROP COLUMN ends_at;
ALTER TABLE trips DROP COLUMN starts_at;
