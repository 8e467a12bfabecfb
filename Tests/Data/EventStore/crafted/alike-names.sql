-- expect: kept
-- Names that differ in bytes that are no text, and are read as the same.
INSERT INTO fence_state SELECT monitor, CAST(CAST(fence AS BLOB) || x'ff' AS TEXT),
    CAST(replace(CAST(record AS TEXT), '"pond"', '"pond' || char(65533) || '"') AS BLOB) FROM fence_state;
INSERT INTO fence_state SELECT monitor, CAST(x'706f6e64fe' AS TEXT), record FROM fence_state
    WHERE CAST(fence AS BLOB) = x'706f6e64ff';
