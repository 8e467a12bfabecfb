import Chronology

/// A stay in a fence.
struct Visit: BitwiseCopyable, Sendable, Hashable {
    /// The same for enter, dwells and exit.
    var id: VisitName
    /// When the threshold was passed; nil when the receiver was already inside.
    var enteredAt: UTCInstant?

    init(id: VisitName, enteredAt: UTCInstant?) {
        self.id = id
        self.enteredAt = enteredAt
    }

    /// A stay whose name follows from what and when it is, so that a replay gives the same names.
    ///
    /// - Parameter monitor: the hash of the monitor's name.
    init(monitor: StableHash, fence: FenceLabel, enteredAt: UTCInstant?, decidedAt: Int64) {
        var hash = monitor
        hash.combine(idOf: fence)
        hash.combine(UInt64(bitPattern: decidedAt))
        id = VisitName(number: hash.value)
        self.enteredAt = enteredAt
    }
}
