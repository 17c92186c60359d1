-- Addresses that were invited by mail lately, and those that want no more invitations, whoever
-- writes them. Not of an account: it may be deleted and made anew.
CREATE TABLE mail_recipients (
    -- The start of a digest of the address: it finds one that is known, and tells none.
    id BLOB PRIMARY KEY NOT NULL,
    -- The last three invitations.
    last_at INTEGER NOT NULL,
    second_at INTEGER,
    third_at INTEGER,
    refused INTEGER NOT NULL
) STRICT;

CREATE INDEX mail_recipients_last ON mail_recipients (refused, last_at);
