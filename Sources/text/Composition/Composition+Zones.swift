import Chronology
import ConfigurationText
import Expressions
import FenceFiles
import Fixes
import Geofencing
import Messages
import Settings
import Suggestions

extension Composition {
    /// Reads the rules of the time zones that monitors name. A monitor without a valid time zone
    /// reports that when it starts.
    mutating func findZones(_ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]) {
        for index in engine.monitors.indices {
            guard let zone = configuration.zoneNames[engine.monitors[index].name] else { continue }
            let name = zone.name
            let path = ZoneDatabase.directory + name
            do throws(UnreadableFile) {
                engine.monitors[index].timeZone = ZoneRule(
                    zoneFile: try readFile(path, ZoneDatabase.maximumBytes), name: name)
                if engine.monitors[index].timeZone == nil { note(path, "is not a time zone file") }
                if let reason = Self.westOfGreenwich(name) { note(zone, .noted, reason) }
            } catch {
                let names = ZoneDatabase.names(readFile)
                note(
                    zone, .rejected,
                    names.isEmpty
                        ? "\(path) \(error.reason); install tzdata, or give time_zone as a rule or an "
                            + "offset"
                        : "there is no time zone \"\(name)\"\(didYouMean(name, among: names))")
            }
        }
    }

    /// Compiles the message expressions and the filters. The configuration gets them without the
    /// rules of time zones, so that a change of those is no change of the configuration.
    mutating func compileExpressions(
        _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) {
        func zones(_ expression: ConfiguredExpression) -> [String: ZoneRule] {
            ZoneDatabase.rules(expression.zoneNames, readFile)
        }
        for index in engine.monitors.indices {
            guard case .expression(let message)? = engine.monitors[index].message else { continue }
            engine.monitors[index].message = .expression(
                MessageExpression(compiling: message.text, zones: zones))
            configuration.monitors[index].message = .expression(
                MessageExpression(compiling: message.text) { _ in [:] })
        }
        for index in configuration.sources.indices {
            let source = configuration.sources[index]
            guard let filter = source.feed.filter else { continue }
            engine.feeds[source.name]?.filter = FixFilter(compiling: filter.text, zones: zones)
            configuration.sources[index].feed.filter = FixFilter(compiling: filter.text) { _ in
                [:]
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

    /// Returns the warning that a name counts west of Greenwich, as POSIX does; nil for others.
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
}
