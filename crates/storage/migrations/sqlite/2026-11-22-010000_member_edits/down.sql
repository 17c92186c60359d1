ALTER TABLE trip_members DROP COLUMN has_edited;
