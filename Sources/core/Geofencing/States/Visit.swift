import Chronology
import Geodesy

/// A visit to a fence.
struct Visit: BitwiseCopyable, Sendable, Hashable {
    /// When the threshold was crossed; nil when the receiver was already inside, and after a reset
    /// of the receiver time.
    private(set) var enteredAt: UTCInstant?
    private let origin: Origin

    /// The origin of the name.
    private enum Origin: BitwiseCopyable, Sendable, Hashable {
        /// The threshold was crossed at that instant.
        case begun(BootInstant)
        /// The receiver was found inside at that instant; the time of the crossing is unknown.
        case found(BootInstant)
        /// An earlier run has named the visit.
        case named(VisitName)
    }

    /// Creates a visit that begins with that crossing.
    init(since crossing: Crossing) {
        origin = crossing.isDated ? .begun(crossing.boot) : .found(crossing.boot)
        enteredAt = crossing.time
    }

    /// Creates a visit that is found at that instant.
    init(foundAt instant: BootInstant) {
        origin = .found(instant)
        enteredAt = nil
    }

    /// Creates a visit that continues from an earlier run.
    init(named name: VisitName, enteredAt: UTCInstant?) {
        origin = .named(name)
        self.enteredAt = enteredAt
    }

    /// Removes the receiver time after a time reset: from now on only the boot clock measures the
    /// visit.
    mutating func forgetTime() {
        enteredAt = nil
    }

    /// When the visit began or was found, on the boot clock; nil where an earlier run has named it.
    var instant: BootInstant? {
        switch origin {
        case .begun(let instant), .found(let instant): instant
        case .named: nil
        }
    }

    /// Returns the seconds until the visit ends with that crossing, by the boot clock where either
    /// has no receiver time; nil when its begin or end is unknown.
    func seconds(until end: Crossing) -> Double? {
        if let enteredAt, let time = end.time { return time.seconds(since: enteredAt) }
        guard case .begun(let instant) = origin, end.isDated else { return nil }
        return end.boot.seconds(since: instant)
    }

    /// The name of the visit, the same for enter, dwells and exit. It is derived from the fence,
    /// the monitor and the time of the visit, so that a replay gives the same names. Computed on
    /// demand, because the id of the fence lies elsewhere in memory than the data of an evaluation.
    func name(of fence: FenceLabel, under monitor: MonitorLabel) -> VisitName {
        switch origin {
        case .named(let name): return name
        case .begun(let instant), .found(let instant):
            var hash = monitor.visitHash
            hash.combine(idOf: fence)
            hash.combine(UInt64(bitPattern: instant.nanoseconds))
            return VisitName(number: hash.value)
        }
    }
}
