import Chronology

/// Something that falls due at an instant, unless the state it belongs to says otherwise by then.
struct Timer: Sendable, Hashable {
    /// What falls due; at one instant in this order.
    enum Kind: Int, Sendable, Hashable {
        /// The end of an ignore window.
        case windowEnd
        /// A dwell event.
        case dwell
    }

    var deadline: BootInstant
    var kind: Kind
    var monitor: Int
    var fence: FenceNumber

    /// Whether this timer is to be looked at before `other`.
    func precedes(_ other: Timer) -> Bool {
        (deadline.nanoseconds, kind.rawValue, monitor, fence)
            < (other.deadline.nanoseconds, other.kind.rawValue, other.monitor, other.fence)
    }
}
