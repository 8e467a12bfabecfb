/// GeofenceDaemon, still empty.
