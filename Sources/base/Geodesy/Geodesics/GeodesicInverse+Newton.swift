extension GeodesicInverse {
    /// The greatest number of rounds of Newton's method, which converges in a few; then only
    /// bisection is used.
    private static let newtonRounds = 20
    /// The greatest number of rounds: bisecting the mantissa of a double takes no more.
    private static let allRounds = newtonRounds + 53 + 10
    private static let bisectionTolerance = tolerance0 * tolerance2

    /// Finds the azimuth at which the geodesic reaches the longitude of the end, and returns the
    /// length in units of the polar radius. Karney (2013), section 4.
    mutating func newton() -> Double {
        var (low, high) = ((salp: Self.tiny, calp: 1.0), (salp: Self.tiny, calp: -1.0))
        var isNearlyThere = false
        var isBisected = false
        var round = 0
        while true {
            let path = hybrid()
            let error = path.error
            let tolerance = (isNearlyThere ? 8 : 1) * Self.tolerance0
            if isBisected || !(abs(error) >= tolerance) || round == Self.allRounds {
                let (s12, _) = lengths(
                    eps: path.eps, sig12: path.sig12,
                    path.ssig1, path.csig1, path.ssig2, path.csig2)
                return s12
            }
            if error > 0, round > Self.newtonRounds || calp1 / salp1 > high.calp / high.salp {
                high = (salp1, calp1)
            } else if error < 0, round > Self.newtonRounds || calp1 / salp1 < low.calp / low.salp {
                low = (salp1, calp1)
            }
            round += 1
            if round <= Self.newtonRounds, path.slope > 0 {
                let step = -error / path.slope
                if abs(step) < .pi {
                    let (s, c) = sineAndCosine(step)
                    let next = salp1 * c + calp1 * s
                    if next > 0 {
                        (salp1, calp1) = direction(next, calp1 * c - salp1 * s)
                        isNearlyThere = abs(error) <= 16 * Self.tolerance0
                        continue
                    }
                }
            }
            (salp1, calp1) = direction((low.salp + high.salp) / 2, (low.calp + high.calp) / 2)
            isNearlyThere = false
            isBisected =
                abs(low.salp - salp1) + (low.calp - calp1) < Self.bisectionTolerance
                || abs(salp1 - high.salp) + (calp1 - high.calp) < Self.bisectionTolerance
        }
    }

    private struct Path {
        var ssig1 = 0.0
        var csig1 = 0.0
        var ssig2 = 0.0
        var csig2 = 0.0
        var sig12 = 0.0
        var eps = 0.0
        /// The longitude reached minus the wanted longitude, in radians.
        var error = 0.0
        /// Derivative of `error` by the initial azimuth.
        var slope = 0.0
    }

    /// Follows the geodesic with the present azimuth up to the latitude of the end.
    private mutating func hybrid() -> Path {
        let f1 = 1 - WGS84.flattening
        if sbet1 == 0, calp1 == 0 { calp1 = -Self.tiny }
        let salp0 = salp1 * cbet1
        let calp0 = length(calp1, salp1 * sbet1)
        let (somg1, comg1) = (salp0 * sbet1, calp1 * cbet1)
        salp2 = cbet2 != cbet1 ? salp0 / cbet2 : salp1
        if cbet2 != cbet1 || abs(sbet2) != -sbet1 {
            let gain =
                cbet1 < -sbet1
                ? (cbet2 - cbet1) * (cbet1 + cbet2) : (sbet1 - sbet2) * (sbet1 + sbet2)
            calp2 = (calp1 * cbet1 * calp1 * cbet1 + gain).squareRoot() / cbet2
        } else {
            calp2 = abs(calp1)
        }
        let (somg2, comg2) = (salp0 * sbet2, calp2 * cbet2)
        var path = Path()
        (path.ssig1, path.csig1) = direction(sbet1, comg1)
        (path.ssig2, path.csig2) = direction(sbet2, comg2)
        path.sig12 = arctangent(
            max(0, path.csig1 * path.ssig2 - path.ssig1 * path.csig2),
            path.csig1 * path.csig2 + path.ssig1 * path.ssig2)
        let somg12 = max(0, comg1 * somg2 - somg1 * comg2)
        let comg12 = comg1 * comg2 + somg1 * somg2
        let eta = arctangent(
            somg12 * clam12 - comg12 * slam12, comg12 * clam12 + somg12 * slam12)
        path.eps = GeodesicSeries.epsilon(
            kSquared: calp0 * calp0 * WGS84.secondEccentricitySquared)
        let c3 = GeodesicSeries.c3(path.eps)
        let b3 =
            GeodesicSeries.sum(c3, sine: path.ssig2, cosine: path.csig2)
            - GeodesicSeries.sum(c3, sine: path.ssig1, cosine: path.csig1)
        path.error =
            eta - WGS84.flattening * GeodesicSeries.a3(path.eps) * salp0 * (path.sig12 + b3)
        if calp2 == 0 {
            path.slope = -2 * f1 * dn1 / sbet1
        } else {
            let (_, m12) = lengths(
                eps: path.eps, sig12: path.sig12, path.ssig1, path.csig1, path.ssig2, path.csig2)
            path.slope = m12 * f1 / (calp2 * cbet2)
        }
        return path
    }

    /// Distance and reduced length of an arc, in units of the polar radius, equations (7) and (38).
    func lengths(
        eps: Double, sig12: Double, _ ssig1: Double, _ csig1: Double, _ ssig2: Double,
        _ csig2: Double
    ) -> (distance: Double, reduced: Double) {
        let a1 = 1 + GeodesicSeries.a1LessOne(eps)
        let a2 = 1 + GeodesicSeries.a2LessOne(eps)
        let c1 = GeodesicSeries.c1(eps)
        let c2 = GeodesicSeries.c2(eps)
        let b1 =
            GeodesicSeries.sum(c1, sine: ssig2, cosine: csig2)
            - GeodesicSeries.sum(c1, sine: ssig1, cosine: csig1)
        let b2 =
            GeodesicSeries.sum(c2, sine: ssig2, cosine: csig2)
            - GeodesicSeries.sum(c2, sine: ssig1, cosine: csig1)
        let j12 = (a1 - a2) * sig12 + (a1 * b1 - a2 * b2)
        let reduced = dn2 * (csig1 * ssig2) - dn1 * (ssig1 * csig2) - csig1 * csig2 * j12
        return (a1 * (sig12 + b1), reduced)
    }
}
