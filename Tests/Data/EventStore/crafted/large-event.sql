-- expect: aside
-- Found when the event is read.
UPDATE event SET payload = zeroblob(8 << 20) WHERE seq = (SELECT max(seq) FROM event);
