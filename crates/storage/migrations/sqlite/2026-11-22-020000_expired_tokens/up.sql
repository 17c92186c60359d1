-- Finds expired tokens to delete.
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
