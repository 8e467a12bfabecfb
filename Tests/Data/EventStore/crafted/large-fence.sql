-- expect: aside
UPDATE runtime_fence SET geojson = zeroblob(64 << 20);
