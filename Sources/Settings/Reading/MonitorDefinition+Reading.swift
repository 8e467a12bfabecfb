import ConfigurationText
import Geofencing
import Spelling

extension MonitorDefinition {
    /// Ten years: a longer period is most likely a wrong unit, and timers in nanoseconds are far
    /// from overflow.
    static let longestPeriod_s = 315_360_000.0

    /// Metres: half the circumference of the Earth, the greatest possible distance.
    static let longestDistance_m = 20_100_000.0

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
        monitor.autostart = table.flag("autostart") ?? monitor.autostart
        monitor.readRule(&table)
        monitor.readThresholds(&table)
        monitor.readTimes(&table)
        monitor.readSchedule(&table, zoneNames: &zoneNames)
        monitor.readWords(&table)
        monitor.checkTolerances(&table, kinds: kinds)
        return monitor
    }

    private mutating func readRule(_ table: inout TableReader) {
        rule = table.word("rule", RuleType.self) ?? rule
        relation = table.word("relation", SpatialRelationship.self) ?? relation
        accuracyMode = table.word("accuracy_mode", AccuracyMode.self) ?? accuracyMode
        initial = table.word("initial", InitialTrigger.self) ?? initial
        floorPolicy = table.word("floor_policy", FloorPolicy.self)
        let usual = "{ fixes = 3, seconds = 10 }"
        confirmEnter =
            table.table("confirm_enter", example: usual, Confirmation.read) ?? confirmEnter
        confirmExit =
            table.table("confirm_exit", example: usual, Confirmation.read) ?? confirmExit
        causeRespectsIgnore = table.flag("cause_respects_ignore") ?? causeRespectsIgnore
    }

    private mutating func readThresholds(_ table: inout TableReader) {
        let longest = Self.longestDistance_m
        buffer_m = table.number("buffer_m", 0...longest) ?? buffer_m
        tolerances = table.tolerances()
        // At 1 the radius of the accuracy circle would be infinite.
        accuracyConfidence =
            table.number("accuracy_confidence", 0.01...0.9999) ?? accuracyConfidence
        assumedAccuracy_m = table.number("assumed_accuracy_m", 0.001...longest)
        accuracyLimit = table.accuracyLimit("max_accuracy_m", 0.001...longest) ?? accuracyLimit
        minChord_m = table.number("min_chord_m", 0...longest)
    }

    private mutating func readTimes(_ table: inout TableReader) {
        let longest = Self.longestPeriod_s
        ignorePeriod_s = table.number("ignore_period_s", 0...longest)
        floorHold_s = table.number("floor_hold_s", 0...longest) ?? floorHold_s
        dwell_s = table.number("dwell_s", 0.001...longest)
        dwellRepeat_s = table.number("dwell_repeat_s", 1...longest)
        dwellMaxGap_s = table.number("dwell_max_gap_s", 0...longest)
        flapCap_s = table.number("flap_cap_s", 0.001...longest)
    }

    private mutating func readWords(_ table: inout TableReader) {
        message = table.text("message").map { .template(MessageTemplate($0)) }
        // An empty one is of the language, and gives an empty message.
        if let text = table.anyText("message_expression") {
            if message != nil {
                table.refuse(
                    "message_expression",
                    "stands beside message, and only one can make the text; remove one of them")
            }
            message = .expression(MessageExpression(text))
        }
        requestedActions = table.texts("requested_actions") ?? []
        actions = table.texts("actions") ?? []
        for action in actions where !requestedActions.contains(action) {
            let hint = didYouMean(action, among: requestedActions)
            table.refuse(
                "actions",
                "asks for \"\(action)\", which is not in requested_actions\(hint); add it there")
        }
    }

    /// Checks the tolerances of both kinds of fence, together with those of `[defaults]`.
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

extension Confirmation {
    /// Reads `{ fixes = N, seconds = S }`.
    fileprivate static func read(_ table: inout TableReader) -> Confirmation {
        Confirmation(
            fixes: table.integer("fixes", 1...1000) ?? 1,
            seconds: table.number("seconds", 0...86400) ?? 0)
    }
}

extension TableReader {
    /// Reads an accuracy in metres, `auto` or `off`.
    fileprivate mutating func accuracyLimit(
        _ key: String, _ range: ClosedRange<Double>
    ) -> AccuracyLimit? {
        if isWord(key, "auto") { return .auto }
        if isWord(key, "off") { return .off }
        return number(key, range, orWord: "auto\" or \"off").map(AccuracyLimit.fixed)
    }
}
