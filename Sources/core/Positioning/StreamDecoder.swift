public import Chronology

/// A decoder for one kind of source, so that the code that reads the bytes is the same for all.
public protocol StreamDecoder: Sendable {
    /// The counts so far.
    var counts: DecoderCounts { get }
    /// The number of satellites in view; nil when the receiver has not reported it.
    var satellitesVisible: Int? { get }
    /// The jamming indicator of the last report, 0 to 255; nil when the report has none.
    var jamming: Int? { get }
    /// When to call ``advance(to:_:)`` if no bytes arrive before; nil when no data waits.
    var nextDeadline: BootInstant? { get }
    /// Whether the peer sends an unsupported protocol, so that the connection should be closed.
    var isLost: Bool { get }

    /// Sets the build date of this software for a live receiver: dates before it, or more than 20
    /// years after it, are not trusted. Not for recordings, whose dates may be of any age.
    mutating func distrustDates(outsideWindowOf buildDate: UTCInstant)
    /// Sets the time of the system clock; nil when it is unknown or not synchronized.
    mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant)

    /// Decodes the next bytes of the stream, which arrived at `now`.
    mutating func receive(_ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void)
    /// Does the same and returns the number of valid sentences that ended in the bytes, including
    /// those with impossible values, which also show that the line and its speed are right.
    mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int
    /// Delivers the data that waits for more bytes if its deadline has passed.
    mutating func advance(to now: BootInstant, _ report: (Report) -> Void)
    /// Ends the stream; the decoder may continue with a new one.
    mutating func finish(at now: BootInstant, _ report: (Report) -> Void)
}

extension StreamDecoder {
    /// Computes the number from the counts.
    public mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int {
        let before = counts.whole
        receive(bytes, at: now, report)
        return counts.whole - before
    }

    /// Nil: not reported.
    public var satellitesVisible: Int? { nil }
    /// Nil: not reported.
    public var jamming: Int? { nil }
    /// Nil: no data waits where every line is complete.
    public var nextDeadline: BootInstant? { nil }
    /// False: any input is accepted.
    public var isLost: Bool { false }

    /// Does nothing, because the input may be a recording.
    public mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {}
    /// Does nothing, because the times of programs are trusted.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {}
    /// Does nothing: no data waits where every line is complete.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {}
}
