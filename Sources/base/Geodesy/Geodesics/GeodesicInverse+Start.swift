extension GeodesicInverse {
    private static let extremeX = 1000 * tolerance2
    private static let shortArc =
        0.1 * tolerance2
        / (max(0.001, WGS84.flattening) * (1 - WGS84.flattening / 2) / 2).squareRoot()

    /// Returns a first azimuth for Newton's method or, for a short line, the answer: its length
    /// in units of the polar radius. Karney (2013), section 5.
    mutating func start() -> Double? {
        let f1 = 1 - WGS84.flattening
        let sbet12 = sbet2 * cbet1 - cbet2 * sbet1
        let cbet12 = cbet2 * cbet1 + sbet2 * sbet1
        let sbet12Sum = sbet2 * cbet1 + cbet2 * sbet1
        let isShort = cbet12 >= 0 && sbet12 < 0.5 && cbet2 * lam12 < 0.5
        var (somg12, comg12) = (slam12, clam12)
        var dnMean = 1.0
        if isShort {
            var sbetMeanSquared = (sbet1 + sbet2) * (sbet1 + sbet2)
            sbetMeanSquared /= sbetMeanSquared + (cbet1 + cbet2) * (cbet1 + cbet2)
            dnMean = (1 + WGS84.secondEccentricitySquared * sbetMeanSquared).squareRoot()
            (somg12, comg12) = sineAndCosine(lam12 / (f1 * dnMean))
        }
        salp1 = cbet2 * somg12
        calp1 =
            comg12 >= 0
            ? sbet12 + cbet2 * sbet1 * somg12 * somg12 / (1 + comg12)
            : sbet12Sum - cbet2 * sbet1 * somg12 * somg12 / (1 - comg12)
        let ssig12 = length(salp1, calp1)
        let csig12 = sbet1 * sbet2 + cbet1 * cbet2 * comg12
        if isShort, ssig12 < Self.shortArc {
            let versine = comg12 >= 0 ? somg12 * somg12 / (1 + comg12) : 1 - comg12
            (salp2, calp2) = direction(cbet1 * somg12, sbet12 - cbet1 * sbet2 * versine)
            if ssig12 > 0 { (salp1, calp1) = direction(salp1, calp1) }
            return arctangent(ssig12, csig12) * dnMean
        }
        let isNearlyAntipodal =
            csig12 < 0 && ssig12 < 6 * WGS84.thirdFlattening * .pi * cbet1 * cbet1
        if isNearlyAntipodal { startNearAntipode(sbet12Sum: sbet12Sum) }
        if salp1 > 0 {
            (salp1, calp1) = direction(salp1, calp1)
        } else {
            (salp1, calp1) = (1, 0)
        }
        return nil
    }

    private mutating func startNearAntipode(sbet12Sum: Double) {
        let f = WGS84.flattening
        let fromOpposite = arctangent(-slam12, -clam12)
        let k2 = sbet1 * sbet1 * WGS84.secondEccentricitySquared
        let a3 = GeodesicSeries.a3(GeodesicSeries.epsilon(kSquared: k2))
        let longitudeScale = f * cbet1 * a3 * .pi
        let latitudeScale = longitudeScale * cbet1
        let x = fromOpposite / longitudeScale
        let y = sbet12Sum / latitudeScale
        if y > -Self.tolerance1, x > -1 - Self.extremeX {
            salp1 = min(1, -x)
            calp1 = -(1 - salp1 * salp1).squareRoot()
        } else {
            let k = Self.astroid(x, y)
            let omega = longitudeScale * (-x * k / (1 + k))
            let (somg12, c) = sineAndCosine(omega)
            let comg12 = -c
            salp1 = cbet2 * somg12
            calp1 = sbet12Sum - cbet2 * sbet1 * somg12 * somg12 / (1 - comg12)
        }
    }

    /// Returns the positive root k of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0, equation (55).
    private static func astroid(_ x: Double, _ y: Double) -> Double {
        let p = x * x
        let q = y * y
        let r = (p + q - 1) / 6
        if q == 0, r <= 0 { return 0 }
        let s = p * q / 4
        let r2 = r * r
        let r3 = r * r2
        let discriminant = s * (s + 2 * r3)
        var u = r
        if discriminant >= 0 {
            var t3 = s + r3
            t3 += t3 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
            let t = cubeRoot(t3)
            u += t + (t != 0 ? r2 / t : 0)
        } else {
            let angle = arctangent((-discriminant).squareRoot(), -(s + r3))
            u += 2 * r * cosine(angle / 3)
        }
        let v = (u * u + q).squareRoot()
        let uv = u < 0 ? q / (v - u) : u + v
        let w = (uv - q) / (2 * v)
        return uv / ((uv + w * w).squareRoot() + w)
    }
}
