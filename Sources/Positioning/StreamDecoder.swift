public import Chronology

/// A decoder of any kind of source, so that the code that reads the bytes is the same for all.
public protocol StreamDecoder: Sendable {
    /// What was seen so far.
    var counts: DecoderCounts { get }
    /// Satellites in view; nil when the receiver has not reported it.
    var satellitesVisible: Int? { get }
    /// How strongly the receiver is jammed by its last report, 0 to 255; nil when that lacks it.
    var jamming: Int? { get }
    /// When to call ``advance(to:_:)`` if no bytes come before; nil when nothing waits.
    var nextDeadline: BootInstant? { get }
    /// Whether the other end makes no sense: the connection should be given up.
    var isLost: Bool { get }

    /// Sets when this software was built, for a live receiver: dates before that and long after are
    /// not trusted. Do not call it for a recording, whose dates may be of any age.
    mutating func distrustDates(outsideWindowOf buildDate: UTCInstant)
    /// Sets the time of the system clock; nil when it is unknown or not synchronized.
    mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant)

    /// Takes the next bytes of the stream, which arrived at `now`.
    mutating func receive(_ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void)
    /// The same, and says how many checked sentences ended in them, those that cannot be true among
    /// them: at least the line and its speed are right.
    mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int
    /// Delivers what waited for more bytes, if its deadline has passed.
    mutating func advance(to now: BootInstant, _ report: (Report) -> Void)
    /// Takes the stream as ended; the decoder may go on with a new one.
    mutating func finish(at now: BootInstant, _ report: (Report) -> Void)
}

extension StreamDecoder {
    /// By what the counts have grown.
    public mutating func receiveCounting(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) -> Int {
        let before = counts.whole
        receive(bytes, at: now, report)
        return counts.whole - before
    }

    /// Nothing was reported.
    public var satellitesVisible: Int? { nil }
    /// Nothing was reported.
    public var jamming: Int? { nil }
    /// Nothing ever waits where every line stands for itself.
    public var nextDeadline: BootInstant? { nil }
    /// Never, where nothing is expected of the other end.
    public var isLost: Bool { false }

    /// Without effect where nothing shows that a receiver is there.
    public mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {}
    /// Without effect on what programs tell, which are taken at their word.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {}
    /// Nothing ever waits where every line stands for itself.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {}
}
