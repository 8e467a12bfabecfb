import Chronology

/// How long one kind of input has arrived without another, such as bytes without a sentence.
///
/// A single pause counts for at most half of the timeout, so that silence alone never ends it,
/// however long it is; yet the timeout also ends for a source that sends seldom.
struct Timeout: Sendable {
    private let patience_ns: Int64
    private var length_ns: Int64 = 0
    private var lastAt: BootInstant?

    /// Creates a timeout that is not running.
    ///
    /// - Parameter patience_s: the seconds after which the timeout ends.
    init(patience_s: Double) {
        patience_ns = Int64(patience_s * 1e9)
    }

    /// Starts the timeout, or adds the time since the last call if it is running.
    mutating func run(at now: BootInstant) {
        length_ns = length(at: now)
        lastAt = now
    }

    /// Stops the timeout; the next call of `run` starts it from zero.
    mutating func reset() {
        length_ns = 0
        lastAt = nil
    }

    /// Whether the timeout has ended.
    func isOut(at now: BootInstant) -> Bool {
        length(at: now) >= patience_ns
    }

    /// The first instant at which the timeout may end; nil while it is not running.
    var deadline: BootInstant? {
        lastAt.map { BootInstant(nanoseconds: $0.nanoseconds + patience_ns - length_ns) }
    }

    private func length(at now: BootInstant) -> Int64 {
        guard let lastAt else { return 0 }
        return length_ns + min(now.nanoseconds - lastAt.nanoseconds, patience_ns / 2)
    }
}
