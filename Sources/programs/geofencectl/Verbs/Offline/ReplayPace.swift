internal import ArgumentParser
internal import Chronology
internal import SystemServices

/// The speed at which a recording is replayed.
enum ReplayPace: Equatable {
    /// As fast as it can be read.
    case max
    /// A multiple of the original speed, greater than 0.
    case times(Double)

    /// Parses `max` or a number greater than 0.
    init(argument: String) throws {
        if argument == "max" {
            self = .max
        } else if let factor = Double(argument), factor > 0, factor.isFinite {
            self = .times(factor)
        } else {
            throw ValidationError("--speed must be max or a number greater than 0.")
        }
    }

    /// Waits for an instant of the recording, which starts at `start` on the monotonic clock.
    func wait(for instant: BootInstant, since start: Int64) {
        switch self {
        case .max: return
        case .times(let factor):
            let due = Double(instant.nanoseconds) / factor / 1e9
            let passed = Double(Clocks.monotonicNanoseconds() - start) / 1e9
            if due > passed { Deadline.after(seconds: due - passed).pause() }
        }
    }
}
