import Composition
import NIOCore
import Positioning
import Settings

/// The JSON lines of one writer.
@Loop
final class PushedStream {
    private var decoder: PushedFixDecoder

    /// Creates a stream at its beginning.
    init(_ settings: SourceSettings) {
        decoder = PushedFixDecoder(PushedSettings(settings.decoding))
    }

    /// Returns the reports of the lines that end in these bytes.
    func take(_ bytes: ByteBuffer) -> [Report] {
        var reports: [Report] = []
        let now = BootClock.now()
        decoder.receive(bytes.readableBytesUInt8Span, at: now) { reports.append($0) }
        return reports
    }

    /// The first NaN or infinity for an unknown number; nil for none.
    var unknownValue: UnknownValue? { decoder.counts.firstUnknownValue }
}
