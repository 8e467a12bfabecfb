import Chronology
public import Geofencing
public import Positioning

extension LocationUpdate {
    /// A fix as the engine takes it.
    ///
    /// A time that must not be believed is no time. Only the date of a receiver that never sends
    /// one is taken from the system clock: its time of day is right.
    public init(_ fix: Fix) {
        self.init(position: fix.position, time: fix.isTimeUsable ? fix.time : nil)
        if let accuracy = fix.horizontalAccuracy {
            accuracy_m = accuracy.metres
            accuracyLevel = accuracy.level.probability
        }
        altitude_m = fix.altitudeMetres
        verticalAccuracy_m = fix.verticalAccuracyMetres
        speed_mps = fix.speedMetresPerSecond
        course_deg = fix.courseDegrees
        floor = fix.floor
        isLastKnown = fix.isLastKnown
        hasWeekRollover = fix.timeQuality == .untrusted(.weekRollover)
    }
}

extension Fix {
    fileprivate var isTimeUsable: Bool {
        switch timeQuality {
        case .gnss, .untrusted(.dateFromSystemClock): true
        case .untrusted(.weekRollover), .untrusted(.coldStart), .untrusted(.outsideBuildWindow),
            .none:
            false
        }
    }
}

extension HorizontalAccuracy.Level {
    /// The share of positions within the stated radius. For two equal, independent, normal errors
    /// the radius k sigma holds 1 - exp(-k²/2): k is 1 for one sigma, √2 for the 2D rms value.
    var probability: Double {
        switch self {
        case .oneSigma: 0.3934693402873666
        case .rms2D: 0.6321205588285577
        case .percent68: 0.68
        case .percent95: 0.95
        }
    }
}
