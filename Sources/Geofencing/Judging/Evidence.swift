/// What one fix says about one fence.
enum Evidence: Sendable, Hashable {
    /// Past the threshold of entering.
    case inside
    /// Past the threshold of leaving.
    case outside
    /// Nothing decisive; the state stays as it is.
    case hold(UnknownReason)

    /// Reads the evidence off a signed distance. The edge is inside.
    ///
    /// A poor fix says something only where the boundary is farther away than its accuracy radius.
    ///
    /// - Parameters:
    ///   - distance: signed, metres, negative inside.
    ///   - accuracy: of the fix.
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
