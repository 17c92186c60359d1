-- Confirmed addresses that accounts had before: a link takes one back, and nobody else confirms it
-- meanwhile.
CREATE TABLE former_emails (
    -- The address as it is compared.
    email_key TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (email_key, user_id)
) STRICT;
CREATE INDEX former_emails_user ON former_emails (user_id);
