import Geodesy

/// The stated accuracy of a position: the value, the share of positions that it covers, and its
/// origin.
///
/// Sources state different levels. The conversions assume equal, independent, normal errors north
/// and east, so the radius that covers a share p is sigma x sqrt(-2 ln(1 - p)): 1.5096 sigma for 68
/// %, 2.4477 sigma for 95 %; the 2D rms value is sqrt(2) sigma.
public struct HorizontalAccuracy: Hashable, Sendable, BitwiseCopyable {
    /// The stated value in metres, above 0; at most ``mostMetres``.
    public let metres: Double
    /// The share of positions within `metres`.
    public let level: Level
    /// The origin of the value.
    public let basis: Basis

    /// The share of positions within a stated accuracy.
    public enum Level: Hashable, Sendable, BitwiseCopyable {
        /// One standard deviation along one axis (39 % of positions).
        case oneSigma
        /// The root mean square of the distance, DRMS (63 % of positions).
        case rms2D
        /// 68 % of positions, the level that phones report.
        case percent68
        /// 95 % of positions, the level that gpsd reports.
        case percent95
        /// Any other share of positions, from 0.01 to below 1.
        case share(Double)
    }

    /// The origin of an accuracy, best first.
    public enum Basis: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        /// The receiver's own error statistics (GST).
        case gst
        /// gpsd's estimate.
        case gpsd
        /// The sender of a pushed fix stated it.
        case reported
        /// HDOP times an assumed range error.
        case hdop
    }

    /// Half the circumference of the earth in metres, the largest possible error.
    public static let mostMetres = 20_037_508.0

    /// Creates an accuracy; nil for 0, a negative value or NaN. A value above ``mostMetres`` is
    /// reduced to it, because so poor a position must not count as one of unknown accuracy.
    public init?(metres: Double, level: Level, basis: Basis) {
        guard metres > 0 else { return nil }
        self.metres = min(metres, Self.mostMetres)
        self.level = level
        self.basis = basis
    }

    /// The radius in metres that covers 95 % of positions.
    public var radius95Metres: Double {
        switch level {
        case .oneSigma: metres * 2.4477
        case .rms2D: metres * 1.731
        case .percent68: metres * (2.4477 / 1.5096)
        case .percent95: metres
        case .share(let share):
            metres * (naturalLogarithm(1 - 0.95) / naturalLogarithm(1 - share)).squareRoot()
        }
    }
}
