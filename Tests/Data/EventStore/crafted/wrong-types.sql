-- expect: kept
UPDATE event SET type = 7, monitor = x'ff', fence = 3.5, visit = x'00ff', time_ns = 'then', boot_ns = 'b',
    committed_ns = x'01', payload = 'text';
UPDATE fence_state SET record = 'text';
UPDATE runtime_fence SET geojson = 5, revision = 'new';
UPDATE meta SET value = x'ff00ff' WHERE key <> 'epoch';
INSERT INTO meta VALUES ('kind:', 'x'), ('fix:', 3.5), ('status:yard ', x'00'), ('judged:', 'x'), ('delivery:', 'x');
