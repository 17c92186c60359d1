-- Addresses that were invited by mail lately, and those that want no more invitations, whoever
-- writes them. Not of an account: it may be deleted and made anew.
CREATE TABLE mail_recipients (
    -- The start of a digest of the address: it finds one that is known, and tells none.
    id uuid PRIMARY KEY,
    -- The last three invitations.
    last_at timestamptz NOT NULL,
    second_at timestamptz,
    third_at timestamptz,
    refused boolean NOT NULL
);

CREATE INDEX mail_recipients_last ON mail_recipients (refused, last_at);
