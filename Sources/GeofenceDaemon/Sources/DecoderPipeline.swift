import Chronology
import Fixes
import NIOCore
import Positioning
import Settings

/// Decodes what comes in, in the protocol of the sender, and counts it.
@Loop
final class DecoderPipeline {
    /// Turns bytes into reports.
    private(set) var decoder: any StreamDecoder
    /// Counts of a recording, whose reader keeps them.
    var recordingCounts: DecoderCounts?

    /// The first text in place of a number that a writer of pushed fixes does not know.
    private var writtenUnknown: UnknownValue?

    private let settings: SourceSettings
    /// Counts of reports that came decoded: pushed or simulated.
    private var wholeCounts: DecoderCounts?
    /// Whether the first bytes have yet to show the protocol.
    private var isLanguageOpen = false
    /// The reports of the last bytes; the list keeps its capacity.
    private var reports: [Report] = []

    /// A pipeline that has decoded nothing.
    init(_ settings: SourceSettings) {
        self.settings = settings
        decoder = settings.makeDecoder()
    }

    /// The counts so far.
    var counts: DecoderCounts { recordingCounts ?? wholeCounts ?? decoder.counts }

    /// A link was opened. Only a clock that the network sets may date fixes or cast doubt on a
    /// receiver's dates: `systemTime` is nil for any other.
    func begin(_ link: LinkDescription, systemTime: UTCInstant?, at now: BootInstant) {
        isLanguageOpen = settings.isLanguageOpen
        if let language = link.language { decoder = settings.makeDecoder(language) }
        if link.isReceiver, settings.feed.checksDates {
            decoder.distrustDates(outsideWindowOf: Version.buildDate)
        }
        decoder.noteSystemTime(systemTime, at: now)
    }

    /// The network has set the system clock since the link was opened.
    func noteSystemTime(_ systemTime: UTCInstant, at now: BootInstant) {
        decoder.noteSystemTime(systemTime, at: now)
    }

    /// The reports of bytes, and how many checked sentences ended in them.
    func receive(
        _ buffer: ByteBuffer, at now: BootInstant
    ) -> (reports: [Report], sentences: Int) {
        if isLanguageOpen, let language = LinkDescription.Language(buffer) {
            isLanguageOpen = false
            if !language.isSpoken(by: decoder) { decoder = settings.makeDecoder(language) }
        }
        reports.removeAll(keepingCapacity: true)
        let sentences = decoder.receiveCounting(buffer.readableBytesUInt8Span, at: now) {
            reports.append($0)
        }
        return (reports, sentences)
    }

    /// The first text in place of a number that its sender does not know; nil when there was none.
    var unknownValue: UnknownValue? { writtenUnknown ?? counts.firstUnknownValue }

    /// Notes a text that a writer gave for a number.
    func note(_ unknown: UnknownValue) { writtenUnknown = writtenUnknown ?? unknown }

    /// Counts a report that came decoded.
    func note(_ report: Report) {
        wholeCounts = wholeCounts ?? DecoderCounts()
        wholeCounts?.count(report)
    }

    /// The reports that waited for more bytes until now.
    func advance(to now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.advance(to: now) { reports.append($0) }
        return reports
    }

    /// The reports that were incomplete when the bytes ended.
    func finish(at now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.finish(at: now) { reports.append($0) }
        return reports
    }
}
