extension ShapeStore {
    /// The area of `shape` in square metres on the ellipsoid, within its edges as they are drawn:
    /// straight in longitude and latitude. 0 for lines and points.
    ///
    /// Parts that overlap count twice. A circle's is that of a sphere with the mean curvature at
    /// its centre.
    public func area(of shape: Int) -> Double {
        let record = tables.shapes[shape]
        let range = Int(record.first)..<Int(record.first) + Int(record.count)
        switch record.kind {
        case .ring:
            var sum = 0.0
            var a = tables.vertices[range.upperBound - 1]
            let level = AuthalicStrip.height(a.y)
            for i in range {
                let b = tables.vertices[i]
                sum -= AuthalicStrip.area(under: a, b, over: level)
                a = b
            }
            return sum
        case .parts:
            var sum = 0.0
            for index in range {
                let part = tables.parts[index]
                for i in 0..<Int(part.areaChainCount) {
                    sum += area(leftOf: tables.chains[Int(part.firstAreaChain) + i])
                }
            }
            return sum
        case .points:
            return 0
        case .circle:
            let center = Standpoint(
                Coordinate(
                    latitude: tables.vertices[range.lowerBound].y,
                    longitude: tables.vertices[range.lowerBound].x))
            let radius = tables.vertices[range.lowerBound + 1].x
            let curvature2 = center.meridianRadius * center.transverseRadius
            return 2 * .pi * curvature2 * (1 - cosine(min(.pi, radius / curvature2.squareRoot())))
        }
    }

    /// The area on the left of a chain: outlines run counterclockwise and holes clockwise.
    private func area(leftOf chain: ChainRecord) -> Double {
        let first = tables.vertex(0, of: chain)
        let level = AuthalicStrip.height(first.y)
        var sum = 0.0
        for edge in 0..<chain.edgeCount {
            sum -= AuthalicStrip.area(
                under: tables.vertex(edge, of: chain), tables.vertex(edge + 1, of: chain),
                over: level)
        }
        guard !chain.isClosed else { return sum }
        // A ring round the earth: its area reaches to the pole on its left. A hole that goes round
        // has the smaller side on its right, and takes that away.
        let turn = tables.vertex(chain.edgeCount, of: chain).x - first.x
        let toPole = AuthalicStrip.area(turn: abs(turn), height: AuthalicStrip.height(90))
        let left = sum + toPole - AuthalicStrip.area(turn: turn, height: level)
        return left <= toPole ? left : left - 2 * toPole
    }
}

/// Areas between a line and the equator.
///
/// On the ellipsoid dA = b²/2 · dq · dλ, with q = sin φ / (1 - e² sin² φ) + artanh(e sin φ) / e
/// (J. P. Snyder, "Map Projections: A Working Manual", 1987, equation 3-12).
private enum AuthalicStrip {
    private static let eccentricity = WGS84.eccentricitySquared.squareRoot()
    private static let scale =
        WGS84.polarRadius * WGS84.polarRadius / 2 * radiansPerDegree

    /// q at a latitude in degrees.
    static func height(_ latitude: Double) -> Double {
        let (s, _) = sineAndCosine(degrees: latitude)
        return s / (1 - WGS84.eccentricitySquared * s * s)
            + areaHyperbolicTangent(eccentricity * s) / eccentricity
    }

    /// Square metres over `turn` degrees of longitude up to `height`.
    static func area(turn: Double, height: Double) -> Double { scale * turn * height }

    /// Square metres between the edge and the parallel at height `level`, by Gauss's rule of three
    /// points on pieces of at most a degree of latitude, where it is exact to a double.
    static func area(
        under a: SIMD2<Double>, _ b: SIMD2<Double>, over level: Double
    ) -> Double {
        let step = b - a
        guard step.x != 0 else { return 0 }
        let pieces = max(1, abs(step.y).rounded(.up))
        let half = step.y / pieces / 2
        let offset = half * 0.774_596_669_241_483_4
        var sum = 0.0
        var middle = a.y + half
        for _ in 0..<Int(pieces) {
            sum +=
                8 * (height(middle) - level)
                + 5 * ((height(middle - offset) - level) + (height(middle + offset) - level))
            middle += 2 * half
        }
        return area(turn: step.x / pieces, height: sum / 18)
    }
}
