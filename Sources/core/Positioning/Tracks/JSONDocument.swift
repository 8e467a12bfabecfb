import Chronology
import JSONText

/// Reads the fixes of a whole JSON document, an array of pushed fixes or GeoJSON of points with
/// times, in the order of their times, because a document has no order of arrival.
struct JSONDocument {
    /// The form of the document.
    enum Form {
        /// An array of objects like the lines of pushed fixes.
        case array
        /// GeoJSON.
        case geoJSON
    }

    /// The maximum size. A document stays in memory until its end has arrived. A logger that writes
    /// one fix a second needs years for this size.
    static let maximumBytes = 512 << 20

    private let form: Form
    private let settings: PushedSettings
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The offset of the line that was counted last, and its number.
    private var counted = (offset: 0, line: 1)
    private(set) var counts = DecoderCounts()

    /// A fix, or the reason for its absence, with the time that orders it.
    private struct Entry {
        var report: Report
        var time: UTCInstant?
    }

    init(_ form: Form, _ settings: PushedSettings = PushedSettings()) {
        self.form = form
        self.settings = settings
    }

    /// Adds the next bytes.
    mutating func receive(_ more: Span<UInt8>, _ report: (Report) -> Void) {
        counts.bytes += more.count
        guard bytes.count <= Self.maximumBytes else { return }
        unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        if bytes.count > Self.maximumBytes {
            counts.discards.count(.overlong)
            report(.discard(.overlong))
        }
    }

    /// Ends the document and reports its fixes, including those before an error.
    mutating func finish(_ report: (Report) -> Void) {
        guard bytes.count <= Self.maximumBytes else { return }
        var json = JSONReader(bytes)
        do throws(JSONFault) {
            switch form {
            case .array: try readArray(&json)
            case .geoJSON:
                // Some loggers write a document on each line.
                repeat { try readGeoJSON(&json) } while !json.isAtEnd()
            }
            if !json.isAtEnd() { throw json.fault("expected the end, found \(json.found)") }
        } catch {
            counts.noteProblem(
                "the document is not valid JSON from here on: \(error.reason)", .badJSON,
                line: line(at: error.offset))
            add(.discard(.badJSON))
        }
        for entry in sorted() { report(entry.report) }
        entries = []
        bytes = []
    }

    /// Returns the entries by time; an entry without a time follows the one before it.
    private func sorted() -> [Entry] {
        var latest = UTCInstant(nanoseconds: .min)
        let keyed = entries.enumerated().map { index, entry in
            latest = entry.time ?? latest
            return (time: latest, index: index)
        }
        return keyed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map { entries[$0.index] }
    }

    private mutating func readArray(_ json: inout JSONReader) throws(JSONFault) {
        var walk = try json.openArray()
        while try json.hasElement(&walk) {
            json.skipSpace()
            let start = json.position
            try json.skipValue()
            var line = JSONLine(Array(json.bytes[start..<json.position]), isStrict: true)
            let reading = PushedFixDecoder.read(&line, settings)
            counts.note(line, number: self.line(at: start))
            take(reading, from: start)
        }
    }

    private mutating func readGeoJSON(_ json: inout JSONReader) throws(JSONFault) {
        guard try json.kind() == .object else { throw json.fault("expected a GeoJSON object") }
        let start = json.mark
        var walk = try json.openObject()
        var isCollection = false
        while let key = try json.nextKey(&walk) {
            guard key == "features", try json.kind() == .array else {
                try json.skipValue()
                continue
            }
            isCollection = true
            var features = try json.openArray()
            while try json.hasElement(&features) { try readFeature(&json) }
        }
        if isCollection { return }
        json.go(to: start)
        try readFeature(&json)
    }

    private mutating func readFeature(_ json: inout JSONReader) throws(JSONFault) {
        json.skipSpace()
        let start = json.position
        let point = try TimedPoint(&json)
        take(point.reading(settings), from: start)
    }

    private mutating func take(_ reading: PushedFixDecoder.Reading, from start: Int) {
        if case .problem(let problem) = reading {
            counts.noteProblem(problem.sentence, problem.reason, line: self.line(at: start))
        }
        add(reading.report)
    }

    private mutating func add(_ report: Report) {
        counts.count(report)
        var time: UTCInstant?
        if case .fix(let fix) = report { time = fix.time }
        entries.append(Entry(report: report, time: time))
    }

    /// Returns the line of an offset, from 1. Offsets must not decrease from call to call, so that
    /// no line is counted twice.
    private mutating func line(at offset: Int) -> Int {
        for index in counted.offset..<max(counted.offset, offset)
        where bytes[index] == UInt8(ascii: "\n") {
            counted.line += 1
        }
        counted.offset = max(counted.offset, offset)
        return counted.line
    }
}
