-- Imported exchange rates. Rows are only ever added: an import stores what it changes.
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number bigint PRIMARY KEY,
    source text NOT NULL,
    imported_at timestamptz NOT NULL
);

-- What an import changed of a day: a document of units by currency for one euro.
CREATE TABLE reference_rates (
    import bigint NOT NULL REFERENCES rate_imports (number) ON DELETE CASCADE,
    day text NOT NULL,
    rates text NOT NULL,
    PRIMARY KEY (import, day)
);
