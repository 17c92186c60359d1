DROP INDEX trip_members_user;
