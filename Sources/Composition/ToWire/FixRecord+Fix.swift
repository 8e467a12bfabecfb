import Chronology
public import ControlProtocol
import Geodesy
public import Geofencing
public import Positioning

extension FixRecord {
    /// A fix as everyone outside sees it; the accuracy as the receiver stated it.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - source: its source.
    ///   - receivedAt: when it arrived, RFC 3339 by the system clock.
    public init(_ fix: Fix, source: String?, receivedAt: String? = nil) {
        self.init(lat: fix.position.latitude, lon: fix.position.longitude)
        self.source = source
        time = fix.time?.rfc3339
        altitude_m = fix.measuredAltitudeMetres
        vertical_accuracy_m = fix.verticalAccuracyMetres
        speed_mps = fix.speedMetresPerSecond
        course_deg = fix.courseDegrees
        mode = fix.mode.rawValue
        accuracy_m = fix.horizontalAccuracy?.metres
        accuracy_level = fix.horizontalAccuracy?.level.probability
        accuracy_basis = fix.horizontalAccuracy?.basis.rawValue
        floor = fix.floor
        satellites = fix.satellitesUsed
        hdop = fix.hdop
        received_at = receivedAt
        last_known = fix.isLastKnown ? true : nil
        jamming = fix.jamming
    }

    /// What the engine knows of its last fix.
    public init(_ update: LocationUpdate, source: String?) {
        self.init(lat: update.position.latitude, lon: update.position.longitude)
        self.source = source
        time = update.time?.rfc3339
        altitude_m = update.altitude_m
        vertical_accuracy_m = update.verticalAccuracy_m
        speed_mps = update.speed_mps
        course_deg = update.course_deg
        accuracy_m = update.accuracy_m
        accuracy_level = update.accuracy_m == nil ? nil : update.accuracyLevel
        floor = update.floor
        last_known = update.isLastKnown ? true : nil
    }
}
