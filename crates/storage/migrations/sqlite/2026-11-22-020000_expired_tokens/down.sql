DROP INDEX refresh_tokens_expiry;
