/// How far the time of a fix can be trusted.
public enum TimeQuality: Hashable, Sendable, BitwiseCopyable {
    /// The receiver sent date and time, and no check doubts them.
    case gnss
    /// There is a time, but it is not trusted; positions remain valid.
    case untrusted(Doubt)
    /// The receiver sent no date, so the fix has no time.
    case none

    /// Why a receiver's time is not trusted.
    public enum Doubt: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        /// Off the system clock by a multiple of 1024 weeks: the receiver's week counter wrapped.
        case weekRollover = "week-rollover"
        /// The first days of a GPS week era: the receiver has not received the date yet.
        case coldStart = "cold-start"
        /// Before this software was built, or more than 20 years after.
        case outsideBuildWindow = "outside-build-window"
        /// The receiver sent no date. The date is from the system clock, or from the clock of the
        /// program that put TAG blocks before its sentences.
        case dateFromSystemClock = "date-from-system-clock"
    }
}
