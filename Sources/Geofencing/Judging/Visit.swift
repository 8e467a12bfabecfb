import Chronology

/// A stay in a fence.
struct Visit: BitwiseCopyable, Sendable, Hashable {
    /// When the threshold was passed; nil when the receiver was already inside, and after receiver time
    /// has begun anew.
    private(set) var enteredAt: UTCInstant?
    /// Whether that was known until receiver time began anew.
    private var isTimeForgotten = false
    private let origin: Origin

    /// What its name follows from.
    private enum Origin: BitwiseCopyable, Sendable, Hashable {
        /// It began at that instant.
        case begun(BootInstant)
        /// An earlier run has named it.
        case named(VisitName)
    }

    /// A stay that begins at that instant.
    init(begunAt instant: BootInstant, enteredAt: UTCInstant?) {
        origin = .begun(instant)
        self.enteredAt = enteredAt
    }

    /// A stay that goes on from an earlier run.
    init(named name: VisitName, enteredAt: UTCInstant?) {
        origin = .named(name)
        self.enteredAt = enteredAt
    }

    /// Receiver time begins anew: the boot clock alone tells from now on how long the stay lasts.
    mutating func forgetTime() {
        isTimeForgotten = isTimeForgotten || enteredAt != nil
        enteredAt = nil
    }

    /// Seconds until it ends with that crossing; nil when its begin or end is unknown.
    func seconds(until end: Crossing) -> Double? {
        switch origin {
        case .begun(let instant) where isTimeForgotten:
            return end.isLate || end.isJump ? nil : end.boot.seconds(since: instant)
        case .begun, .named:
            return enteredAt.flatMap { start in end.time?.seconds(since: start) }
        }
    }

    /// Its name, the same for enter, dwells and exit: it follows from where, for whom and when the
    /// stay is, so that a replay gives the same names. Made when somebody asks, since the id of the
    /// fence lies elsewhere in memory than what a judgement needs.
    func name(of fence: FenceLabel, under monitor: MonitorLabel) -> VisitName {
        switch origin {
        case .named(let name): return name
        case .begun(let instant):
            var hash = monitor.visitHash
            hash.combine(idOf: fence)
            hash.combine(UInt64(bitPattern: instant.nanoseconds))
            return VisitName(number: hash.value)
        }
    }
}
