import Fixes
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
            AccuracyLevel.converted($0, from: update.accuracyLevel, to: reading.confidence)
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
}
