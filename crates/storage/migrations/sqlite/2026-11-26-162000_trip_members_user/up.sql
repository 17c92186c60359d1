-- Counts a user's trips. Its entries are shorter than those of trip_members_newest.
CREATE INDEX trip_members_user ON trip_members (user_id);
