import NIOCore

/// How long to wait before the next attempt: twice as long each time, up to a limit.
struct Backoff {
    /// A device comes back when a person plugs it in: soon.
    static let device = Backoff(first_s: 1, longest_s: 5)
    /// Servers and programs that fail should not be hammered.
    static let peer = Backoff(first_s: 1, longest_s: 30)

    private let first_s: Int64
    private let longest_s: Int64
    private var next_s: Int64

    private init(first_s: Int64, longest_s: Int64) {
        self.first_s = first_s
        self.longest_s = longest_s
        next_s = first_s
    }

    /// The wait before the next attempt.
    mutating func take() -> TimeAmount {
        defer { next_s = min(next_s * 2, longest_s) }
        return .seconds(next_s)
    }

    /// An attempt has succeeded: the next failure begins with the shortest wait.
    mutating func reset() {
        next_s = first_s
    }
}
