import Chronology
import Positioning
import TestSupport
import Testing

/// A recorded trace of `Tests/Data/Positioning`: its settings, its bytes, and beside it the reports
/// that it must give.
struct Trace: CustomTestStringConvertible {
    let path: String
    let bytes: [UInt8]

    private static let folder = DataFolder.of("Positioning")

    /// All traces whose file name ends in `suffix`.
    static func all(_ suffix: String) throws -> [Trace] {
        try folder.names(endingIn: suffix).map { Trace(path: $0, bytes: try folder.bytes($0)) }
    }

    var testDescription: String { path }

    /// What the trace must give, a line a report; `UPDATE_GOLDEN=1` writes down what it gives
    /// instead.
    func golden(updatedTo given: String) throws -> String {
        try Self.folder.golden(path + ".fixes", updatedTo: given)
    }

    /// The words of the lines that begin with `#: `.
    var settings: [[Substring]] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix("#: ") }.map { $0.dropFirst(3).split(separator: " ") }
    }

    /// A decoder as the settings of the trace want it.
    func nmeaDecoder() -> NMEADecoder {
        var settings = NMEASettings()
        var systemTime: UTCInstant?
        for words in self.settings {
            switch words[0] {
            case "dead_reckoning": settings.acceptsDeadReckoning = true
            case "allow_null_island": settings.allowsNullIsland = true
            case "repair_rollover": settings.repairsWeekRollover = true
            case "build_date": settings.buildDate = UTCInstant(rfc3339: words[1])
            case "system_time": systemTime = UTCInstant(rfc3339: words[1])
            default: preconditionFailure("\(path) has an unknown setting \(words[0])")
            }
        }
        var decoder = NMEADecoder(settings)
        decoder.noteSystemTime(systemTime, at: BootInstant(nanoseconds: 0))
        return decoder
    }
}

extension Report {
    /// The report as a line of a golden file.
    var line: String {
        switch self {
        case .fix(let fix):
            var words = [fix.decodeLine]
            if case .untrusted(let doubt) = fix.timeQuality { words.append(doubt.rawValue) }
            if fix.isLeapSecond { words.append("leap") }
            if fix.isDeadReckoned { words.append("dead-reckoned") }
            if fix.isLastKnown { words.append("last-known") }
            if let heading = fix.headingDegrees { words.append("heading=\(heading)") }
            if let height = fix.ellipsoidalHeightMetres { words.append("ellipsoid=\(height)") }
            if let accuracy = fix.verticalAccuracyMetres { words.append("vertical=\(accuracy)") }
            if let used = fix.satellitesUsed { words.append("used=\(used)") }
            if let visible = fix.satellitesVisible { words.append("visible=\(visible)") }
            if let jamming = fix.jamming { words.append("jamming=\(jamming)") }
            if let hdop = fix.hdop, fix.comesAsJSONLine { words.append("hdop=\(hdop)") }
            if let additional = fix.additional { words.append(additional.json) }
            if let basis = fix.horizontalAccuracy?.basis { words.append("by=\(basis.rawValue)") }
            return "fix " + words.joined(separator: " ")
        case .noFix(let reason): return "no-fix " + reason.rawValue
        case .failure(let text): return "failure " + text
        case .discard(let reason): return "discard " + reason.rawValue
        case .timeFault(.backwards(let from, let to)):
            return "time-backwards \(from.rfc3339) \(to.rfc3339)"
        case .timeFault(.untrusted(let time, let doubt)):
            return "time-untrusted \(time.rfc3339) \(doubt.rawValue)"
        case .gpsd(let notice): return "gpsd \(notice)"
        }
    }
}
