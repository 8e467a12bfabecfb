import Chronology

/// The instant of something, by the system clock as it is shown to people.
///
/// A machine without a battery behind its clock starts in 1970 and learns the time later: an earlier
/// instant is then shown by how long ago it was.
struct Timestamp {
    private let wall: UTCInstant
    private let boot: BootInstant

    /// Seconds by which a clock that is only slewed does not come to differ.
    private static let slewed_s = 60.0

    /// This moment.
    init() { self.init(wall: WallClock.now(), boot: BootClock.now()) }

    /// A moment on both clocks.
    init(wall: UTCInstant, boot: BootInstant) {
        (self.wall, self.boot) = (wall, boot)
    }

    /// Seconds since then.
    func ago_s(now: BootInstant = BootClock.now()) -> Double { now.seconds(since: boot) }

    /// When it was, by a clock that shows this now: what that clock showed then, unless it was set
    /// since.
    func time(
        by wallNow: UTCInstant = WallClock.now(), now: BootInstant = BootClock.now()
    ) -> UTCInstant {
        let begin = wallNow.advanced(bySeconds: -ago_s(now: now))
        return abs(begin.seconds(since: wall)) < Self.slewed_s ? wall : begin
    }
}
