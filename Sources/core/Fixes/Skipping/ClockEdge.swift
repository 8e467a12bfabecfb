package import Chronology

/// The next instant of calendar time at which a fence expires, opens or closes.
package enum ClockEdge: Sendable, Hashable {
    /// No fence depends on the clock.
    case none
    /// The time is not known yet: the first fix with a time decides.
    case atFirstTime
    /// An instant on the time scale of the source.
    case at(UTCInstant)

    /// Returns whether the edge has been reached at `time`.
    package func isReached(at time: UTCInstant) -> Bool {
        switch self {
        case .none: false
        case .atFirstTime: true
        case .at(let edge): edge <= time
        }
    }
}
