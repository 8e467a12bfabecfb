-- expect: kept
-- Lists within lists, a hundred thousand deep, wherever JSON is read.
UPDATE event SET payload = CAST('{"properties":' || printf('%.*c', 100000, '[') AS BLOB);
UPDATE fence_state SET record = CAST('{"monitor":' || printf('%.*c', 100000, '[') AS BLOB);
UPDATE runtime_fence SET geojson = '{"type":' || printf('%.*c', 100000, '[');
UPDATE meta SET value = CAST('{"fix":' || printf('%.*c', 100000, '[') AS BLOB) WHERE key LIKE '%:%';
