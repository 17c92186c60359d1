-- Imported exchange rates. Rows are only ever added: an import stores what it changes.
CREATE TABLE rate_imports (
    -- Counts up from 1.
    number INTEGER PRIMARY KEY NOT NULL,
    source TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;

-- What an import changed of a day: a document of units by currency for one euro. A row for each
-- day keeps the transaction of a large import short, since SQLite has one writer.
CREATE TABLE reference_rates (
    import INTEGER NOT NULL REFERENCES rate_imports (number) ON DELETE CASCADE,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    PRIMARY KEY (import, day)
) STRICT, WITHOUT ROWID;
