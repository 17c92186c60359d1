-- The confirmed e-mail address in lower case: the key for look-ups. NULL while it is not confirmed.
ALTER TABLE users ADD COLUMN confirmed_email text;
CREATE UNIQUE INDEX IF NOT EXISTS users_confirmed_email_key ON users (confirmed_email);
-- The tag of the language that the user has chosen.
ALTER TABLE users ADD COLUMN language text;

-- Mails that are to be sent. Links in them are derived when they are sent, so that nothing here opens
-- an account or a trip.
CREATE TABLE outgoing_mail (
    id uuid PRIMARY KEY,
    -- The account that it is sent for; NULL while it is not looked up.
    user_id uuid REFERENCES users (id) ON DELETE CASCADE,
    -- The address; the login that was typed while no account is looked up.
    recipient text NOT NULL,
    -- JSON: its kind, and what it is about by ids.
    content text NOT NULL,
    language text NOT NULL,
    created_at timestamptz NOT NULL,
    -- When a server may send it. A server that takes it moves this on, so that no other does.
    next_attempt_at timestamptz NOT NULL,
    attempts bigint NOT NULL
);

CREATE INDEX outgoing_mail_next ON outgoing_mail (next_attempt_at);
CREATE INDEX outgoing_mail_user ON outgoing_mail (user_id);

-- Mails that accounts have requested lately, for the limits of each kind.
CREATE TABLE counted_mail (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind text NOT NULL,
    counted_at timestamptz NOT NULL
);

CREATE INDEX counted_mail_user ON counted_mail (user_id, kind, counted_at);
