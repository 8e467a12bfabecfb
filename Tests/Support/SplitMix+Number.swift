package import Geodesy

extension SplitMix {
    /// A uniformly distributed number in the range.
    package mutating func number(_ range: ClosedRange<Double>) -> Double {
        let share = Double(next() >> 11) / 0x1p53
        return range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
}
