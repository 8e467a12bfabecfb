-- expect: aside
UPDATE fence_state SET record = zeroblob(64 << 20);
