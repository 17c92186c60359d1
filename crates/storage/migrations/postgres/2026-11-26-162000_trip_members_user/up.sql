-- Counts a user's trips. Equal keys are stored once, so it is a tenth of trip_members_newest.
CREATE INDEX IF NOT EXISTS trip_members_user ON trip_members (user_id);
