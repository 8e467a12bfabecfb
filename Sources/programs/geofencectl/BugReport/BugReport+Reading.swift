internal import Chronology
internal import Composition
internal import ConfigurationText
internal import ControlProtocol
internal import FixRecorder
internal import Geofencing
internal import Settings

extension BugReport {
    /// Collects all sections; an unavailable one contains the reason.
    static func read(
        _ connection: ConnectionOptions, configuration path: String?, hasPositions: Bool,
        recordedSince: UTCInstant? = nil
    ) -> BugReport {
        let status = connection.status()
        let diagnosis = Diagnosis.read(status, configuration: path, connection)
        let file = path ?? (try? status.get().config) ?? NamedConfiguration.usualPath
        let composition = try? NamedConfiguration.load(file)
        var sections = [
            Section(
                title: "Versions",
                output: "geofencectl \(Release.version)\n" + output(of: "uname -srvm")
                    + (FileText.small("/etc/os-release") ?? "")),
            section("Doctor") { try diagnosis.findings.map(json) },
            section("Status") { try [json(status.get())] },
            section("Fixes") {
                let list = try connection.connect().call(.fixLast, FixQuery(), as: FixList.self)
                return try list.fixes.map(json)
            },
            section("Configuration") { try configuration(file) },
            section("Fence files") { files(try NamedConfiguration.load(file)) },
            section("Last \(newestEvents) events") {
                var query = EventQuery()
                query.last = newestEvents
                let list = try connection.connect().call(.eventsList, query, as: EventList.self)
                return try list.events.map(json)
            },
            section("Journal, last \(newestLines) lines") {
                output(of: "journalctl -u geofenced -n \(newestLines) --no-pager -o json")
                    .split(separator: "\n").map(journalRecord)
            },
            Section(title: "Unit", output: output(of: unitCommand)),
        ]
        if let recordedSince {
            let directory = composition?.stateDirectory ?? Composition.usualStateDirectory
            sections.append(recording(since: recordedSince, connection, directory))
        }
        let commands = (composition?.configuration.sources ?? []).map { source -> [String] in
            if case .exec(let command, _) = source.kind { command } else { [] }
        }
        return BugReport(
            sections: sections, redaction: Redaction(commands: commands), hasPositions: hasPositions
        )
    }

    /// The number of events: enough for a day, and few enough to read.
    private static let newestEvents = 100
    /// The number of journal lines: about a day of a healthy daemon, a few hours of a failing one.
    private static let newestLines = 200
    /// The most entries of the recording, so that the report can be sent: three hours at 1 Hz.
    private static let newestEntries = 10_000

    /// Returns the section with the inputs recorded since a time, included only on request.
    private static func recording(
        since: UTCInstant, _ connection: ConnectionOptions, _ stateDirectory: String
    ) -> Section {
        section("Recording since \(since.rfc3339), newest \(newestEntries) entries") {
            let fixes = RecordedFixes(
                connection: connection, stateDirectory: stateDirectory,
                selection: RecordingSelection(since: since))
            var entries: ArraySlice<JSONValue> = []
            let outcome = try fixes.read { entry in
                entries.append(try json(RecordingEntry(entry)))
                if entries.count > newestEntries { entries.removeFirst() }
            }
            return entries + outcome.damage.map { .object(["sentence": .string($0)]) }
        }
    }

    /// Returns the path and the sections of a configuration; each source has its name as a member.
    private static func configuration(_ path: String) throws -> [JSONValue] {
        let bytes = try FileText.read(path, limit: Configuration.maximumBytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let members = try TOMLDocument.parse(text, maximumBytes: Configuration.maximumBytes).get()
        return try [.object(["path": .string(path)])]
            + members.map { member throws in
                let json = Array((member.value.json ?? "null").utf8)
                var value = try Wire.value(JSONValue.self, from: json)
                if member.key == "source", case .object(let sources) = value {
                    value = .array(
                        sources.map { .object(["name": .string($0), "settings": $1]) })
                }
                return .object([member.key: value])
            }
    }

    /// Returns the files of fences and ground plans with their problems.
    private static func files(_ composition: Composition) -> [JSONValue] {
        Set(composition.configuration.files).sorted().map { path in
            let set = composition.engine.fenceSets.first { $0.key.text == path }?.value.set
            let problems = composition.fileProblems.filter { $0.path == path }
            return .object([
                "path": .string(path), "fences": set.map { .integer(Int64($0.count)) } ?? .null,
                "problems": .array(problems.map { .string($0.description) }),
            ])
        }
    }

    /// Returns the fields of an entry of `journalctl -o json` that a report has; without the sentences of
    /// events, which the section of events has.
    static func journalRecord(_ line: Substring) -> JSONValue {
        let entry = try? Wire.value(JSONValue.self, from: Array(line.utf8))
        guard let entry else { return .object(["sentence": .string(String(line))]) }
        var record = [
            "program": "SYSLOG_IDENTIFIER", "priority": "PRIORITY", "event": "GEOFENCE_EVENT",
            "monitor": "GEOFENCE_MONITOR", "source": "GEOFENCE_SOURCE", "fence": "GEOFENCE_FENCE",
        ].compactMapValues { entry[$0] }
        record["time"] = entry["__REALTIME_TIMESTAMP"]?.text.flatMap(Int64.init).map {
            .string(UTCInstant(nanoseconds: $0 &* 1000).rfc3339)
        }
        let isOurs = ["geofenced", "systemd"].contains(entry["SYSLOG_IDENTIFIER"]?.text)
        if isOurs, record["event"] == nil { record["sentence"] = entry["MESSAGE"] }
        return .object(record)
    }

    private static let unitCommand =
        "systemctl show geofenced.service --no-pager -p LoadState,ActiveState,SubState,UnitFileState,"
        + "FragmentPath,DropInPaths,Result,NRestarts,ExecMainStatus,ExecMainStartTimestamp,"
        + "MemoryCurrent,NeedDaemonReload"

    private static func output(of command: String) -> String {
        let words = command.split(separator: " ").map(String.init)
        return Program.run(words, withErrors: true)?.text ?? "\(words[0]) is not installed."
    }

    private static func section(_ title: String, _ values: () throws -> [JSONValue]) -> Section {
        do {
            return Section(title: title, values: try values())
        } catch {
            let reason = (error as? CommandFailure)?.message ?? "\(error)"
            return Section(title: title, values: [.object(["sentence": .string(reason)])])
        }
    }

    private static func json(_ value: some Encodable) throws -> JSONValue {
        try Wire.value(JSONValue.self, from: Wire.line(value))
    }
}
