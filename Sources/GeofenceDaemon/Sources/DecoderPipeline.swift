import Chronology
import Geofencing
import NIOCore
import Positioning
import Settings

/// Makes reports of what comes in, in the language that is spoken, and counts it.
@Loop
final class Intake {
    /// Turns bytes into reports.
    private(set) var decoder: any StreamDecoder
    /// Counts of a recording, whose reader keeps them.
    var recordingCounts: DecoderCounts?

    /// What the first of the writers that did so gave for a number that it does not know.
    private var writtenUnknown: UnknownValue?

    private let settings: SourceSettings
    /// Counts of what came whole: pushed or simulated.
    private var wholeCounts: DecoderCounts?
    /// Whether the first bytes have yet to show what is spoken.
    private var isLanguageOpen = false
    /// What the last bytes amounted to, whose room the next ones use.
    private var reports: [Report] = []

    /// An intake that has seen nothing.
    init(_ settings: SourceSettings) {
        self.settings = settings
        decoder = settings.makeDecoder()
    }

    /// What was seen so far.
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

    /// What bytes amount to, and how many checked sentences ended in them.
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

    /// What first came for a number that its sender does not know; nil where there was no such thing.
    var unknownValue: UnknownValue? { writtenUnknown ?? counts.firstUnknownValue }

    /// Takes note of what a writer gave for a number.
    func note(_ unknown: UnknownValue) { writtenUnknown = writtenUnknown ?? unknown }

    /// Counts a report that came whole.
    func note(_ report: Report) {
        wholeCounts = wholeCounts ?? DecoderCounts()
        wholeCounts?.count(report)
    }

    /// What waited for more until now.
    func advance(to now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.advance(to: now) { reports.append($0) }
        return reports
    }

    /// What was begun when the bytes ended.
    func finish(at now: BootInstant) -> [Report] {
        var reports: [Report] = []
        decoder.finish(at: now) { reports.append($0) }
        return reports
    }
}
