import Glibc

/// The instant at which a wait must end, by the monotonic clock.
public struct Deadline: Sendable {
    private let end: Int64?

    /// No deadline.
    public static let never = Deadline(end: nil)

    /// Returns the deadline after a number of seconds; 0 is now.
    public static func after(seconds: Double) -> Deadline {
        // A century is long enough, and keeps the sum within 64 bits.
        let limited = min(max(seconds, 0), 3.2e9)
        return Deadline(end: Clocks.monotonicNanoseconds() + Int64(limited * 1e9))
    }

    /// The milliseconds left for `poll`, rounded up: -1 for never, 0 when over.
    public var milliseconds: Int32 {
        guard let end else { return -1 }
        let left = max(0, end - Clocks.monotonicNanoseconds())
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// The seconds left, 0 when over; infinity for never.
    public var seconds: Double {
        end.map { max(0, Double($0 - Clocks.monotonicNanoseconds()) / 1e9) } ?? .infinity
    }

    /// Whether the deadline has passed.
    public var isOver: Bool { milliseconds == 0 }

    /// Returns the earlier of the two deadlines.
    public func earlier(than other: Deadline) -> Deadline {
        guard let end, let otherEnd = other.end else { return end == nil ? other : self }
        return end < otherEnd ? self : other
    }

    /// Waits until the deadline.
    public func pause() {
        while !isOver { _ = poll(nil, 0, milliseconds) }
    }

    private init(end: Int64?) {
        self.end = end
    }
}
