ALTER TABLE trip_members DROP COLUMN is_viewer;
