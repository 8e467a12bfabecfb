-- expect: aside
-- The saved state is a view that has no last row.
DROP TABLE fence_state;
CREATE VIEW fence_state AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT 'yard' AS monitor, 'f' || i AS fence, x'7b7d' AS record FROM n;
