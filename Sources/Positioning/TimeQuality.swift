/// How far the time of a fix can be trusted.
public enum TimeQuality: Hashable, Sendable, BitwiseCopyable {
    /// The receiver gave date and time, and nothing speaks against them.
    case gnss
    /// There is a time, but it must not be believed: positions stay good, timestamps do not.
    case untrusted(Doubt)
    /// The receiver gave no date, so the fix has no time.
    case none

    /// Why a receiver's time is not believed.
    public enum Doubt: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        /// Off the system clock by a multiple of 1024 weeks: the receiver's week counter wrapped.
        case weekRollover = "week-rollover"
        /// The very first days of a GPS week era: a receiver that has not heard the date yet.
        case coldStart = "cold-start"
        /// Before this software was built, or more than twenty years after.
        case outsideBuildWindow = "outside-build-window"
        /// The receiver gave no date; it is that of the system clock, or of the clock of the
        /// program that put TAG blocks before its sentences.
        case dateFromSystemClock = "date-from-system-clock"
    }
}
