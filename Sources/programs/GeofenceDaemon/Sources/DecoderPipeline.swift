import Chronology
import Fixes
import NIOCore
import Positioning
import Settings

/// Decodes the input of a source in the protocol of its sender, and counts the reports.
@Loop
final class DecoderPipeline {
    /// The decoder that turns bytes into reports.
    private(set) var decoder: any StreamDecoder
    /// The counts of the reader of a recording; nil for any other source.
    var recordingCounts: DecoderCounts?

    /// The first NaN or infinity that a writer of pushed fixes sent for an unknown number.
    private var writtenUnknown: UnknownValue?

    private let settings: SourceSettings
    /// The counts of reports that arrive decoded (pushed or simulated); nil before the first.
    private var wholeCounts: DecoderCounts?
    /// Whether the protocol is still to be detected from the input.
    private var isLanguageOpen = false
    /// The reports of the last bytes. The array is reused, so that it keeps its capacity.
    private var reports: [Report] = []

    /// Creates the pipeline of a source.
    init(_ settings: SourceSettings) {
        self.settings = settings
        decoder = settings.makeDecoder()
    }

    /// The counts so far.
    var counts: DecoderCounts { recordingCounts ?? wholeCounts ?? decoder.counts }

    /// Prepares the decoder for an opened connection. `systemTime` is nil unless the network sets
    /// the clock: only such a clock may date fixes or cast doubt on the dates of a receiver.
    func begin(_ link: LinkDescription, systemTime: UTCInstant?, at now: BootInstant) {
        isLanguageOpen = settings.isLanguageOpen
        if let language = link.language { decoder = settings.makeDecoder(language) }
        if link.isReceiver, settings.feed.checksDates {
            decoder.distrustDates(outsideWindowOf: Version.buildDate)
        }
        decoder.noteSystemTime(systemTime, at: now)
    }

    /// Makes the fixes of devices of gpsd count that are the configured one under another name.
    func accept(devices: [String]) {
        guard var gpsd = decoder as? GPSDDecoder else { return }
        gpsd.sameDevices = Set(devices)
        decoder = gpsd
    }

    /// Passes on the system time when the network has set the clock since `begin`.
    func noteSystemTime(_ systemTime: UTCInstant, at now: BootInstant) {
        decoder.noteSystemTime(systemTime, at: now)
    }

    /// Decodes bytes. Returns their reports and the number of checked sentences that end there.
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

    /// The first NaN or infinity that the sender wrote for an unknown number; nil for none.
    var unknownValue: UnknownValue? { writtenUnknown ?? counts.firstUnknownValue }

    /// Notes such a value of a writer of pushed fixes; only the first one is stored.
    func note(_ unknown: UnknownValue) { writtenUnknown = writtenUnknown ?? unknown }

    /// Counts a report that arrived decoded.
    func note(_ report: Report) {
        wholeCounts = wholeCounts ?? DecoderCounts()
        wholeCounts?.count(report)
    }

    /// Returns the reports whose deadline for more bytes has passed.
    func advance(to now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.advance(to: now) { reports.append($0) }
        return reports
    }

    /// Ends the stream and returns the reports that still waited for more bytes.
    func finish(at now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.finish(at: now) { reports.append($0) }
        return reports
    }
}
