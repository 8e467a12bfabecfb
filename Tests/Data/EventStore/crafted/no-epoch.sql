-- expect: aside
UPDATE meta SET value = 5 WHERE key = 'epoch';
