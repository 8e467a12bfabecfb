internal import ArgumentParser
internal import Positioning
internal import Suggestions

/// Reads a recorded track from a file of any size.
enum Recording {
    /// The result of reading a recording.
    struct Outcome {
        /// The format in which it was read.
        let format: TrackFormat
        /// The counts of the decoder.
        let counts: DecoderCounts
    }

    /// Passes every report of a recording to `take` and returns the counts. Throws `noInput` or
    /// `noPermission` for an unreadable file and `badData` for an unknown, packed or empty one.
    static func read(
        _ path: String, as format: TrackFormat?, settings: TrackSettings = TrackSettings(),
        progress: (Int) -> Void = { _ in }, _ take: (TimedReport, TrackFormat) -> Void
    ) throws -> Outcome {
        var reader: TrackReader?
        var found = TrackFormat.nmea
        var head: [UInt8] = []
        try FileText.pieces(of: path) { piece in
            progress(piece.count)
            if reader != nil {
                reader?.receive(piece.span) { take($0, found) }
                return
            }
            head += piece
            guard head.count >= sniffed_bytes || format != nil else { return }
            found = try format ?? detect(head, path)
            reader = TrackReader(found, settings)
            reader?.receive(head.span) { take($0, found) }
            head = []
        }
        if reader == nil { found = try format ?? detect(head, path) }
        var last = reader ?? TrackReader(found, settings)
        if !head.isEmpty { last.receive(head.span) { take($0, found) } }
        last.finish { take($0, found) }
        return Outcome(format: last.format, counts: last.counts)
    }

    /// Returns the counts as text: one line, then lines for way points, reasons of epochs without
    /// position, discards, and notes.
    static func summary(_ outcome: Outcome) -> String {
        let counts = outcome.counts
        var text =
            counted(counts.fixes, "fix", "fixes")
            + ", \(counted(counts.noFixes, "epoch")) without position,"
            + " \(counted(counts.sentences, "sentence")) (\(counted(counts.ignored, "says", "say"))"
            + " nothing about position),"
            + " \(counted(counts.discards.total, "discard"))\n"
        if counts.wayPoints > 0 {
            text += "  way points: \(counts.wayPoints). Only tracks and routes are read.\n"
        }
        for (reason, count) in counts.noFixReasons.nonZero {
            text += "  \(reason.rawValue): \(count). \(reason.remedy)\n"
        }
        for (reason, count) in counts.discards.nonZero {
            text += "  \(reason.rawValue): \(count). \(reason.remedy(in: outcome.format))\n"
        }
        return text + notes(outcome).map { "  \($0)\n" }.joined()
    }

    /// Parses the name of a format on the command line.
    static func format(_ word: String) throws -> TrackFormat {
        guard let format = TrackFormat(rawValue: word) else {
            let words = TrackFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\"\(printable(word))\" is no format; these are: \(words).")
        }
        return format
    }

    /// The number of first bytes from which the format is detected.
    private static let sniffed_bytes = 65_536

    private static func detect(_ head: [UInt8], _ path: String) throws -> TrackFormat {
        if let packing = Packing.detect(head) {
            throw CommandFailure(
                .badData, "\(path) is packed with \(packing.rawValue).",
                hint: "Unpack it first, for example with: \(packing.remedy) \(path)")
        }
        guard !head.isEmpty else {
            throw CommandFailure(.badData, "\(path) is empty.", hint: "Nothing was recorded in it.")
        }
        if let format = TrackFormat.detect(head.span) { return format }
        throw CommandFailure(
            .badData, "\(path) is no recording of a known format.",
            hint: TrackFormat.advice(onForeign: head.span)
                ?? "NMEA 0183, gpsd JSON, GPX, GeoJSON of points and JSON of fixes are read; see --format."
        )
    }
}

/// Remarks on a recording, in addition to its counts.
extension Recording {
    /// Returns the likely mistakes in a recording, one sentence each.
    static func notes(_ outcome: Outcome) -> [String] {
        let counts = outcome.counts
        var notes: [String] = []
        if let problem = counts.firstProblem {
            notes.append(
                "The first problem is on line \(problem.line): \(printable(problem.sentence))")
        }
        if let first = counts.firstUnknownValue {
            let values = counted(
                counts.unknownValues, "value is no number", "values are no numbers")
            notes.append(
                "\(values) and taken as unknown, first \(printable(first.key)) on line \(first.line), "
                    + "\(printable(first.text)); null is the word for that.")
        }
        if let first = counts.firstUnreadableTime {
            let times = counted(counts.unreadableTimes, "time was", "times were")
            notes.append(
                "\(times) not understood, first \"\(printable(first))\"; times are written like "
                    + "2026-11-21T07:40:00Z. The points have none.")
        }
        if counts.zonelessTimes > 0 {
            let times = counted(counts.zonelessTimes, "time has", "times have")
            notes.append(
                "\(times) no zone and \(counts.zonelessTimes == 1 ? "is" : "are") taken as UTC.")
        }
        return notes
    }

    /// Returns a sentence when a document is incomplete or damaged; nil otherwise.
    static func damage(_ outcome: Outcome) -> String? {
        let discards = outcome.counts.discards
        switch outcome.format {
        case .gpx: return discards[.badXML] > 0 ? DiscardReason.badXML.remedy : nil
        case .array, .geojson:
            return discards[.badJSON] > 0 ? DiscardReason.badJSON.remedy(in: outcome.format) : nil
        case .nmea, .gpsd, .pushed: return nil
        }
    }

    /// Throws for a recording without a fix, since a replay of it proves nothing.
    static func demandFixes(_ outcome: Outcome, _ path: String) throws {
        guard outcome.counts.fixes == 0 else { return }
        throw CommandFailure(
            .badData, "\(path) has no fixes: it was read as \(outcome.format.text).",
            hint: lack(of: outcome))
    }

    /// Returns why a recording has no fix, with remedies: the first problem, the reasons and
    /// discards that explain it with their counts, or the missing kind of data.
    private static func lack(of outcome: Outcome) -> String {
        let (counts, format) = (outcome.counts, outcome.format)
        var reasons: [(count: Int, sentence: String)] = []
        if let problem = counts.firstProblem {
            reasons.append((.max, "Line \(problem.line): \(printable(problem.sentence))"))
        }
        for (reason, count) in counts.noFixReasons.nonZero {
            let epochs = counted(count, "epoch has", "epochs have")
            reasons.append(
                (count, "\(epochs) no fix for the reason \(reason.rawValue): \(reason.remedy)"))
        }
        for (reason, count) in counts.discards.nonZero where reason.explainsLack {
            let lines = counted(count, "\(format.unit) was", "\(format.unit)s were")
            // The problem of the first line is more specific than the most frequent reason.
            let isExplained = counts.firstProblem != nil && reason.isOfValues
            let remedy = isExplained ? "." : ": \(reason.remedy(in: format))"
            reasons.append(
                (count, "\(lines) left out for the reason \(reason.rawValue)\(remedy)"))
        }
        guard reasons.isEmpty else {
            return reasons.sorted { $0.count > $1.count }.map(\.sentence).joined(separator: " ")
        }
        switch format {
        case .nmea: return "It lacks sentences with a position, such as GGA or RMC."
        case .gpsd: return "It lacks TPV reports with a position."
        case .gpx:
            return counts.wayPoints > 0
                ? "It has way points alone; record a track." : "It lacks track points."
        case .pushed, .array: return "It lacks objects with lat and lon."
        case .geojson: return "It lacks Points with a time in properties.time."
        }
    }
}

extension TrackFormat {
    /// The discarded unit of a recording of that format, in the singular.
    fileprivate var unit: String {
        switch self {
        case .nmea: "sentence"
        case .gpsd, .pushed: "line"
        case .gpx: "point"
        case .array: "object"
        case .geojson: "feature"
        }
    }
}

extension DiscardReason {
    /// Whether the reason concerns the values of a line or point. The first such problem is listed
    /// separately.
    fileprivate var isOfValues: Bool {
        switch self {
        case .malformed, .outOfRange, .badJSON, .badPoint: true
        case .badChecksum, .noChecksum, .truncated, .overlong, .binary, .badDate, .nullIsland,
            .missingDigit, .sentencesDisagree, .otherDatum, .conflict, .repeatedEpoch, .badXML,
            .otherDevice:
            false
        }
    }

    /// Whether the reason can explain a recording without a fix: a position was discarded, or may
    /// have been.
    fileprivate var explainsLack: Bool {
        switch self {
        case .binary, .badDate, .sentencesDisagree, .repeatedEpoch: false
        case .badChecksum, .noChecksum, .truncated, .overlong, .malformed, .outOfRange, .nullIsland,
            .missingDigit, .otherDatum, .conflict, .badJSON, .badXML, .badPoint, .otherDevice:
            true
        }
    }
}
