-- expect: aside
INSERT INTO meta VALUES ('fix:gps', zeroblob(64 << 20)) ON CONFLICT DO UPDATE SET value = zeroblob(64 << 20);
