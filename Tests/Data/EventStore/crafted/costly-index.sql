-- expect: aside
-- Every event costs forty megabytes more than itself.
CREATE INDEX costly ON event (length(hex(zeroblob(20000000 + seq))));
