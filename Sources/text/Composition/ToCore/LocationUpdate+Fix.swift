import Chronology
public import Fixes
public import Positioning

extension LocationUpdate {
    /// Converts a fix for the engine.
    ///
    /// Drops an untrusted time, except a date from the system clock for a receiver that never sends
    /// one, because its time of day is right.
    public init(_ fix: Fix) {
        self.init(position: fix.position, time: fix.isTimeUsable ? fix.time : nil)
        if let accuracy = fix.horizontalAccuracy {
            accuracy_m = accuracy.metres
            accuracyLevel = accuracy.level.probability
        }
        altitude_m = fix.measuredAltitudeMetres
        verticalAccuracy_m = fix.verticalAccuracyMetres
        speed_mps = fix.speedMetresPerSecond
        course_deg = fix.courseDegrees
        floor = fix.floor
        isLastKnown = fix.isLastKnown
        comesAsJSONLine = fix.comesAsJSONLine
        hasWeekRollover = fix.timeQuality == .untrusted(.weekRollover)
    }
}

extension FixDetails {
    /// Converts the details of a fix, for expressions.
    public convenience init(_ fix: Fix) {
        self.init(
            satellites: fix.satellitesUsed, hdop: fix.hdop, heading_deg: fix.headingDegrees,
            additional: fix.additional?.json)
    }
}

extension Fix {
    /// Whether the time counts as one: it is trusted, or only its date is from the system clock.
    var isTimeUsable: Bool {
        switch timeQuality {
        case .gnss, .untrusted(.dateFromSystemClock): true
        case .untrusted(.weekRollover), .untrusted(.coldStart), .untrusted(.outsideBuildWindow),
            .none:
            false
        }
    }
}
