-- Who has put a member on a trip, or handed it over to them, until they accept it. It then counts
-- for that account, which may have been deleted. What was there before counts as accepted.
ALTER TABLE trip_members ADD COLUMN imposed_by BLOB;

CREATE INDEX trip_members_imposed_by ON trip_members (imposed_by) WHERE imposed_by IS NOT NULL;
CREATE INDEX trip_members_imposed_on ON trip_members (user_id) WHERE imposed_by IS NOT NULL;
