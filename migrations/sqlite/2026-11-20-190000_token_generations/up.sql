-- The token generation of its user when a refresh token was given out: with another one it is void. One that is NULL was given out by an earlier
-- version, and is void only once it is removed.
ALTER TABLE refresh_tokens ADD COLUMN generation INTEGER;
