/// EventStore, still empty.
