import Chronology
import NIOCore

/// Limits the bytes that are read from the connections of one source. What is beyond the limit waits in
/// the kernel, so that the sender waits, too: a pipe or a TCP connection loses nothing.
@Loop
final class ReadLimit {
    /// The most bytes that are read in a second: twenty times what the fastest serial line (921,600
    /// bits per second) carries, and a few per cent of one processor to decode.
    private nonisolated static let bytesPerSecond = 2_000_000.0
    /// The bytes beyond the rate that may be read at once: one read of the largest size, as after the
    /// machine was suspended.
    private nonisolated static let burst_bytes = 65_536.0
    /// How long after the last time the limit counts as in force, in seconds.
    private nonisolated static let lasting_s = 10.0

    /// The bytes that were read and not yet allowed by the rate.
    private var excess_bytes = 0.0
    private var readAt = BootInstant(nanoseconds: 0)
    private var struckAt: BootInstant?
    /// How often the limit has stopped the reading since the daemon started.
    private(set) var count = 0

    /// Counts bytes that were read, and returns the wait before the next read; nil for none.
    func wait(after bytes: Int, at now: BootInstant) -> TimeAmount? {
        let allowed = now.seconds(since: readAt) * Self.bytesPerSecond
        readAt = now
        excess_bytes = max(0, excess_bytes - max(0, allowed)) + Double(bytes)
        guard excess_bytes > Self.burst_bytes else { return nil }
        struckAt = now
        count += 1
        let wait_s = (excess_bytes - Self.burst_bytes) / Self.bytesPerSecond
        return .nanoseconds(Int64(wait_s * 1e9))
    }

    /// The remark on a source that sends more than is read; nil when it has not done so lately.
    func remark(at now: BootInstant) -> String? {
        guard let struckAt, now.seconds(since: struckAt) <= Self.lasting_s else { return nil }
        return
            "The source sends more than 2 MB/s, which no receiver does; it is read at that rate, "
            + "so that its positions may come late: check the program or server that sends."
    }
}

/// Pauses the reading of one connection as a limit demands.
@Loop
final class ReadPause {
    private let limit: ReadLimit
    private var end: LoopTimer?

    /// Creates the pauses of a connection. All connections with the same limit share it.
    init(_ limit: ReadLimit) {
        self.limit = limit
    }

    /// Counts bytes that were read from a channel, and stops its reading for as long as necessary.
    func count(_ bytes: Int, from channel: any Channel) {
        guard let wait = limit.wait(after: bytes, at: BootClock.now()) else { return }
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        end?.cancel()
        end = Loop.after(wait) { channel.setOption(.autoRead, value: true).whenFailure { _ in } }
    }
}
