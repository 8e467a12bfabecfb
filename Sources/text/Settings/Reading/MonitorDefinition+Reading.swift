import Chronology
import ConfigurationText
import Geofencing
import Suggestions

extension MonitorDefinition {
    /// Reads one `[[monitor]]`.
    static func read(
        _ table: inout TableReader, sources: [String],
        kinds: KeyValuePairs<FenceKind, KindDefaults>,
        taken: inout TakenNames, zoneNames: inout [String: NamedZone]
    ) -> MonitorDefinition {
        let known = taken.names
        let name = table.uniqueName(&taken.names)
        table.demand("source", "the name of a [source.NAME]")
        table.demand("fences", "the path of a GeoJSON file, or \"run-time\"")
        let source = table.text("source") ?? ""
        if !source.isEmpty, !sources.contains(source) {
            let hint = didYouMean(source, among: sources)
            table.refuse("source", "names \"\(source)\", but there is no [source.\(source)]\(hint)")
        }
        let fences =
            table.isWord("fences", FenceSetName.runTime.text)
            ? FenceSetName.runTime : FenceSetName(table.path("fences") ?? "")
        var monitor = MonitorDefinition(name: name, source: source, fences: fences)
        monitor.givenID = table.uniqueID(
            &taken.ids, name: known.contains(name) ? nil : name)
        let given = table.read(\.monitor, into: &monitor)
        monitor.readTimeZone(&table, zoneNames: &zoneNames)
        monitor.checkMessage(&table, given: given)
        table.checkToleranceUnits()
        monitor.checkTolerances(&table, kinds: kinds)
        return monitor
    }

    private func checkMessage(_ table: inout TableReader, given: Set<String>) {
        if given.isSuperset(of: ["message", "message_expression"]) {
            table.refuse(
                "message_expression",
                "stands beside message, and only one can make the text; remove one of them")
        }
        for action in actions where !requestedActions.contains(action) {
            let hint = didYouMean(action, among: requestedActions)
            table.refuse(
                "actions",
                "asks for \"\(action)\", which is not in requested_actions\(hint); add it there")
        }
    }

    /// Checks the tolerances for both kinds of fence, combined with those of `[defaults]`.
    private func checkTolerances(
        _ table: inout TableReader, kinds: KeyValuePairs<FenceKind, KindDefaults>
    ) {
        guard tolerances.isGiven else { return }
        for (kind, defaults) in kinds {
            let inForce = tolerances.over(defaults.tolerances)
            let otherTable = inForce == tolerances ? "" : "[defaults.\(kind.rawValue)]"
            if table.check(inForce, otherTable: otherTable) { return }
        }
    }
}

extension MonitorDefinition {
    /// Reads `time_zone`.
    ///
    /// - Parameter zoneNames: receives the name of a zone whose rule must be read from a file.
    mutating func readTimeZone(
        _ table: inout TableReader, zoneNames: inout [String: NamedZone]
    ) {
        guard let text = table.text("time_zone") else { return }
        if let zone = ZoneRule(text) {
            if let west_s = Self.westByPOSIX(text, zone) {
                table.refuse(
                    "time_zone",
                    "\"\(text)\" would be a rule of POSIX, which counts west of Greenwich, and mean "
                        + "\(Self.offset(-west_s)); write \"\(Self.offset(west_s))\" or "
                        + "\"\(Self.offset(-west_s))\"")
            }
            timeZone = zone
        } else if Self.isZoneName(text) {
            timeZone = nil
            zoneNames[name] = NamedZone(name: text, place: table.problem("time_zone", ""))
        } else {
            table.refuse(
                "time_zone",
                "must be \"UTC\", an offset such as \"+05:30\", a name such as \"Europe/Berlin\" "
                    + "or a rule such as \"CET-1CEST,M3.5.0,M10.5.0/3\", not \"\(text)\"")
        }
    }

    /// Returns the seconds west of Greenwich that POSIX reads in text such as `UTC+2`, whose author
    /// means seconds east; nil for other text.
    private static func westByPOSIX(_ text: String, _ zone: ZoneRule) -> Int? {
        let offset_s = zone.offset_s(at: UTCInstant(nanoseconds: 0))
        guard ["UTC", "GMT"].contains(text.prefix(3)), !text.contains(","), offset_s != 0 else {
            return nil
        }
        return -offset_s
    }

    /// Formats seconds as `+05:30`.
    private static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (seconds < 0 ? "-" : "+") + parts.joined(separator: ":")
    }

    /// Whether the text looks like a name of the time zone database, so that it names no file
    /// outside of the directory of the database.
    private static func isZoneName(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "/"):
                true
            default: false
            }
        } && text.first?.isLetter == true && !text.hasSuffix("/")
    }
}

extension KindDefaults {
    /// Reads `[defaults.level]` or `[defaults.global]`.
    static func read(_ table: inout TableReader) -> KindDefaults {
        var defaults = KindDefaults()
        _ = table.read(\.kind, into: &defaults)
        table.checkToleranceUnits()
        table.check(defaults.tolerances)
        return defaults
    }
}
