package import Geodesy

extension SplitMix {
    /// The next number of that range, which is drawn evenly from it.
    package mutating func number(_ range: ClosedRange<Double>) -> Double {
        let share = Double(next() >> 11) / 0x1p53
        return range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
}
