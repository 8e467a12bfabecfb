import Chronology

/// A deadline of a fence. When it fires, the state of the fence decides whether it still applies.
struct Timer: Sendable, Hashable {
    /// The kind of deadline. At one instant, the kinds fire in this order.
    enum Kind: Int, Sendable, Hashable {
        /// The end of an ignore period.
        case windowEnd
        /// A dwell event.
        case dwell
    }

    var deadline: BootInstant
    var kind: Kind
    var monitor: Int
    var fence: FenceNumber

    /// Whether this timer fires before `other`.
    func precedes(_ other: Timer) -> Bool {
        (deadline.nanoseconds, kind.rawValue, monitor, fence)
            < (other.deadline.nanoseconds, other.kind.rawValue, other.monitor, other.fence)
    }
}
