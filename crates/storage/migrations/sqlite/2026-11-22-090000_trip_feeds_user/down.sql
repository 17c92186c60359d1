DROP INDEX trip_feeds_user;
