import Chronology

/// The time of a replay: it begins at 0 and follows the times of the fixes, but never goes back.
struct VirtualClock {
    /// What a fix without time, or with a time that does not advance, takes.
    static let nominalStep: Int64 = 1_000_000_000
    /// A longer step forward is a receiver that has found out the date, not a journey.
    static let longestStep: Int64 = 7 * 86_400 * 1_000_000_000

    private(set) var now = BootInstant(nanoseconds: 0)
    private var lastTime: UTCInstant?
    private var hasBegun = false

    /// The instant at which a fix with this time arrives.
    mutating func arrive(_ time: UTCInstant?) -> BootInstant {
        defer {
            hasBegun = true
            lastTime = time ?? lastTime
        }
        guard hasBegun else { return now }
        var step = Self.nominalStep
        if let time, let lastTime {
            let difference = time.nanoseconds - lastTime.nanoseconds
            if difference > 0, difference <= Self.longestStep { step = difference }
        }
        now = BootInstant(nanoseconds: now.nanoseconds + step)
        return now
    }
}
