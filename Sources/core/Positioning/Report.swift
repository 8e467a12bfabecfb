/// A result of a decoder. Results are reported in the order of the bytes.
public enum Report: Hashable, Sendable {
    /// A usable position.
    case fix(Fix)
    /// The receiver reports that it has no usable position now.
    case noFix(NoFixReason)
    /// The sender reports that it has no position now, with its reason: one line of at most 256
    /// characters.
    case failure(String)
    /// Part of the bytes was discarded.
    case discard(DiscardReason)
    /// The receiver's clock has a fault; positions remain valid.
    case timeFault(TimeFault)
    /// A report of gpsd about itself or its devices.
    case gpsd(GPSDNotice)
}
