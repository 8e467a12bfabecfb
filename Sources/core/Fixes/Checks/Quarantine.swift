import Geodesy

/// The fixes that follow a jump, until enough of them agree with each other to be accepted.
struct Quarantine: Sendable, Hashable {
    /// The fixes that have to agree. A spike is one fix; a reflection is seldom more than two.
    static let fixes = 3
    /// The least duration, because three fixes at 10 Hz take almost no time. A wrong solution lasts
    /// longer, and the further it is off, the longer it lasts.
    static let seconds = 3.0
    static let longest_s = 60.0
    /// The fraction by which the velocity of a device beyond the speed limit may change between
    /// steps.
    private static let steadiness = 0.2

    private let since: FeedInstant
    private var count = 1
    /// The latest of these fixes.
    private(set) var last: AcceptedFix
    /// The velocity of the last step, in metres per second north and east.
    private var velocity: SIMD2<Double>?
    /// The seconds of the last step.
    private var interval_s = 0.0
    /// The speed at which the fixes continue beyond the limit; nil when they remain within it.
    private(set) var speed_mps: Double?

    /// Creates a quarantine with the first fix after the jump.
    init(_ fix: AcceptedFix) {
        since = fix.feed
        last = fix
    }

    /// Adds the next fix, or starts over with it when it does not agree.
    ///
    /// - Parameter isReachable: whether the fix can be reached from the one before within the speed
    ///   limit. A faster fix agrees when its velocity is as steady as that of an aircraft.
    mutating func take(_ fix: AcceptedFix, isReachable: Bool) {
        let seconds = fix.feed.seconds(since: last.feed)
        guard seconds > 0 else { return self = Quarantine(fix) }
        let velocity = last.update.position.metres(to: fix.update.position) / seconds
        // After a step beyond the limit, a step within it is another jump, unless the device slows
        // down.
        guard isReachable && speed_mps == nil || isSteady(velocity, to: fix, in: seconds) else {
            return self = Quarantine(fix)
        }
        if !isReachable { speed_mps = (velocity * velocity).sum().squareRoot() }
        self.velocity = velocity
        interval_s = seconds
        count += 1
        last = fix
    }

    /// Whether the jump is accepted now.
    ///
    /// - Parameter distance_m: the metres of the jump. `maxSpeed_mps` metres of it are possible
    ///   each second.
    func isBelieved(distance_m: Double, maxSpeed_mps: Double) -> Bool {
        let span_s = last.feed.seconds(since: since)
        if speed_mps != nil { return count > Self.fixes && span_s >= Self.longest_s }
        let wait_s = max(Self.seconds, min(Self.longest_s, distance_m / maxSpeed_mps))
        return count >= Self.fixes && span_s >= wait_s
            || count >= 2 && interval_s > Self.longest_s
    }

    private func isSteady(
        _ new: SIMD2<Double>, to fix: AcceptedFix, in seconds: Double
    ) -> Bool {
        guard let velocity else { return true }
        let change = new - velocity
        let margin_mps =
            ((fix.update.usableAccuracy_m ?? 0) + (last.update.usableAccuracy_m ?? 0)) / seconds
        let speed_mps = (velocity * velocity).sum().squareRoot()
        return (change * change).sum().squareRoot() <= Self.steadiness * speed_mps + margin_mps
    }
}

extension Coordinate {
    /// Returns the metres north and east to a place that is not far.
    fileprivate func metres(to other: Coordinate) -> SIMD2<Double> {
        let degrees = degrees(to: other)
        return SIMD2(
            degrees.y, degrees.x * cosineUpperBound(latitude: (latitude + other.latitude) / 2))
            * longestDegree_m
    }
}
