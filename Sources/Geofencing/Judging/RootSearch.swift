/// Finds the first place on a way where a distance falls to nothing.
///
/// The function is a signed distance less a threshold, so it cannot change faster than `slope`
/// metres per unit of `u`: from a place where it is `f`, the next `f / slope` are safe to skip
/// (sphere tracing; Hart 1996). Once past the root, bisection narrows it down.
enum RootSearch {
    /// Grazes narrower than this are not seen, in metres; far below what any receiver resolves.
    static let resolution_m = 0.001
    /// The most strides along one way: beyond, strides are stretched and the resolution is less.
    static let strides = 2048.0
    /// Halvings of the last stride; enough for the precision of a Double.
    private static let halvings = 48

    /// The least `u` in `start ... 1` with `f(u) <= 0`; nil when there is none.
    ///
    /// - Parameters:
    ///   - slope: a bound of the change of `f` over a unit of `u`, in metres.
    ///   - f: metres by which the threshold is missed.
    static func first(from start: Double, slope: Double, _ f: (Double) -> Double) -> Double? {
        var low = start
        var value = f(start)
        if value <= 0 { return start }
        guard slope > 0 else { return nil }
        let leastStride = max(resolution_m / slope, 1 / strides)
        let safeStride = resolution_m / slope
        while low < 1 {
            let stride = value / slope
            let high = min(1, low + (stride > safeStride ? stride : leastStride))
            value = f(high)
            if value <= 0 { return bisect(low, high, f) }
            low = high
        }
        return nil
    }

    private static func bisect(_ low: Double, _ high: Double, _ f: (Double) -> Double) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<halvings {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if f(middle) <= 0 { high = middle } else { low = middle }
        }
        return high
    }
}
