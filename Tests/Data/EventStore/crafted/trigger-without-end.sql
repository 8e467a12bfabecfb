-- expect: aside
-- The first thing that is noted never comes to an end.
CREATE TRIGGER count BEFORE UPDATE ON meta BEGIN
    SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
END;
