internal import Chronology
internal import Glibc
internal import SystemServices

/// The two clocks the client reads.
enum Clock {
    /// The system clock.
    static var now: UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }

    /// Nanoseconds of a clock that never steps.
    static var monotonic: Int64 { Clocks.monotonicNanoseconds() }
}

/// When waiting must end.
struct Deadline {
    private let end: Int64?

    /// Never.
    static let never = Deadline(end: nil)

    /// So many seconds from now; 0 is now.
    static func after(seconds: Double) -> Deadline {
        // A century is never, and keeps the sum within 64 bits.
        let limited = min(max(seconds, 0), 3.2e9)
        return Deadline(end: Clock.monotonic + Int64(limited * 1e9))
    }

    /// Milliseconds left for `poll`, rounded up: -1 for never, 0 when it is over.
    var milliseconds: Int32 {
        guard let end else { return -1 }
        let left = max(0, end - Clock.monotonic)
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// Whether the deadline has passed.
    var isOver: Bool { milliseconds == 0 }

    /// This one or the other, whichever comes first.
    func earlier(than other: Deadline) -> Deadline {
        guard let end, let otherEnd = other.end else { return end == nil ? other : self }
        return end < otherEnd ? self : other
    }

    private init(end: Int64?) {
        self.end = end
    }
}

extension Clock {
    /// Waits that long.
    static func pause(until deadline: Deadline) {
        while !deadline.isOver { poll(nil, 0, deadline.milliseconds) }
    }
}
