import Chronology

/// An instant, shown to users by the system clock.
///
/// A machine without a clock battery starts in 1970 and gets the time later: an earlier instant is
/// then computed from the seconds since it.
struct Timestamp {
    private let wall: UTCInstant
    private let boot: BootInstant

    /// The least difference in seconds that shows a set clock: slewing stays below it.
    private static let slewed_s = 60.0

    /// Creates the timestamp of this moment.
    init() { self.init(wall: WallClock.now(), boot: BootClock.now()) }

    /// Creates the timestamp of a moment on both clocks.
    init(wall: UTCInstant, boot: BootInstant) {
        (self.wall, self.boot) = (wall, boot)
    }

    /// Returns the seconds since then.
    func ago_s(now: BootInstant = BootClock.now()) -> Double { now.seconds(since: boot) }

    /// Returns the instant by a clock that shows `wallNow` now: what it showed then, unless it was
    /// set since.
    func time(
        by wallNow: UTCInstant = WallClock.now(), now: BootInstant = BootClock.now()
    ) -> UTCInstant {
        let begin = wallNow.advanced(bySeconds: -ago_s(now: now))
        return abs(begin.seconds(since: wall)) < Self.slewed_s ? wall : begin
    }
}
