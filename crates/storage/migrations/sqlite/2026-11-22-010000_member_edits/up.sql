-- Whether a member has edited the trip: only then do its other people see a shared e-mail address.
-- Earlier edits are not known, so of the present members only owners count. The default is for
-- servers of the version before.
ALTER TABLE trip_members ADD COLUMN has_edited INTEGER NOT NULL DEFAULT 0;
UPDATE trip_members SET has_edited = 1
WHERE EXISTS (
    SELECT 1 FROM trips WHERE trips.id = trip_members.trip_id AND trips.owner_id = trip_members.user_id
);
