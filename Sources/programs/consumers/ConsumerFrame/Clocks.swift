internal import SystemServices

/// The clocks of a program, seconds.
public enum Clocks {
    /// Since the machine has started, without the time for which it slept.
    public static var monotonic_s: Double { seconds(SystemServices.Clocks.monotonicNanoseconds()) }
    /// The same with that time.
    public static var boot_s: Double { seconds(SystemServices.Clocks.bootNanoseconds()) }
    /// Since 1970.
    public static var system_s: Double { seconds(SystemServices.Clocks.utcNanoseconds()) }

    /// Whether the system clock shows the time of day, as far as that is known: a machine without a clock of its own
    /// begins in the past, and systemd marks when a time service has set the clock.
    public static var isSet: Bool {
        // The beginning of 2025: this program is newer.
        system_s >= 1_735_689_600 && SystemServices.Clocks.isSynchronized() != false
    }

    private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}
