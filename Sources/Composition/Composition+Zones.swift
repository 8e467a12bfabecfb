public import Chronology
import ConfigurationText
import Expressions
import FenceFiles
import Geofencing
import Settings
import Suggestions

extension Composition {
    /// The directory of the time zone database on Linux.
    public static let zoneDirectory = "/usr/share/zoneinfo/"
    /// The maximum size of a zone file in bytes: many times the largest.
    public static let zoneMaximumBytes = 1 << 20

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
                if engine.monitors[index].timeZone == nil { note(path, "is not a time zone file") }
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

    /// Finds the rules of the zones that expressions name.
    mutating func findExpressionZones(
        _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) {
        for index in engine.monitors.indices {
            guard case .expression(var message)? = engine.monitors[index].message else { continue }
            message.zones = Self.zoneRules(message.zoneNames, readFile)
            engine.monitors[index].message = .expression(message)
        }
        for name in engine.feeds.keys {
            guard var filter = engine.feeds[name]?.filter else { continue }
            filter.zones = Self.zoneRules(filter.zoneNames, readFile)
            engine.feeds[name]?.filter = filter
        }
    }

    /// The rules of zones by name; names that the time zone database lacks are left out.
    ///
    /// - Parameters:
    ///   - names: the zones; nil for all of the database.
    ///   - readFile: the bytes of a file, or why there are none.
    public static func zoneRules(
        _ names: Set<String>?, _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) -> [String: ZoneRule] {
        var rules: [String: ZoneRule] = [:]
        for name in names ?? Set(zoneNames(readFile))
        where !Expression.isZoneWithoutRules(name) && isZoneName(name) {
            guard let bytes = try? readFile(zoneDirectory + name, zoneMaximumBytes) else {
                continue
            }
            rules[name] = ZoneRule(zoneFile: bytes, name: name)
        }
        return rules
    }

    /// Whether a name is within the directory of the database.
    private static func isZoneName(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
            && !name.utf8.contains(0)
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
