public import Chronology
public import ControlProtocol
public import Fixes
import Geodesy
import Geofencing
public import Positioning

extension FixRecord {
    /// Converts a fix to its public form, with the accuracy as the receiver stated it.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - source: its source.
    ///   - receivedAt: the arrival by the system clock, RFC 3339.
    public init(_ fix: Fix, source: String?, receivedAt: String? = nil) {
        self.init(lat: fix.position.latitude, lon: fix.position.longitude)
        self.source = source
        time = fix.isTimeUsable ? fix.time?.rfc3339 : nil
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
        heading_deg = fix.headingDegrees
        additional = fix.additional.map { RawJSON(checked: Array($0.json.utf8)) }
    }
}

extension SourceCheckRecord {
    /// Converts a check to its public form; `wall` converts an instant to the system clock.
    public init(_ report: CheckReport, wall: (BootInstant) -> UTCInstant) {
        self.init(
            name: report.check.rawValue, on: report.isOn, key: report.key, count: report.count)
        number = report.isOn ? report.number : nil
        unit = number == nil ? nil : report.unit
        last_at = report.lastAt.map { wall($0).rfc3339 }
        remark = report.remark
    }
}
