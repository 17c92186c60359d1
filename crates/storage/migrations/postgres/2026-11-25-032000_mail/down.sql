DROP TABLE counted_mail;
DROP TABLE outgoing_mail;
DROP INDEX users_confirmed_email_key;
ALTER TABLE users DROP COLUMN language;
ALTER TABLE users DROP COLUMN confirmed_email;
