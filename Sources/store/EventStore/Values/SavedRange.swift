import Fixes
import Geodesy
import Geofencing

/// The ranges of the numbers that a run can have saved. Any other number is damaged data, and
/// calculations with it could fail.
enum SavedRange {
    /// Nanoseconds since 1970: the years in which times are accepted, with room for later times
    /// derived from them. The difference of any two values does not overflow.
    static let utc_ns: Range<Int64> = SavedInstant.earliest_ns..<(3 << 61)
    /// Nanoseconds on the boot clock: 146 years.
    static let boot_ns: Range<Int64> = 0..<(1 << 62)
    /// Seconds of ignore periods and visits: 31 years. No setting exceeds ten years.
    static let duration_s = 0...1e9
    /// Seconds between any two of these instants.
    static let difference_s = -1e10...1e10
    /// Longitude in degrees on a segment that may continue across the antimeridian.
    static let longitude = -720.0...720
    /// Counters: a thousand a second for 34 years.
    static let count = 0..<(1 << 40)
}

extension FenceRecord {
    /// Whether all its numbers are in the ranges that a run can have saved.
    var isInRange: Bool {
        (window_s.map(SavedRange.duration_s.contains) ?? true)
            && (enteredAt_ns.map(SavedRange.utc_ns.contains) ?? true)
            && (rawChangedAt_ns.map(SavedRange.utc_ns.contains) ?? true)
            && (suppressed?.isInRange ?? true) && SavedRange.duration_s.contains(dwelt_s)
            && SavedRange.count.contains(dwellsSent)
            && SavedRange.count.contains(suppressedToggles)
            && SavedRange.boot_ns.contains(recordedAt_ns)
            && (unknownSince?.isInRange ?? true)
    }
}

extension SavedInstant {
    /// Whether both its numbers are in the ranges that a run can have saved.
    var isInRange: Bool {
        (time_ns.map(SavedRange.utc_ns.contains) ?? true) && SavedRange.boot_ns.contains(boot_ns)
    }
}

extension SavedCrossing {
    /// Whether all its numbers are in the ranges that a run can have saved.
    var isInRange: Bool {
        (latitude.map((-90...90).contains) ?? true)
            && (longitude.map(SavedRange.longitude.contains) ?? true)
            && (boot_ns.map(SavedRange.boot_ns.contains) ?? true)
            && [error_s, gap_s].allSatisfy { $0.map(SavedRange.difference_s.contains) ?? true }
            && [before_ns, after_ns].allSatisfy { $0.map(SavedRange.utc_ns.contains) ?? true }
    }
}

extension LastFix {
    /// Whether all its numbers are in the ranges that a run can have saved.
    var isInRange: Bool {
        abs(latitude) <= 90 && abs(longitude) <= ShapeProblem.longitudeLimit
            && (time_ns.map(SavedRange.utc_ns.contains) ?? true)
            && SavedRange.boot_ns.contains(boot_ns)
    }
}
