/// Geofencing, still empty.
