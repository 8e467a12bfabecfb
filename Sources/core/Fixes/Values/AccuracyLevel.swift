import Geodesy

/// The probability with which an accuracy radius contains the true place.
package enum AccuracyLevel {
    /// Converts a radius to another confidence. Errors in the plane follow the Rayleigh
    /// distribution, whose radius of confidence p is σ √(-2 ln(1-p)), so 1.5096 σ for 68 % and
    /// 2.4477 σ for 95 %.
    ///
    /// - Parameters:
    ///   - level: 0.01 to below 1; for any other value the radius is returned unchanged.
    ///   - confidence: above 0 and below 1.
    package static func converted(_ radius: Double, from level: Double, to confidence: Double)
        -> Double
    {
        guard level != confidence, level >= 0.01, level < 1, confidence > 0, confidence < 1 else {
            return radius
        }
        return radius
            * (naturalLogarithm(1 - confidence) / naturalLogarithm(1 - level)).squareRoot()
    }
}
