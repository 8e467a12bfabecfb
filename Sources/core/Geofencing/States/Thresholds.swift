/// The signed distances in metres at which a fence is entered and left.
struct Thresholds: Sendable, Hashable {
    /// At or below this distance the receiver enters.
    let enter: Double
    /// Above this distance the receiver leaves.
    let exit: Double
    /// The enter threshold for a receiver without extent.
    let bareEnter: Double
    /// The exit threshold for a receiver without extent.
    let bareExit: Double

    /// Creates the thresholds of a relation: the sum of buffer, tolerance and accuracy radius.
    ///
    /// - Parameters:
    ///   - rules: the rules of the fence.
    ///   - accuracy: the radius in metres that takes part; 0 for a point.
    ///   - enclosingRadius_m: the radius of the smallest circle around the buffered fence, to which
    ///     relative tolerances refer; any value where the fence has none.
    @inline(__always)
    init(rules: FenceRules, accuracy: Double, enclosingRadius_m: Double) {
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

    /// The distance in metres beyond which, inside or outside, the exact value does not matter.
    ///
    /// - Parameters:
    ///   - segmentReach_m: the radius in metres around the fix that contains the segment to it.
    ///   - radius_m: the accuracy radius of the fix; nil when unknown.
    func limit_m(segmentReach_m: Double, radius_m: Double?) -> Double {
        segmentReach_m + (radius_m ?? 0) + max(abs(enter), abs(exit), abs(bareEnter), abs(bareExit))
    }
}
