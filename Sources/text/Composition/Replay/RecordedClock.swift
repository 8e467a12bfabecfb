import Chronology
import FixRecorder

/// The time of a replay of a daemon's recording: it starts at 0 and follows the boot clock, and
/// across a reboot the system clock.
struct RecordedClock {
    /// The maximum step in nanoseconds: a recording covers days, and times may be wrong.
    private static let longestStep_ns: Int64 = 31 * 86_400 * 1_000_000_000

    /// The nanoseconds by which the boot clock is ahead of the replay.
    private(set) var shift_ns: Int64 = 0
    private var now = BootInstant(nanoseconds: 0)
    private var last: RecordedEntry?

    /// Returns the instant at which the replay handles an entry.
    mutating func instant(of entry: RecordedEntry) -> BootInstant {
        defer { last = entry }
        if let last {
            let (from, to) =
                entry.boot == last.boot
                ? (last.input.at.nanoseconds, entry.input.at.nanoseconds)
                : (last.receivedAt.nanoseconds, entry.receivedAt.nanoseconds)
            let (step, isBeyond) = to.subtractingReportingOverflow(from)
            let step_ns = isBeyond ? 0 : min(max(step, 0), Self.longestStep_ns)
            now = BootInstant(nanoseconds: now.nanoseconds + step_ns)
        }
        shift_ns = entry.input.at.nanoseconds &- now.nanoseconds
        return now
    }
}
