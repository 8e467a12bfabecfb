import NIOCore
import SystemServices

extension Backoff {
    /// For devices. Short: a device that a user plugs in should be opened soon.
    static let device = Backoff(first_s: 1, longest_s: 5)
    /// For servers and programs. Longer, so that a failing one is not overloaded.
    static let peer = Backoff(first_s: 1, longest_s: 30)

    /// Returns the pauses for a silent TCP server, which begin with `first_s` seconds.
    static func silence(first_s: Double) -> Backoff {
        // A converter with few connections, which others use, is not kept busy by this one.
        let first_s = first_s.rounded(.up)
        return Backoff(first_s: first_s, longest_s: max(600, first_s))
    }

    /// Returns the whole bound as the pause before the next try, and doubles it.
    mutating func next() -> TimeAmount { .nanoseconds(Int64(next(1) * 1e9)) }
}
