-- expect: aside
-- Whoever goes from the first number to the last one goes on for years.
INSERT INTO event SELECT 1 << 57, type, monitor, fence, visit, time_ns, boot_ns, committed_ns, payload
    FROM event ORDER BY seq DESC LIMIT 1;
