internal import ArgumentParser
internal import Chronology

/// How fast a recording is played.
enum ReplayPace: Equatable {
    /// As fast as it can be read.
    case max
    /// So many times as fast as it happened; greater than 0.
    case times(Double)

    /// Reads `max` or a number greater than 0.
    init(argument: String) throws {
        if argument == "max" {
            self = .max
        } else if let factor = Double(argument), factor > 0, factor.isFinite {
            self = .times(factor)
        } else {
            throw ValidationError("--speed must be max or a number greater than 0.")
        }
    }

    /// Waits until the recording's time has come, counted from `start` on the monotonic clock.
    func wait(for instant: BootInstant, since start: Int64) {
        switch self {
        case .max: return
        case .times(let factor):
            let due = Double(instant.nanoseconds) / factor / 1e9
            let passed = Double(Clock.monotonic - start) / 1e9
            if due > passed { Clock.pause(until: .after(seconds: due - passed)) }
        }
    }
}
