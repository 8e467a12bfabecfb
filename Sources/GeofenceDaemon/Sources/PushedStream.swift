import Composition
import NIOCore
import Positioning
import Settings

/// The JSON lines of one writer.
@Loop
final class PushedStream {
    private var decoder: PushedFixDecoder

    /// A stream at its beginning.
    init(_ settings: SourceSettings) {
        decoder = PushedFixDecoder(PushedSettings(settings.decoding))
    }

    /// What the lines that end in these bytes amount to.
    func take(_ bytes: ByteBuffer) -> [Report] {
        var reports: [Report] = []
        let now = BootClock.now()
        decoder.receive(bytes.readableBytesUInt8Span, at: now) { reports.append($0) }
        return reports
    }

    /// What the writer first gave for a number that it does not know.
    var unknownValue: UnknownValue? { decoder.counts.firstUnknownValue }
}
