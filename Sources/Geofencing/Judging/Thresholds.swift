/// The signed distances in metres at which a fence is entered and left.
struct Thresholds: Sendable, Hashable {
    /// At or below it the receiver comes in.
    let enter: Double
    /// Above it the receiver leaves.
    let exit: Double
    /// The threshold of entering for a receiver without extent.
    let bareEnter: Double
    /// The threshold of leaving for a receiver without extent.
    let bareExit: Double

    /// The thresholds of a relation: buffer, tolerance and accuracy radius added up.
    ///
    /// - Parameters:
    ///   - rules: what holds for the fence.
    ///   - accuracy: radius in metres that takes part; 0 for a point.
    ///   - enclosingRadius_m: radius of the least circle around the buffered fence, the measure of
    ///     tolerances that are shares; any where the fence has none.
    @inline(__always)
    init(rules: JudgingRules, accuracy: Double, enclosingRadius_m: Double) {
        let toleranceEnter = rules.toleranceEnter * enclosingRadius_m
        let toleranceExit = rules.toleranceExit * enclosingRadius_m
        bareEnter = rules.enterOffset_m + toleranceEnter
        bareExit = rules.exitOffset_m + toleranceExit
        switch rules.relation {
        case .enterIntersectsAndExitDoesNotIntersect:
            enter = bareEnter + accuracy
            exit = bareExit + accuracy
        case .enterContainsAndExitDoesNotContain:
            enter = bareEnter - accuracy
            exit = bareExit - accuracy
        case .enterContainsAndExitDoesNotIntersect:
            enter = bareEnter - accuracy
            exit = bareExit + accuracy
        }
    }

    /// Metres beyond which, either way, a distance decides nothing by its size any more.
    ///
    /// - Parameters:
    ///   - sweep_m: metres around the fix within which the way to it lies.
    ///   - radius_m: the accuracy radius of the fix; nil when unknown.
    func limit_m(sweep_m: Double, radius_m: Double?) -> Double {
        sweep_m + (radius_m ?? 0) + max(abs(enter), abs(exit), abs(bareEnter), abs(bareExit))
    }
}
