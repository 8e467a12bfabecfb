import Chronology

/// A stay in a fence.
struct Visit: BitwiseCopyable, Sendable, Hashable {
    /// When the threshold was passed; nil when the receiver was already inside, and after receiver time
    /// has begun anew.
    private(set) var enteredAt: UTCInstant?
    private let origin: Origin

    /// What its name follows from.
    private enum Origin: BitwiseCopyable, Sendable, Hashable {
        /// The threshold was passed at that instant.
        case begun(BootInstant)
        /// The receiver was found inside at that instant, and nobody knows since when.
        case found(BootInstant)
        /// An earlier run has named it.
        case named(VisitName)
    }

    /// A stay that begins with that crossing.
    init(since crossing: Crossing) {
        origin = crossing.isDated ? .begun(crossing.boot) : .found(crossing.boot)
        enteredAt = crossing.time
    }

    /// A stay that is found at that instant.
    init(foundAt instant: BootInstant) {
        origin = .found(instant)
        enteredAt = nil
    }

    /// A stay that goes on from an earlier run.
    init(named name: VisitName, enteredAt: UTCInstant?) {
        origin = .named(name)
        self.enteredAt = enteredAt
    }

    /// Receiver time begins anew: the boot clock alone tells from now on how long the stay lasts.
    mutating func forgetTime() {
        enteredAt = nil
    }

    /// When it began or was found, on the boot clock; nil where an earlier run has named it.
    var instant: BootInstant? {
        switch origin {
        case .begun(let instant), .found(let instant): instant
        case .named: nil
        }
    }

    /// Seconds until it ends with that crossing, by the boot clock where either has no time; nil when its
    /// begin or end is unknown.
    func seconds(until end: Crossing) -> Double? {
        if let enteredAt, let time = end.time { return time.seconds(since: enteredAt) }
        guard case .begun(let instant) = origin, end.isDated else { return nil }
        return end.boot.seconds(since: instant)
    }

    /// Its name, the same for enter, dwells and exit: it follows from where, for whom and when the
    /// stay is, so that a replay gives the same names. Made when somebody asks, since the id of the
    /// fence lies elsewhere in memory than what a judgement needs.
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
