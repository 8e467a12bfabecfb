import ConfigurationText
import Geofencing

extension TableReader {
    /// Refuses a mix of tolerances as shares and in metres.
    mutating func checkToleranceUnits() {
        let keys = ["tolerance_enter", "tolerance_exit"]
        let inMetres = keys.map { $0 + "_m" }.first(where: has)
        if let share = keys.first(where: has), let inMetres {
            refuse(
                inMetres,
                "stands beside \(share), and tolerances are either shares or metres; remove one of "
                    + "them")
        }
    }

    /// Refuses an exit tolerance below the enter tolerance: fixes between would enter and leave.
    ///
    /// - Parameters:
    ///   - tolerances: the effective tolerances.
    ///   - otherTable: the table with the threshold that this table does not have.
    /// - Returns: whether the tolerances were refused.
    @discardableResult
    mutating func check(_ tolerances: Tolerances, otherTable: String = "") -> Bool {
        let (enter, exit) = (tolerances.enter ?? 0, tolerances.exit ?? 0)
        guard exit < enter else { return false }
        let unit = tolerances.unit == .metres ? "_m" : ""
        let (enterKey, exitKey) = ("tolerance_enter\(unit)", "tolerance_exit\(unit)")
        let origin = otherTable.isEmpty ? "" : " of \(otherTable)"
        refuse(
            has(exitKey) ? exitKey : enterKey,
            "makes \(exitKey) (\(exit.short)\(has(exitKey) ? "" : origin)) less than "
                + "\(enterKey) (\(enter.short)\(has(enterKey) ? "" : origin)), so "
                + "that each fix between them would enter and leave; give \(exitKey) "
                + "\(enter.short) or more")
        return true
    }
}
