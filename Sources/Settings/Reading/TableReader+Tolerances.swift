import ConfigurationText
import Geofencing

extension TableReader {
    /// The tolerances of a table, in one of the two units.
    ///
    /// A share is one of the enclosing circle's radius: at -1 nothing is left of a fence; beyond 100 it
    /// is a percentage that was meant as a share.
    mutating func tolerances() -> Tolerances {
        let longest = MonitorDefinition.longestDistance_m
        let (shares, metres) = (-1.0...100, -longest...longest)
        let tolerances = Tolerances(
            enter: number("tolerance_enter", shares), exit: number("tolerance_exit", shares),
            enter_m: number("tolerance_enter_m", metres),
            exit_m: number("tolerance_exit_m", metres))
        let keys = ["tolerance_enter", "tolerance_exit"]
        let inMetres = keys.map { $0 + "_m" }.first(where: has)
        if let share = keys.first(where: has), let inMetres {
            refuse(
                inMetres,
                "stands beside \(share), and tolerances are either shares or metres; remove one of "
                    + "them")
        }
        return tolerances
    }

    /// Between a smaller exit and a larger enter threshold, each fix would enter and leave.
    ///
    /// - Parameters:
    ///   - tolerances: those in force.
    ///   - otherTable: where the threshold comes from that this table does not give.
    /// - Returns: whether they were refused.
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
