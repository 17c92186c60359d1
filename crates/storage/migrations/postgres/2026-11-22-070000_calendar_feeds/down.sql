DROP TABLE account_feeds;
DROP TABLE trip_feeds;
