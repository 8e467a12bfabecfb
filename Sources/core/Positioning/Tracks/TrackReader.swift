import Chronology

/// Turns a recorded file of any ``TrackFormat`` into fixes in the time of the recording, chunk by
/// chunk, so that files of any size need little memory (an array or GeoJSON is read whole).
///
/// The arrival of a fix is derived from the times of the fixes: a replay has its own time and does
/// not depend on how fast the file is read. Times of day suffice. In a recording without times,
/// each fix takes a second.
public struct TrackReader: ~Copyable {
    /// The format of the recording.
    public let format: TrackFormat
    /// The decoder for a format that consists of lines.
    private var lines: (any StreamDecoder)?
    private var gpx: GPXReader?
    private var document: JSONDocument?
    private var story = RecordingStory()
    private var wide = WideText()
    private var clock = VirtualClock()

    /// Creates a reader at the start of a recording in that format.
    public init(_ format: TrackFormat, _ settings: TrackSettings = TrackSettings()) {
        self.format = format
        switch format {
        case .nmea: lines = NMEADecoder(settings.nmea)
        case .gpsd:
            var settings = settings.gpsd
            settings.isRecorded = true
            lines = GPSDDecoder(settings)
        case .pushed: lines = PushedFixDecoder(settings.pushed)
        case .gpx: gpx = GPXReader(settings.gpx)
        case .array: document = JSONDocument(.array, settings.pushed)
        case .geojson: document = JSONDocument(.geoJSON, settings.pushed)
        }
    }

    /// The counts so far.
    public var counts: DecoderCounts {
        lines?.counts ?? gpx?.counts ?? document?.counts ?? DecoderCounts()
    }

    /// Decodes the next bytes of the file.
    public mutating func receive(_ bytes: Span<UInt8>, _ say: (TimedReport) -> Void) {
        // The XML parser detects the encoding.
        if format != .gpx, let narrow = wide.narrow(bytes) { return read(narrow.span, say) }
        read(bytes, say)
    }

    private mutating func read(_ bytes: Span<UInt8>, _ say: (TimedReport) -> Void) {
        var time = clock
        let start = format == .nmea ? story.length(in: bytes) : 0
        lines?.receive(bytes.extracting(start..<bytes.count), at: BootInstant(nanoseconds: 0)) {
            say(time.timed($0))
        }
        gpx?.receive(bytes) { say(time.timed($0)) }
        document?.receive(bytes) { say(time.timed($0)) }
        clock = time
    }

    /// Ends the file.
    public mutating func finish(_ say: (TimedReport) -> Void) {
        read(wide.finish().span, say)
        var time = clock
        lines?.finish(at: BootInstant(nanoseconds: 0)) { say(time.timed($0)) }
        gpx?.finish { say(time.timed($0)) }
        document?.finish { say(time.timed($0)) }
        clock = time
    }
}

extension VirtualClock {
    /// Returns the report with its arrival.
    fileprivate mutating func timed(_ report: Report) -> TimedReport {
        switch report {
        case .fix(let fix): TimedReport(at: arrive(fix), report: report)
        case .noFix, .failure, .discard, .timeFault, .gpsd: TimedReport(at: now, report: report)
        }
    }
}

extension TimedReport {
    /// Returns the reports in the order of the times of their fixes, each with its arrival. A
    /// report without a time follows the one before it.
    public static func sorted(_ reports: [TimedReport]) -> [TimedReport] {
        var latest = UTCInstant(nanoseconds: .min)
        let dated = reports.enumerated().map { place, timed -> (UTCInstant, Int, Report) in
            if case .fix(let fix) = timed.report, let time = fix.time { latest = time }
            return (latest, place, timed.report)
        }
        var clock = VirtualClock()
        return dated.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { clock.timed($0.2) }
    }
}
