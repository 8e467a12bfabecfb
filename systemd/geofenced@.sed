# Makes geofenced@.service from geofenced.service: one daemon for each NAME, with /etc/geofenced/NAME.toml and
# directories of its own.
s|^Description=.*|Description=Geofence event daemon (%i)|
s|/etc/geofenced/geofenced\.toml|/etc/geofenced/%i.toml|
s|^ExecReload=/usr/bin/geofencectl reload$|ExecReload=/usr/bin/geofencectl reload --socket %t/geofenced-%i/control.sock|
s|^RuntimeDirectory=geofenced$|RuntimeDirectory=geofenced-%i|
s|^StateDirectory=geofenced$|StateDirectory=geofenced-%i|
# A socket for consumers is that of the configuration.
/^# The socket for consumers/,/^ReadWritePaths=/d
# No geofenced.socket listens for these, nor does geofenced-fix.service wait for them.
/^# Waits for the result and fails with the reason/,/^# Environment=GEOFENCED_SOCKET=/d
/^# Kept after the daemon ends, because geofenced.socket/,/^RuntimeDirectoryPreserve=/d
