/// Settings, still empty.
