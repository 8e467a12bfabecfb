internal import Composition
internal import ControlProtocol
internal import Settings
internal import Spelling

extension BugReport {
    /// Collects everything; what cannot be had says why in its place.
    static func read(
        _ connection: ConnectionOptions, configuration path: String?, shift: CoordinateShift?
    ) -> BugReport {
        let status = connection.status()
        let diagnosis = Diagnosis.read(status, configuration: path, connection)
        let file = path ?? (try? status.get().config) ?? ConfigurationFile.usualPath
        return BugReport(
            sections: [
                .text("Versions", versions(status)),
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
                .text("Journal, last \(newestLines) lines", journal()),
                .text("Unit", unit()),
            ], shift: shift)
    }

    /// Events that tell a day's story and can still be read.
    private static let newestEvents = 100
    /// A quiet daemon writes that many lines in a day, one with a fault in a few hours.
    private static let newestLines = 200

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

    /// A floor map with its ground plan; nothing where the configuration itself draws it.
    private static func plan(of floorMap: FloorMapSettings, in composition: Composition) -> String {
        guard case .file(let path) = floorMap.building else { return "" }
        let problems = composition.fileProblems.filter { $0.path == path }
        let isLost = composition.lostPlans.contains { $0.problem.path == path }
        return "floor map \(floorMap.name): \(path): \(isLost ? "cannot be used" : "ground plan")\n"
            + problems.map { "  \($0)\n" }.joined()
    }

    private static func journal() -> String {
        Program.run(
            [
                "journalctl", "-u", "geofenced", "-n", "\(newestLines)", "--no-pager", "-o",
                "short-iso",
            ], withErrors: true
        )?.text ?? "journalctl is not installed."
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
