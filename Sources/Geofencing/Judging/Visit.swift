import Chronology

/// A stay in a fence.
struct Visit: BitwiseCopyable, Sendable, Hashable {
    /// When the threshold was passed; nil when the receiver was already inside.
    var enteredAt: UTCInstant?
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
