import Fixes
import Geodesy
public import Geofencing

/// What the database held when it was opened.
public struct Restored: Sendable, Hashable {
    /// The extent of the log.
    public var bounds: EventBounds
    /// The saved state of the engine.
    public var state: SavedState
    /// Changes of runtime fences, in order of their revisions, as far as the limits allow.
    public var fences: [RuntimeFence]
    /// Later changes that stay in the database but were not read; stored by a version without
    /// limits.
    public var fencesBeyondLimits: [FenceSetName: RuntimeFenceUsage]
    /// The last event that each sink has processed, by the sink's name.
    public var deliveries: [String: LogCursor]
    /// The record of each consumer, by its name, as given to
    /// ``EventStore/keep(consumers:completion:)``.
    public var consumers: [String: [UInt8]]
    /// Whether the previous run shut down cleanly; true for a new database.
    public var wasClean: Bool
    /// The boot ID of the previous run; nil for a new database.
    public var previousBootID: String?
    /// The last commit of the previous run, nanoseconds since 1970.
    public var previousCommit_ns: Int64?
    /// Whether the database was restored from a copy: the log continues under a new epoch, because
    /// the numbers after the copy belonged to other events.
    public var isCopy: Bool
    /// Whether events at its end are lost, because the write-ahead log of a run that did not shut
    /// down cleanly is damaged or missing. The log continues under a new epoch, as for a copy.
    public var isTruncated: Bool
    /// What happened to an unusable database; everything else is empty then.
    public var reset: StorageReset?
    /// Saved records that this version cannot read, by name. An unreadable fence record is replaced
    /// by one that makes the fence unknown and ends its visit.
    public var unreadable: [String]

    /// The total of all changes of runtime fences.
    public var fenceUsage: RuntimeFenceUsage {
        fences.map(RuntimeFenceUsage.init).reduce(RuntimeFenceUsage(), +)
            + fencesBeyondLimits.values.reduce(RuntimeFenceUsage(), +)
    }
}

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

/// An entry of the log that the store itself writes.
public enum StoreEntry: Sendable, Hashable {
    /// The log was started again because the old one was unusable; always entry 1.
    case reset(StorageReset)
    /// The disk failed for so long that the oldest waiting events were discarded.
    case gap(lost: Int)
}
