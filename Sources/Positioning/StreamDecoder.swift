public import Chronology

/// A decoder of any kind of source, so that the code that reads the bytes is the same for all.
public protocol StreamDecoder: Sendable {
    /// The counts so far.
    var counts: DecoderCounts { get }
    /// Satellites in view; nil when the receiver has not reported it.
    var satellitesVisible: Int? { get }
    /// How strongly the receiver is jammed by its last report, 0 to 255; nil when that lacks it.
    var jamming: Int? { get }
    /// When to call ``advance(to:_:)`` if no bytes arrive before; nil when nothing waits.
    var nextDeadline: BootInstant? { get }
    /// Whether the peer does not send what is expected: the connection should be closed.
    var isLost: Bool { get }

    /// Sets when this software was built, for a live receiver: dates before that and long after are
    /// not trusted. Do not call it for a recording, whose dates may be of any age.
    mutating func distrustDates(outsideWindowOf buildDate: UTCInstant)
    /// Sets the time of the system clock; nil when it is unknown or not synchronized.
    mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant)

    /// Takes the next bytes of the stream, which arrived at `now`.
    mutating func receive(_ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void)
    /// The same, and returns the number of checked sentences that ended in them, including those
    /// with impossible values: these also show that the line and its speed are right.
    mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int
    /// Delivers what waits for more bytes if its deadline has passed.
    mutating func advance(to now: BootInstant, _ report: (Report) -> Void)
    /// Ends the stream; the decoder may continue with a new one.
    mutating func finish(at now: BootInstant, _ report: (Report) -> Void)
}

extension StreamDecoder {
    /// Derives the number from the counts.
    public mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int {
        let before = counts.whole
        receive(bytes, at: now, report)
        return counts.whole - before
    }

    /// Not reported.
    public var satellitesVisible: Int? { nil }
    /// Not reported.
    public var jamming: Int? { nil }
    /// Nothing waits where every line is complete.
    public var nextDeadline: BootInstant? { nil }
    /// Never, where any input is expected.
    public var isLost: Bool { false }

    /// Without effect on input that may be recorded.
    public mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {}
    /// Without effect on the times of programs, which are trusted.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {}
    /// Nothing waits where every line is complete.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {}
}
