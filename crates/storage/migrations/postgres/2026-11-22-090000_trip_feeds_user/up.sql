-- Finds the feeds of a user.
CREATE INDEX trip_feeds_user ON trip_feeds (user_id);
