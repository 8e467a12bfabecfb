/// The error counters of a serial line, from its driver.
public struct LineErrors: Hashable, Sendable {
    /// Bytes without a stop bit: wrong speed, or a disturbed line.
    public var framing = 0
    /// Bytes lost because the hardware buffer was full.
    public var overruns = 0
    /// Bytes with a wrong parity bit.
    public var parity = 0
    /// Break conditions: unplugged, unpowered or wrong speed.
    public var breaks = 0
    /// Bytes lost because the kernel's buffer was full.
    public var bufferOverruns = 0

    /// Creates counters of zero.
    public init() {}

    /// Returns the errors counted since `before`.
    public func since(_ before: LineErrors) -> LineErrors {
        var errors = self
        errors.framing -= before.framing
        errors.overruns -= before.overruns
        errors.parity -= before.parity
        errors.breaks -= before.breaks
        errors.bufferOverruns -= before.bufferOverruns
        return errors
    }

    /// The counters that are not zero, with their names.
    public var nonZero: [(name: String, count: Int)] {
        [
            ("framing", framing), ("overruns", overruns), ("parity", parity), ("breaks", breaks),
            ("buffer-overruns", bufferOverruns),
        ].filter { $0.1 != 0 }
    }
}
