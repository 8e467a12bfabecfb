/// Finds out from three clocks that the machine has slept or its system clock was set.
public struct ClockSteps: Sendable {
    private var slept_s: Double
    private var offset_s: Double

    /// The clocks now: without sleep, with it, and since 1970.
    public init(monotonic_s: Double, boot_s: Double, system_s: Double) {
        slept_s = boot_s - monotonic_s
        offset_s = system_s - boot_s
    }

    /// Compares with the last call. Gives the seconds for which the machine has slept since, and by which the system
    /// clock was set.
    public mutating func next(
        monotonic_s: Double, boot_s: Double, system_s: Double
    ) -> (slept_s: Double, set_s: Double) {
        let before = self
        self = ClockSteps(monotonic_s: monotonic_s, boot_s: boot_s, system_s: system_s)
        return (slept_s - before.slept_s, offset_s - before.offset_s)
    }
}
