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
