/// What a decoder has to say about the bytes it was given, in the order of the bytes.
public enum Report: Hashable, Sendable {
    /// A usable position.
    case fix(Fix)
    /// The receiver says, as of now, that it has no usable position.
    case noFix(NoFixReason)
    /// The sender has no position now, and says why in these words: one line of at most 256
    /// characters.
    case failure(String)
    /// Something in the bytes was thrown away.
    case discard(DiscardReason)
    /// The receiver's clock did something a clock must not do; positions stay good.
    case timeFault(TimeFault)
    /// A report of gpsd about itself or its devices.
    case gpsd(GPSDNotice)
}
