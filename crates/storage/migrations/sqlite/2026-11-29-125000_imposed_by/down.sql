DROP INDEX trip_members_imposed_on;
DROP INDEX trip_members_imposed_by;
ALTER TABLE trip_members DROP COLUMN imposed_by;
