-- expect: aside
ALTER TABLE event ADD COLUMN note;
