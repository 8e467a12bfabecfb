/// The evidence of one fix about one fence.
enum Evidence: Sendable, Hashable {
    /// At or below the enter threshold.
    case inside
    /// Above the exit threshold.
    case outside
    /// Indeterminate; the state remains as it is.
    case hold(UnknownReason)

    /// Derives the evidence from a signed distance. The edge counts as inside.
    ///
    /// A poor fix is evidence only where the boundary is farther away than its accuracy radius.
    ///
    /// - Parameters:
    ///   - distance: signed, in metres, negative inside.
    ///   - accuracy: the accuracy of the fix.
    init(distance: Double, thresholds: Thresholds, accuracy: AccuracyRadius) {
        let isPoor = accuracy.isPoor
        let reach = accuracy.radius_m ?? 0
        if distance <= thresholds.enter {
            let isClear = distance <= thresholds.bareEnter - reach
            self = isPoor && !isClear ? .hold(.poorAccuracy) : .inside
        } else if distance > thresholds.exit {
            let isClear = distance > thresholds.bareExit + reach
            self = isPoor && !isClear ? .hold(.poorAccuracy) : .outside
        } else {
            self = .hold(isPoor ? .poorAccuracy : .band)
        }
    }
}
