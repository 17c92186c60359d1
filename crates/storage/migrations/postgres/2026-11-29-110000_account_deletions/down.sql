DROP TABLE account_deletions;
