/// How far a device can have come between two fixes by the speeds that it reports at both.
enum SpeedGate {
    /// Accepted steps in a row that contradict the reported speeds, after which those tell nothing.
    static let suspectLimit = 10

    /// The longest way in metres of a device that does not speed up or brake faster than `acceleration`.
    ///
    /// - Parameters:
    ///   - start: metres per second at the first fix; nil when unknown.
    ///   - end: metres per second at the second one.
    ///   - seconds: between the two, above 0.
    /// - Returns: nil when neither speed is known, and nothing is said.
    static func longestWay_m(
        from start: Double?, to end: Double?, in seconds: Double, acceleration: Double
    ) -> Double? {
        switch (start, end) {
        case (let start?, let end?):
            let change = abs(end - start)
            // They contradict each other: the faster one counts.
            guard change <= acceleration * seconds else { return max(start, end) * seconds }
            return (start + end) / 2 * seconds + acceleration * seconds * seconds / 4
                - change * change / (4 * acceleration)
        case (let speed?, nil), (nil, let speed?):
            return speed * seconds + acceleration * seconds * seconds / 2
        case (nil, nil): return nil
        }
    }
}
