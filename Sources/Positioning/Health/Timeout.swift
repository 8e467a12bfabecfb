import Chronology

/// How long one thing has come without another, such as bytes without a sentence among them.
///
/// A pause counts for half of the patience at most: no silence alone lets the time run out, however
/// long it was, and yet a source that sends seldom is found out, too.
struct Timeout: Sendable {
    private let patience_ns: Int64
    private var length_ns: Int64 = 0
    private var lastAt: BootInstant?

    /// A timeout that does not run yet.
    ///
    /// - Parameter patience_s: seconds after which the time is out.
    init(patience_s: Double) {
        patience_ns = Int64(patience_s * 1e9)
    }

    /// Starts the time unless it runs.
    mutating func run(at now: BootInstant) {
        length_ns = length(at: now)
        lastAt = now
    }

    /// Stops the time; the next `run` starts it again.
    mutating func reset() {
        length_ns = 0
        lastAt = nil
    }

    /// Whether the time is out.
    func isOut(at now: BootInstant) -> Bool {
        length(at: now) >= patience_ns
    }

    /// The first instant at which the time may be out; nil while it does not run.
    var deadline: BootInstant? {
        lastAt.map { BootInstant(nanoseconds: $0.nanoseconds + patience_ns - length_ns) }
    }

    private func length(at now: BootInstant) -> Int64 {
        guard let lastAt else { return 0 }
        return length_ns + min(now.nanoseconds - lastAt.nanoseconds, patience_ns / 2)
    }
}
