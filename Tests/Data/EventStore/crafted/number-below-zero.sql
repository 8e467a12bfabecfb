-- expect: aside
UPDATE event SET seq = -9223372036854775808 WHERE seq = 1;
