import CBootTimer
import Glibc

/// Tells by a descriptor that an instant of the boot clock has come (timerfd_create(2)).
///
/// What came while the machine slept is told as soon as it wakes: such a timer wakes no machine, but it
/// counts the time asleep.
public enum BootTimer {
    /// A descriptor that becomes readable when the instant has come that it is set for, which is none yet.
    public static func open() throws(SystemError) -> OwnedDescriptor {
        let raw = open_boot_timer()
        guard raw >= 0 else { throw SystemError("open a timer", code: errno) }
        return OwnedDescriptor(owning: raw)
    }

    /// Sets an open one for that instant alone, in nanoseconds as ``Clocks/bootNanoseconds()`` gives them;
    /// nil for none. One that is in the past has come at once.
    public static func set(_ timer: Int32, for nanoseconds: Int64?) {
        // Zero would set it for nothing.
        let outcome = set_boot_timer(timer, nanoseconds.map { max(1, $0) } ?? 0)
        precondition(outcome == 0, "a timer that is open takes any instant")
    }
}
