/// The expansions of sixth order on which geodesics are computed.
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), equations (15) to
/// (25) for distance and (42) to (44) for reduced length, with n the third flattening.
struct GeodesicSeries {
    /// Coefficients of sin 2lσ, l from 1 to 6.
    typealias Coefficients = (Double, Double, Double, Double, Double, Double)

    private static let n = WGS84.thirdFlattening

    /// Returns the expansion parameter ε for k², equation (16).
    static func epsilon(kSquared k2: Double) -> Double {
        k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    }

    /// A1 - 1, equation (17).
    static func a1LessOne(_ eps: Double) -> Double {
        let e2 = eps * eps
        let t = e2 * (e2 * (e2 + 4) + 64) / 256
        return (t + eps) / (1 - eps)
    }

    /// A2 - 1, equation (42).
    static func a2LessOne(_ eps: Double) -> Double {
        let e2 = eps * eps
        let t = e2 * (e2 * (-11 * e2 - 28) - 192) / 256
        return (t - eps) / (1 + eps)
    }

    /// A3, equation (24).
    static func a3(_ eps: Double) -> Double {
        let n2 = n * n
        let c2 = 1.0 / 4 + n / 8 - 3 * n2 / 8
        let c3 = 1.0 / 16 + 3 * n / 16 + n2 / 16
        let c4 = 3.0 / 64 + n / 32
        return 1 - eps * ((1 - n) / 2 + eps * (c2 + eps * (c3 + eps * (c4 + eps * 3 / 128))))
    }

    /// C1, equation (18).
    static func c1(_ eps: Double) -> Coefficients {
        let e2 = eps * eps
        let e3 = eps * e2
        return (
            eps * ((6 - e2) * e2 - 16) / 32, e2 * ((64 - 9 * e2) * e2 - 128) / 2048,
            e3 * (9 * e2 - 16) / 768, e2 * e2 * (3 * e2 - 5) / 512, -7 * e2 * e3 / 1280,
            -7 * e3 * e3 / 2048
        )
    }

    /// C1', equation (21), which turns a distance back into an arc.
    static func c1Reverted(_ eps: Double) -> Coefficients {
        let e2 = eps * eps
        let e3 = eps * e2
        return (
            eps * (e2 * (205 * e2 - 432) + 768) / 1536,
            e2 * (e2 * (4005 * e2 - 4736) + 3840) / 12288,
            e3 * (116 - 225 * e2) / 384, e2 * e2 * (2695 - 7173 * e2) / 7680,
            3467 * e2 * e3 / 7680, 38081 * e3 * e3 / 61440
        )
    }

    /// C2, equation (43).
    static func c2(_ eps: Double) -> Coefficients {
        let e2 = eps * eps
        let e3 = eps * e2
        return (
            eps * (e2 * (e2 + 2) + 16) / 32, e2 * (e2 * (35 * e2 + 64) + 384) / 2048,
            e3 * (15 * e2 + 80) / 768, e2 * e2 * (7 * e2 + 35) / 512, 63 * e2 * e3 / 1280,
            77 * e3 * e3 / 2048
        )
    }

    /// C3, equation (25).
    static func c3(_ eps: Double) -> Coefficients {
        let n2 = n * n
        let l1e3 = 3.0 / 64 + 3 * n / 64 - n2 / 64
        let l1 =
            (1 - n) / 4 + eps
            * ((1 - n2) / 8 + eps * (l1e3 + eps * (5.0 / 128 + n / 64 + eps * 3 / 128)))
        let l2e3 = 3.0 / 64 - n / 32 - 3 * n2 / 64
        let l2 =
            1.0 / 16 - 3 * n / 32 + n2 / 32 + eps
            * (l2e3 + eps * (3.0 / 128 + n / 128 + eps * 5 / 256))
        let l3 =
            5.0 / 192 - 3 * n / 64 + 5 * n2 / 192 + eps * (3.0 / 128 - 5 * n / 192 + eps * 7 / 512)
        let l4 = 7.0 / 512 - 7 * n / 256 + eps * 7 / 512
        let e2 = eps * eps
        return (eps * l1, e2 * l2, e2 * eps * l3, e2 * e2 * l4, e2 * e2 * eps * 21 / 2560, 0)
    }

    /// Returns the sum of c_l sin 2lσ by Clenshaw's recurrence.
    static func sum(_ c: Coefficients, sine: Double, cosine: Double) -> Double {
        let twice = 2 * (cosine - sine) * (cosine + sine)
        let b6 = c.5
        let b5 = twice * b6 + c.4
        let b4 = twice * b5 - b6 + c.3
        let b3 = twice * b4 - b5 + c.2
        let b2 = twice * b3 - b4 + c.1
        let b1 = twice * b2 - b3 + c.0
        return 2 * sine * cosine * b1
    }
}
