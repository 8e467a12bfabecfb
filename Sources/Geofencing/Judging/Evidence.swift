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
    /// A radius above `limit` is too poor to enter, and to leave unless the fix is clear of the
    /// fence by more than the radius.
    ///
    /// - Parameters:
    ///   - distance: signed, metres, negative inside.
    ///   - radius: accuracy radius of the fix in metres, nil when unknown.
    ///   - limit: the radius in metres beyond which a fix is poor; nil for none.
    init(distance: Double, thresholds: Thresholds, radius: Double?, limit: Double?) {
        let isPoor = if let radius, let limit { radius > limit } else { false }
        if distance <= thresholds.enter {
            self = isPoor ? .hold(.poorAccuracy) : .inside
        } else if distance > thresholds.exit {
            let isClear = distance > thresholds.bareExit + (radius ?? 0)
            self = isPoor && !isClear ? .hold(.poorAccuracy) : .outside
        } else {
            self = .hold(isPoor ? .poorAccuracy : .band)
        }
    }
}
