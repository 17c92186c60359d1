-- The confirmed e-mail address in lower case: the key for look-ups. NULL while it is not confirmed.
ALTER TABLE users ADD COLUMN confirmed_email TEXT;
CREATE UNIQUE INDEX IF NOT EXISTS users_confirmed_email_key ON users (confirmed_email);
-- The tag of the language that the user has chosen.
ALTER TABLE users ADD COLUMN language TEXT;

-- Mails that are to be sent. Links in them are derived when they are sent, so that nothing here opens
-- an account or a trip.
CREATE TABLE outgoing_mail (
    id BLOB PRIMARY KEY NOT NULL,
    -- The account that it is sent for; NULL while it is not looked up.
    user_id BLOB REFERENCES users (id) ON DELETE CASCADE,
    -- The address; the login that was typed while no account is looked up.
    recipient TEXT NOT NULL,
    -- JSON: its kind, and what it is about by ids.
    content TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- When a server may send it. A server that takes it moves this on, so that no other does.
    next_attempt_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX outgoing_mail_next ON outgoing_mail (next_attempt_at);
CREATE INDEX outgoing_mail_user ON outgoing_mail (user_id);

-- Mails that accounts have requested lately, for the limits of each kind.
CREATE TABLE counted_mail (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    counted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX counted_mail_user ON counted_mail (user_id, kind, counted_at);
