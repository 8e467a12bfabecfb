import Chronology
import FoundationEssentials
import Positioning
import Testing

/// A recorded trace of `Tests/Data/Positioning`: its settings, its bytes, and beside it the reports
/// that it must give.
struct Trace: CustomTestStringConvertible {
    let path: String
    let bytes: [UInt8]

    static let folder = String(
        #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
            + "/Data/Positioning/")

    /// All traces whose file name ends in `suffix`.
    static func all(_ suffix: String) throws -> [Trace] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(suffix) }.sorted()
            .map { Trace(path: $0, bytes: try read(folder + $0)) }
    }

    static func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    var testDescription: String { path }

    private var goldenPath: String { Self.folder + path + ".fixes" }

    /// What the trace must give, a line a report.
    var golden: String {
        (try? String(contentsOfFile: goldenPath, encoding: .utf8)) ?? ""
    }

    /// Writes the golden file when `UPDATE_GOLDEN` is set.
    func updateGolden(_ text: String) throws {
        guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil else { return }
        try text.write(toFile: goldenPath, atomically: true, encoding: .utf8)
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
            if let basis = fix.horizontalAccuracy?.basis { words.append("by=\(basis.rawValue)") }
            if let device = fix.device { words.append(device) }
            return "fix " + words.joined(separator: " ")
        case .noFix(let reason): return "no-fix " + reason.rawValue
        case .discard(let reason): return "discard " + reason.rawValue
        case .timeFault(.backwards(let from, let to)):
            return "time-backwards \(from.rfc3339) \(to.rfc3339)"
        case .timeFault(.untrusted(let time, let doubt)):
            return "time-untrusted \(time.rfc3339) \(doubt.rawValue)"
        case .gpsd(let notice): return "gpsd \(notice)"
        }
    }
}
