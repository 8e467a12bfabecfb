import Geodesy

/// The numbers that a run can have saved. Any other is damage, and nothing that calculates with it
/// could be trusted, nor need it end well.
enum SavedRange {
    /// Nanoseconds since 1970: the years that times are read of, and what runs on from them. Any two
    /// have a difference.
    static let utc_ns: Range<Int64> = -(1 << 61)..<(3 << 61)
    /// Boot clock nanoseconds: 146 years.
    static let boot_ns: Range<Int64> = 0..<(1 << 62)
    /// Seconds of windows and stays: 31 years, where no setting goes beyond ten.
    static let duration_s = 0...1e9
    /// Seconds between any two instants of those.
    static let difference_s = -1e10...1e10
    /// Degrees east of places on a way that may go on over the antimeridian.
    static let longitude = -720.0...720
    /// What is counted one by one: a thousand a second for 34 years.
    static let count = 0..<(1 << 40)
}

extension FenceRecord {
    /// Whether all its numbers are ones that a run can have saved.
    public var isInRange: Bool {
        (window_s.map(SavedRange.duration_s.contains) ?? true)
            && (enteredAt_ns.map(SavedRange.utc_ns.contains) ?? true)
            && (rawChangedAt_ns.map(SavedRange.utc_ns.contains) ?? true)
            && (heldBack?.isInRange ?? true) && SavedRange.duration_s.contains(dwelt_s)
            && SavedRange.count.contains(dwellsSent)
            && SavedRange.count.contains(suppressedToggles)
            && SavedRange.boot_ns.contains(recordedAt_ns)
            && (unknownSince?.isInRange ?? true)
    }
}

extension SavedInstant {
    /// Whether both its numbers are ones that a run can have saved.
    var isInRange: Bool {
        (time_ns.map(SavedRange.utc_ns.contains) ?? true) && SavedRange.boot_ns.contains(boot_ns)
    }
}

extension SavedCrossing {
    /// Whether all its numbers are ones that a run can have saved.
    var isInRange: Bool {
        (latitude.map((-90...90).contains) ?? true)
            && (longitude.map(SavedRange.longitude.contains) ?? true)
            && (boot_ns.map(SavedRange.boot_ns.contains) ?? true)
            && [error_s, gap_s].allSatisfy { $0.map(SavedRange.difference_s.contains) ?? true }
            && [before_ns, after_ns].allSatisfy { $0.map(SavedRange.utc_ns.contains) ?? true }
    }
}

extension LastFix {
    /// Whether all its numbers are ones that a run can have saved.
    public var isInRange: Bool {
        abs(latitude) <= 90 && abs(longitude) <= ShapeProblem.longitudeLimit
            && (time_ns.map(SavedRange.utc_ns.contains) ?? true)
            && SavedRange.boot_ns.contains(boot_ns)
    }
}
