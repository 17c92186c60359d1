-- Confirmed addresses that accounts had before: a link takes one back, and nobody else confirms it
-- meanwhile.
CREATE TABLE former_emails (
    -- The address as it is compared.
    email_key text NOT NULL,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (email_key, user_id)
);
CREATE INDEX former_emails_user ON former_emails (user_id);
