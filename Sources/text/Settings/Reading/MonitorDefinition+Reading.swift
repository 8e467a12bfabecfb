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
