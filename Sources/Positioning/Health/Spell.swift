import Chronology

/// How long one thing has come without another, such as bytes without a sentence among them.
///
/// A pause counts for half of the patience at most: no silence alone makes a spell too long,
/// however long it was, and yet a source that talks seldom is found out, too.
struct Spell: Sendable {
    private let patience_ns: Int64
    private var length_ns: Int64 = 0
    private var lastAt: BootInstant?

    /// A spell that has not begun.
    ///
    /// - Parameter patience_s: seconds after which it is too long.
    init(patience_s: Double) {
        patience_ns = Int64(patience_s * 1e9)
    }

    /// The one thing came.
    mutating func goOn(at now: BootInstant) {
        length_ns = length(at: now)
        lastAt = now
    }

    /// The other came: the spell begins anew with what comes next.
    mutating func end() {
        length_ns = 0
        lastAt = nil
    }

    /// Whether it is too long.
    func isTooLong(at now: BootInstant) -> Bool {
        length(at: now) >= patience_ns
    }

    /// The first instant at which it may be too long; nil before it has begun.
    var deadline: BootInstant? {
        lastAt.map { BootInstant(nanoseconds: $0.nanoseconds + patience_ns - length_ns) }
    }

    private func length(at now: BootInstant) -> Int64 {
        guard let lastAt else { return 0 }
        return length_ns + min(now.nanoseconds - lastAt.nanoseconds, patience_ns / 2)
    }
}
