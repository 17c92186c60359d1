DROP TABLE pictures;
DROP TABLE refresh_tokens;
DROP TABLE trip_members;
DROP TABLE trips;
DROP TABLE users;
