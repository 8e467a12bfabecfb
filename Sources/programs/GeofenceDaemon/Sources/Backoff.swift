import NIOCore

/// The wait before the next attempt. It doubles after each attempt, up to a limit.
struct Backoff {
    /// For devices. Short: a device that a user plugs in should be opened soon.
    static let device = Backoff(first_s: 1, longest_s: 5)
    /// For servers and programs. Longer, so that a failing one is not overloaded.
    static let peer = Backoff(first_s: 1, longest_s: 30)

    /// Returns the wait for a silent TCP server, which begins with `first_s` seconds.
    static func silence(first_s: Double) -> Backoff {
        // A converter with few connections, which others use, is not kept busy by this one.
        let first_s = Int64(first_s.rounded(.up))
        return Backoff(first_s: first_s, longest_s: max(600, first_s))
    }

    private let first_s: Int64
    private let longest_s: Int64
    private var next_s: Int64

    private init(first_s: Int64, longest_s: Int64) {
        self.first_s = first_s
        self.longest_s = longest_s
        next_s = first_s
    }

    /// Returns the wait before the next attempt, and doubles the following one.
    mutating func take() -> TimeAmount {
        defer { next_s = min(next_s * 2, longest_s) }
        return .seconds(next_s)
    }

    /// Resets the wait after a successful attempt to the shortest one.
    mutating func reset() {
        next_s = first_s
    }
}
