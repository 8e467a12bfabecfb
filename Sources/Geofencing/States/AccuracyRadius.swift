import Geodesy

/// The accuracy of a fix as one monitor reads it.
struct AccuracyRadius: Sendable, Hashable {
    /// The radius in metres at the monitor's confidence; nil when the fix has none and none is
    /// assumed.
    let radius_m: Double?
    /// The radius in metres that takes part in the evaluation; 0 for a point.
    let tested_m: Double
    /// Whether the monitor needs an accuracy and there is neither a reported nor an assumed one.
    let isMissing: Bool

    /// Whether the fix is poor: it is evidence only for fences whose boundary is farther away than
    /// `radius_m`.
    let isPoor: Bool

    /// The accuracy where none takes part.
    static let none = AccuracyRadius(radius_m: nil, tested_m: 0, isMissing: false)

    private init(radius_m: Double?, tested_m: Double, isMissing: Bool) {
        self.radius_m = radius_m
        self.tested_m = tested_m
        self.isMissing = isMissing
        isPoor = false
    }

    /// - Parameter isPoor: whether the accuracy is far worse than is usual for the source.
    init(of update: LocationUpdate, by reading: AccuracyReading, isPoor: Bool = false) {
        let reported = update.usableAccuracy_m.map {
            Self.converted($0, from: update.accuracyLevel, to: reading.confidence)
        }
        radius_m = reported ?? reading.assumed_m
        switch reading.limit {
        case .auto: self.isPoor = isPoor
        case .fixed(let limit_m): self.isPoor = radius_m.map { $0 > limit_m } ?? false
        case .off: self.isPoor = false
        }
        switch reading.mode {
        case .useGeometry:
            tested_m = 0
            isMissing = false
        case .useGeometryWithAccuracy:
            tested_m = radius_m ?? 0
            isMissing = radius_m == nil
        }
    }

    /// Converts a radius to another confidence. Errors in the plane follow the Rayleigh
    /// distribution, whose radius of confidence p is σ √(-2 ln(1-p)), so 1.5096 σ for 68 % and
    /// 2.4477 σ for 95 %.
    ///
    /// - Parameters:
    ///   - level: 0.01 to below 1; for any other value the radius is returned unchanged.
    ///   - confidence: above 0 and below 1.
    static func converted(_ radius: Double, from level: Double, to confidence: Double) -> Double {
        guard level != confidence, level >= 0.01, level < 1, confidence > 0, confidence < 1 else {
            return radius
        }
        return radius
            * (naturalLogarithm(1 - confidence) / naturalLogarithm(1 - level)).squareRoot()
    }
}
