-- Accounts that were deleted, whose trips and other data are still being deleted in steps. Nobody sees
-- their trips.
CREATE TABLE account_deletions (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The id of the request that deleted it; NULL for a command of an operator.
    request_id text,
    -- Until then one server goes on with it. A server that begins a step sets it on.
    claimed_until timestamptz NOT NULL
);
