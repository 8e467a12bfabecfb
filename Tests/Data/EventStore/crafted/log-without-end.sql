-- expect: aside
-- So is the log, whose greatest number is asked for at once.
DROP TABLE event;
CREATE VIEW event AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS seq, 'entered' AS type, NULL AS monitor, NULL AS fence, NULL AS visit, 0 AS time_ns,
        0 AS boot_ns, 0 AS committed_ns, x'7b7d' AS payload FROM n;
