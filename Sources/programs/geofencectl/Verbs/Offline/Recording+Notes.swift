internal import Positioning
internal import Suggestions

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
