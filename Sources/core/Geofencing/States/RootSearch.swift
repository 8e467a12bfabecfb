/// Finds the first place on a path where a signed distance falls to a threshold.
///
/// The function is the distance minus the threshold, so it cannot change faster than `slope` metres
/// per unit of `u`: from a place where it is `f`, the next `f / slope` can be skipped safely
/// (sphere tracing; Hart 1996). Once past the root, the bracket is narrowed.
enum RootSearch {
    /// The width in metres below which a touching contact is not detected; far below the resolution
    /// of any receiver.
    static let resolution_m = 0.001
    /// The greatest number of steps of that length along one path. A path that follows a threshold
    /// this closely for longer is continued in as many steps of equal length.
    static let closeStrides = 2048
    /// The width in metres to which a root is narrowed: less than a moving receiver travels within
    /// the precision of its clock.
    static let precision_m = 1e-6

    /// Returns the least `u` in `start ... 1` with `f(u) <= 0`; nil when there is none.
    ///
    /// - Parameters:
    ///   - slope: an upper bound of the change of `f` per unit of `u`, in metres.
    ///   - f: the signed distance minus the threshold, in metres.
    static func first(from start: Double, slope: Double, _ f: (Double) -> Double) -> Double? {
        var low = start
        var value = f(start)
        if value <= 0 { return start }
        guard slope > 0 else { return nil }
        let leastStride = resolution_m / slope
        let stretchedStride = max(leastStride, 1 / Double(closeStrides))
        var close = 0
        while low < 1 {
            var stride = value / slope
            if stride <= leastStride {
                stride = close < closeStrides ? leastStride : stretchedStride
                close += 1
            }
            let high = min(1, low + stride)
            let before = value
            value = f(high)
            if value <= 0 {
                return narrow(low...high, from: before, to: value, precision_m / slope, f)
            }
            low = high
        }
        return nil
    }

    /// Returns the upper end of the last bracket, where `f` is not above 0. The bracket is at most
    /// `precision` wide.
    ///
    /// The ITP method (Oliveira and Takahashi 2020): as fast as the secant method where `f` is
    /// smooth, and never more than one step slower than bisection.
    private static func narrow(
        _ range: ClosedRange<Double>, from first: Double, to last: Double, _ precision: Double,
        _ f: (Double) -> Double
    ) -> Double {
        var (low, high) = (range.lowerBound, range.upperBound)
        var (above, below) = (first, last)
        let truncation = 0.2 / (high - low)
        var allowance = 2 * (high - low)
        while high - low > precision {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            let width = high - low
            // From the secant towards the middle, but no farther from it than keeps pace with
            // bisection.
            let secant = (above * high - below * low) / (above - below)
            let sign = middle > secant ? 1.0 : -1.0
            let shift = min(max(truncation * width * width, precision / 4), abs(middle - secant))
            let reach = max(0, allowance / 2 - width / 2)
            let estimate = secant + sign * shift
            let next = abs(estimate - middle) <= reach ? estimate : middle - sign * reach
            let value = f(next)
            if value <= 0 { (high, below) = (next, value) } else { (low, above) = (next, value) }
            allowance /= 2
        }
        return high
    }
}
