public import Chronology

/// A decoder of any kind of source, so that whoever reads the bytes need not care which.
public enum StreamDecoder: Sendable {
    /// NMEA 0183 from a receiver.
    case nmea(NMEADecoder)
    /// gpsd's JSON protocol.
    case gpsd(GPSDDecoder)
    /// JSON lines of our own form.
    case pushed(PushedFixDecoder)

    /// What was seen so far.
    public var counts: DecoderCounts {
        switch self {
        case .nmea(let decoder): decoder.counts
        case .gpsd(let decoder): decoder.counts
        case .pushed(let decoder): decoder.counts
        }
    }

    /// Satellites in view, when the receiver told.
    public var satellitesVisible: Int? {
        switch self {
        case .nmea(let decoder): decoder.satellitesVisible
        case .gpsd(let decoder): decoder.satellitesVisible
        case .pushed: nil
        }
    }

    /// Tells when this software was built, for a receiver that is really there: dates before that
    /// and long after are not trusted. Do not tell it for bytes that may be a recording's.
    public mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {
        guard case .nmea(var decoder) = self else { return }
        decoder.distrustDates(outsideWindowOf: buildDate)
        self = .nmea(decoder)
    }

    /// When to call ``advance(to:_:)`` if no bytes come before; nil when nothing waits.
    public var nextDeadline: BootInstant? {
        switch self {
        case .nmea(let decoder): decoder.nextDeadline
        case .gpsd(let decoder): decoder.nextDeadline
        case .pushed(let decoder): decoder.nextDeadline
        }
    }

    /// Tells the system clock's time, or with nil that it is not known; see
    /// ``NMEADecoder/noteSystemTime(_:at:)``. The other formats carry whole dates and need none.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {
        switch self {
        case .nmea(var decoder):
            decoder.noteSystemTime(time, at: now)
            self = .nmea(decoder)
        case .gpsd, .pushed: break
        }
    }

    /// Takes the next bytes of the stream, which arrived at `now`.
    public mutating func receive(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        change(
            { $0.receive(bytes, at: now, report) }, { $0.receive(bytes, at: now, report) },
            { $0.receive(bytes, at: now, report) })
    }

    /// Delivers what waited for more bytes, if its deadline has passed.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {
        change(
            { $0.advance(to: now, report) }, { $0.advance(to: now, report) },
            { $0.advance(to: now, report) })
    }

    /// Takes the stream as ended; the decoder may go on with a new one.
    public mutating func finish(at now: BootInstant, _ report: (Report) -> Void) {
        change(
            { $0.finish(at: now, report) }, { $0.finish(at: now, report) },
            { $0.finish(at: now, report) })
    }

    private mutating func change(
        _ nmea: (inout NMEADecoder) -> Void, _ gpsd: (inout GPSDDecoder) -> Void,
        _ pushed: (inout PushedFixDecoder) -> Void
    ) {
        switch self {
        case .nmea(var decoder):
            nmea(&decoder)
            self = .nmea(decoder)
        case .gpsd(var decoder):
            gpsd(&decoder)
            self = .gpsd(decoder)
        case .pushed(var decoder):
            pushed(&decoder)
            self = .pushed(decoder)
        }
    }
}
