-- expect: aside
-- Each event takes away all that came before.
CREATE TRIGGER forget AFTER INSERT ON event BEGIN DELETE FROM event; END;
