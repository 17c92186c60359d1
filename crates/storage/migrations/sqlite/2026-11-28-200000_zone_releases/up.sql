-- Releases of the time zone database whose rules the typed hours of items follow.
CREATE TABLE zone_releases (
    -- Such as 2026f; later ones come later by text.
    release TEXT PRIMARY KEY NOT NULL,
    -- The last trip whose hours have been moved; NULL once those of all have.
    moved_through BLOB,
    -- Until then one server moves them. A server that begins sets it on, so that no other does.
    claimed_until INTEGER NOT NULL
) STRICT;
