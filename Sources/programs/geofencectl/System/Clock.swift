internal import Chronology
internal import Glibc
internal import SystemServices

/// The two clocks that the client reads.
enum Clock {
    /// The system clock.
    static var now: UTCInstant { UTCInstant(nanoseconds: Clocks.utcNanoseconds()) }

    /// Nanoseconds of a clock that is never set.
    static var monotonic: Int64 { Clocks.monotonicNanoseconds() }
}

/// The instant at which a wait must end.
struct Deadline {
    private let end: Int64?

    /// No deadline.
    static let never = Deadline(end: nil)

    /// Returns the deadline after a number of seconds; 0 is now.
    static func after(seconds: Double) -> Deadline {
        // A century is long enough, and keeps the sum within 64 bits.
        let limited = min(max(seconds, 0), 3.2e9)
        return Deadline(end: Clock.monotonic + Int64(limited * 1e9))
    }

    /// The milliseconds left for `poll`, rounded up: -1 for never, 0 when over.
    var milliseconds: Int32 {
        guard let end else { return -1 }
        let left = max(0, end - Clock.monotonic)
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// Whether the deadline has passed.
    var isOver: Bool { milliseconds == 0 }

    /// Returns the earlier of the two deadlines.
    func earlier(than other: Deadline) -> Deadline {
        guard let end, let otherEnd = other.end else { return end == nil ? other : self }
        return end < otherEnd ? self : other
    }

    private init(end: Int64?) {
        self.end = end
    }
}

extension Clock {
    /// Waits until the deadline.
    static func pause(until deadline: Deadline) {
        while !deadline.isOver { poll(nil, 0, deadline.milliseconds) }
    }
}
