import Geofencing

extension KindDefaults {
    /// Reads `[defaults.level]` or `[defaults.global]`.
    static func read(_ table: inout TableReader) -> KindDefaults {
        var defaults = KindDefaults()
        defaults.enabled = table.flag("enabled") ?? defaults.enabled
        defaults.ignorePeriod_s =
            table.number("ignore_period_s", 0...MonitorDefinition.longestPeriod_s)
            ?? defaults.ignorePeriod_s
        defaults.toleranceEnter = table.tolerance("tolerance_enter") ?? defaults.toleranceEnter
        defaults.toleranceExit = table.tolerance("tolerance_exit") ?? defaults.toleranceExit
        defaults.floorPolicy = table.word("floor_policy", FloorPolicy.self) ?? defaults.floorPolicy
        table.checkTolerances(enter: defaults.toleranceEnter, exit: defaults.toleranceExit)
        return defaults
    }
}

extension TableReader {
    /// A share of the enclosing circle's radius. At -1 nothing is left of a fence; beyond 100 it
    /// is a percentage that was meant as a share.
    mutating func tolerance(_ key: String) -> Double? {
        number(key, -1...100)
    }

    /// Between a smaller exit and a larger enter threshold, each fix would enter and leave.
    ///
    /// - Parameter otherTable: where the threshold comes from that this table does not give.
    mutating func checkTolerances(enter: Double, exit: Double, otherTable: String = "") {
        guard exit < enter else { return }
        let isExitGiven = has("tolerance_exit")
        let origin = otherTable.isEmpty ? "" : " of \(otherTable)"
        refuse(
            isExitGiven ? "tolerance_exit" : "tolerance_enter",
            "makes tolerance_exit (\(exit.short)\(isExitGiven ? "" : origin)) less than "
                + "tolerance_enter (\(enter.short)\(has("tolerance_enter") ? "" : origin)), so "
                + "that each fix between them would enter and leave; give tolerance_exit "
                + "\(enter.short) or more")
    }
}
