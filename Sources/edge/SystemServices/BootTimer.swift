import CBootTimer
import Glibc

/// A timer on the boot clock, as a file descriptor (timerfd_create(2)).
///
/// Counts suspended time but does not wake the machine: a deadline that passes during suspend is
/// reported on resume.
public enum BootTimer {
    /// Opens a descriptor that becomes readable at the deadline. The timer is not armed yet.
    public static func open() throws(SystemError) -> OwnedDescriptor {
        let raw = open_boot_timer()
        guard raw >= 0 else { throw SystemError("open a timer", code: errno) }
        return OwnedDescriptor(owning: raw)
    }

    /// Arms the timer for one deadline in nanoseconds of ``Clocks/bootNanoseconds()``; nil disarms
    /// it. A deadline in the past expires at once.
    public static func set(_ timer: Int32, for nanoseconds: Int64?) {
        // Zero would disarm the timer.
        let outcome = set_boot_timer(timer, nanoseconds.map { max(1, $0) } ?? 0)
        precondition(outcome == 0, "timerfd_settime on an open timer accepts every deadline")
    }
}

/// The discipline of the system clock, which every time service reports to the kernel. The sandbox of the
/// daemon refuses the call: clients make it.
public struct KernelClock: Sendable {
    /// Whether a time service synchronizes the clock.
    public let isSynchronized: Bool
    /// Seconds that the clock is still to be moved by.
    public let offset_s: Double

    /// Reads it; nil where the kernel refuses.
    public static func read() -> KernelClock? {
        var offset_s = 0.0
        let result = unsafe read_clock_discipline(&offset_s)
        return result < 0 ? nil : KernelClock(isSynchronized: result == 1, offset_s: offset_s)
    }
}
