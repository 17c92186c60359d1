ALTER TABLE refresh_tokens DROP COLUMN generation;
