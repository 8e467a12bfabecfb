internal import Chronology
internal import Composition
internal import ControlProtocol
internal import FixRecorder
internal import Settings
internal import Suggestions

extension BugReport {
    /// Collects all sections; an unavailable one contains the reason.
    static func read(
        _ connection: ConnectionOptions, configuration path: String?, shift: CoordinateShift?,
        keepsArguments: Bool, recordedSince: UTCInstant? = nil
    ) -> BugReport {
        let status = connection.status()
        let diagnosis = Diagnosis.read(status, configuration: path, connection)
        let file = path ?? (try? status.get().config) ?? ConfigurationFile.usualPath
        let recording = recordedSince.map { since in
            recorded(since, connection, stateDirectory(file, status))
        }
        return BugReport(
            sections: [
                .system("Versions", versions(status)),
                .text("Doctor", diagnosis.text(.signs)),
                part("Status") { try [json(status.get())] },
                part("Fixes") {
                    try connection.connect().call(.fixLast, FixQuery(), as: FixList.self).fixes
                        .map(json)
                },
                configuration(file),
                .text("Fence files", fences(file)),
                part("Last \(newestEvents) events") {
                    var query = EventQuery()
                    query.last = newestEvents
                    return try connection.connect()
                        .call(.eventsList, query, as: JSONValue.self)["events"]?.items ?? []
                },
                journal(hidingPlaces: shift != nil),
                .system("Unit", unit()),
            ] + [recording].compactMap(\.self),
            redaction: Redaction(
                arguments: Redaction.arguments(of: commands(file, status)),
                keepsArguments: keepsArguments),
            shift: shift)
    }

    /// Returns the command lines of sources: those of the configuration, and those of the status,
    /// where only the first word is certainly not an argument.
    private static func commands(
        _ path: String, _ status: Result<DaemonStatus, CommandFailure>
    ) -> [[String]] {
        var commands: [[String]] = []
        for source in (try? ConfigurationFile.load(path))?.configuration.sources ?? [] {
            if case .exec(let command) = source.kind { commands.append(command) }
        }
        for source in (try? status.get())?.sources ?? [] where source.type == "exec" {
            commands.append((source.device ?? "").split(separator: " ").map(String.init))
        }
        return commands
    }

    /// The number of events: enough for a day, and few enough to read.
    private static let newestEvents = 100
    /// The number of journal lines: about a day of a healthy daemon, a few hours of a failing one.
    private static let newestLines = 200

    /// The most entries of the recording, so that the report can be sent: three hours at 1 Hz.
    private static let newestEntries = 10_000

    private static func stateDirectory(
        _ path: String, _ status: Result<DaemonStatus, CommandFailure>
    ) -> String {
        (try? status.get().store.path) ?? (try? ConfigurationFile.load(path))?.stateDirectory
            ?? Composition.usualStateDirectory
    }

    /// Returns the section with the inputs recorded since a time, included only on request.
    private static func recorded(
        _ since: UTCInstant, _ connection: ConnectionOptions, _ stateDirectory: String
    ) -> Section {
        part("Recording since \(since.rfc3339), newest \(newestEntries) entries") {
            let fixes = RecordedFixes(
                connection: connection, stateDirectory: stateDirectory,
                selection: RecordingSelection(since: since))
            var entries: ArraySlice<JSONValue> = []
            let outcome = try fixes.read { entry in
                entries.append(try json(RecordingEntry(entry)))
                if entries.count > newestEntries { entries.removeFirst() }
            }
            return entries + outcome.damage.map { .object([Anonymizer.sentenceKey: .string($0)]) }
        }
    }

    private static func versions(_ status: Result<DaemonStatus, CommandFailure>) -> String {
        let daemon = (try? status.get().version) ?? "does not answer"
        let release = (FileText.small("/etc/os-release") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
        return """
            geofencectl \(Release.version)
            geofenced \(daemon)
            system \(release.map { $0.filter { $0 != "\"" } } ?? "unknown")
            kernel \(FileText.small("/proc/version") ?? "unknown")
            """
    }

    private static func configuration(_ path: String) -> Section {
        let title = "Configuration \(path)"
        do {
            let bytes = try FileText.read(path, limit: Configuration.maximumBytes)
            return .configuration(title, String(decoding: bytes, as: UTF8.self))
        } catch {
            return .text(title, reason(error))
        }
    }

    private static func fences(_ path: String) -> String {
        guard let composition = try? ConfigurationFile.load(path) else {
            return "The configuration cannot be read or is not valid."
        }
        let watched = FencesCheck.monitors(of: composition).map { watched in
            let problems = (watched.rejected + watched.warned).map { "  \($0)\n" }.joined()
            let count = watched.count.map { counted($0, "fence") } ?? "cannot be used"
            return "\(watched.monitor): \(watched.path): \(count)\n\(problems)"
        }
        let plans = composition.configuration.floorMaps.map { plan(of: $0, in: composition) }
        return (watched + plans).joined()
    }

    /// Returns a line about a floor map; empty where the configuration contains the ground plan.
    private static func plan(of floorMap: FloorMapSettings, in composition: Composition) -> String {
        guard case .file(let path) = floorMap.building else { return "" }
        let problems = composition.fileProblems.filter { $0.path == path }
        let isLost = composition.lostPlans.contains { $0.problem.path == path }
        return "floor map \(floorMap.name): \(path): \(isLost ? "cannot be used" : "ground plan")\n"
            + problems.map { "  \($0)\n" }.joined()
    }

    /// Returns the newest lines of the journal; known fields only where positions are hidden.
    private static func journal(hidingPlaces: Bool) -> Section {
        let title = "Journal, last \(newestLines) lines"
        let command = [
            "journalctl", "-u", "geofenced", "-n", "\(newestLines)", "--no-pager", "-o",
            hidingPlaces ? "json" : "short-iso",
        ]
        guard let answer = Program.run(command, withErrors: true)
        else { return .text(title, "journalctl is not installed.") }
        guard hidingPlaces, answer.status == 0 else { return .text(title, answer.text) }
        return .lines(title, answer.text.split(separator: "\n").compactMap(journalRecord))
    }

    /// Returns the retained fields of an entry of `journalctl -o json`, before its positions are
    /// hidden. Omits sentences of events, which may be the user's, and of other programs.
    static func journalRecord(_ line: Substring) -> JSONValue? {
        guard let entry = try? Wire.value(JSONValue.self, from: Array(line.utf8)) else {
            return nil
        }
        var record: [String: JSONValue] = [:]
        if let time_us = entry["__REALTIME_TIMESTAMP"]?.text.flatMap(Int64.init) {
            let (time_ns, isBeyond) = time_us.multipliedReportingOverflow(by: 1000)
            if !isBeyond { record["time"] = .string(UTCInstant(nanoseconds: time_ns).rfc3339) }
        }
        record["program"] = entry["SYSLOG_IDENTIFIER"]
        record["priority"] = entry["PRIORITY"]?.text.flatMap(Int64.init).map(JSONValue.integer)
        for name in ["event", "monitor", "source", "fence", "visit"] {
            record[name] = entry["GEOFENCE_\(name.uppercased())"]
        }
        let isOurs = ["geofenced", "systemd"].contains(entry["SYSLOG_IDENTIFIER"]?.text)
        if isOurs, record["event"] == nil, let message = entry["MESSAGE"]?.text {
            record[Anonymizer.sentenceKey] = .string(message)
        }
        return .object(record)
    }

    private static func unit() -> String {
        Program.run(
            [
                "systemctl", "show", "geofenced.service", "--no-pager", "-p",
                "LoadState,ActiveState,SubState,UnitFileState,FragmentPath,DropInPaths,Result,"
                    + "NRestarts,ExecMainStatus,ExecMainStartTimestamp,MemoryCurrent,NeedDaemonReload",
            ], withErrors: true
        )?.text ?? "systemctl is not installed."
    }

    private static func part(_ title: String, _ values: () throws -> [JSONValue]) -> Section {
        do {
            return .lines(title, try values())
        } catch {
            return .text(title, reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? CommandFailure)?.message ?? "\(error)"
    }

    private static func json(_ value: some Encodable) throws -> JSONValue {
        try Wire.value(JSONValue.self, from: Wire.line(value))
    }
}

extension JSONValue {
    /// The items, when this is a list.
    fileprivate var items: [JSONValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }
}
