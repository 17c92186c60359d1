-- Whether a member may only read. The default is for members who are there already, and for servers
-- of the version before.
ALTER TABLE trip_members ADD COLUMN is_viewer boolean NOT NULL DEFAULT false;
