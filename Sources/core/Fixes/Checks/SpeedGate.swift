/// Limits the movement of a device between two fixes by the speeds that it reports at both.
enum SpeedGate {
    /// The number of consecutive accepted steps that contradict the reported speeds, from which on
    /// the speeds are not used.
    static let suspectLimit = 10

    /// Returns the longest distance in metres of a device that neither speeds up nor brakes faster
    /// than `acceleration`.
    ///
    /// - Parameters:
    ///   - start: metres per second at the first fix; nil when unknown.
    ///   - end: metres per second at the second fix; nil when unknown.
    ///   - seconds: the time between the two, above 0.
    /// - Returns: nil when neither speed is known.
    static func longestSegment_m(
        from start: Double?, to end: Double?, in seconds: Double, acceleration: Double
    ) -> Double? {
        switch (start, end) {
        case (let start?, let end?):
            let change = abs(end - start)
            // The speeds contradict each other: the faster one is used.
            guard change <= acceleration * seconds else { return max(start, end) * seconds }
            return (start + end) / 2 * seconds + acceleration * seconds * seconds / 4
                - change * change / (4 * acceleration)
        case (let speed?, nil), (nil, let speed?):
            return speed * seconds + acceleration * seconds * seconds / 2
        case (nil, nil): return nil
        }
    }
}
