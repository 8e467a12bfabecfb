import Chronology
import FenceFiles
import Geofencing
import Settings
import Spelling

extension Composition {
    /// The directory of the time zone database on Linux.
    private static let zoneDirectory = "/usr/share/zoneinfo/"
    /// The maximum size of a zone file in bytes: many times the largest.
    private static let zoneMaximumBytes = 1 << 20

    /// Reads the rules of the zones that monitors name. A monitor without a valid zone reports that
    /// when it starts.
    mutating func findZones(_ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]) {
        for index in engine.monitors.indices {
            guard let zone = configuration.zoneNames[engine.monitors[index].name] else { continue }
            let name = zone.name
            let path = Self.zoneDirectory + name
            do throws(UnreadableFile) {
                engine.monitors[index].timeZone = ZoneRule(
                    zoneFile: try readFile(path, Self.zoneMaximumBytes), name: name)
                if engine.monitors[index].timeZone == nil { note(path, "is no time zone file") }
                if let reason = Self.westOfGreenwich(name) { note(zone, .noted, reason) }
            } catch {
                let names = Self.zoneNames(readFile)
                note(
                    zone, .rejected,
                    names.isEmpty
                        ? "\(path) \(error.reason); install tzdata, or give time_zone as a rule or an "
                            + "offset"
                        : "there is no time zone \"\(name)\"\(didYouMean(name, among: names))")
            }
        }
    }

    private mutating func note(
        _ zone: NamedZone, _ severity: FenceProblem.Severity, _ reason: String
    ) {
        let problem = zone.problem(reason)
        let line = problem.line.map { ":\($0)" } ?? ""
        let key = problem.key.map { "\($0): " } ?? ""
        fileProblems.append(
            FileProblem(
                path: problem.file + line, problem: FenceProblem(severity, key + reason)))
    }

    /// The warning that a name counts west of Greenwich, as in POSIX, where most people mean east.
    private static func westOfGreenwich(_ name: String) -> String? {
        let prefix = "Etc/GMT"
        guard name.hasPrefix(prefix), let hours = Int(name.dropFirst(prefix.count)), hours != 0
        else { return nil }
        func offset(_ hours: Int) -> String {
            (hours < 0 ? "-" : "+") + (abs(hours) < 10 ? "0" : "") + "\(abs(hours)):00"
        }
        return
            "\"\(name)\" is \(abs(hours)) h \(hours > 0 ? "west" : "east") of Greenwich, as POSIX counts; "
            + "write \"\(offset(-hours))\" for that, or \"\(offset(hours))\" for the other side"
    }

    /// All names of the database, zones and links; empty where it is not installed.
    private static func zoneNames(
        _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) -> [String] {
        guard let bytes = try? readFile(zoneDirectory + "tzdata.zi", zoneMaximumBytes) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            switch words.first {
            case "Z" where words.count > 1: return String(words[1])
            case "L" where words.count > 2: return String(words[2])
            default: return nil
            }
        }
    }
}
