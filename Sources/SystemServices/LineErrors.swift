/// What a serial line has done wrong, as its driver counts it.
public struct LineErrors: Hashable, Sendable {
    /// Bytes without their stop bit: the speed is wrong, or the line disturbed.
    public var framing = 0
    /// Bytes that came before the hardware was emptied.
    public var overruns = 0
    /// Bytes with a wrong parity bit.
    public var parity = 0
    /// Times the line was held low: unplugged, unpowered or the wrong speed.
    public var breaks = 0
    /// Bytes that came before the kernel's buffer was emptied.
    public var bufferOverruns = 0

    /// None.
    public init() {}

    /// What was counted after `before`.
    public func since(_ before: LineErrors) -> LineErrors {
        var errors = self
        errors.framing -= before.framing
        errors.overruns -= before.overruns
        errors.parity -= before.parity
        errors.breaks -= before.breaks
        errors.bufferOverruns -= before.bufferOverruns
        return errors
    }

    /// Those that have occurred, with their names.
    public var nonZero: [(name: String, count: Int)] {
        [
            ("framing", framing), ("overruns", overruns), ("parity", parity), ("breaks", breaks),
            ("buffer-overruns", bufferOverruns),
        ].filter { $0.1 != 0 }
    }
}
