extension ShapeStore {
    /// Returns on which side of the boundary of `shape` a place lies, without rounding errors.
    ///
    /// Lines have no inside. For point shapes and circles the distance decides.
    public func side(of place: Coordinate, shape: Int) -> Side {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        switch record.kind {
        case .ring:
            let position = SIMD2(place.turnedLongitude, place.latitude)
            return tables.side(of: position, ring: record)
        case .parts:
            let localFrame = LocalFrame(place)
            var best = Side.outside
            for part in first..<first + Int(record.count) {
                switch tables.side(of: localFrame, part: tables.parts[part]) {
                case .inside: return .inside
                case .edge: best = .edge
                case .outside: break
                }
            }
            return best
        case .points, .circle:
            let s = signedDistance(to: place, shape: shape)
            return s < 0 ? .inside : s == 0 ? .edge : .outside
        }
    }

    /// Returns the metres from `place` to the boundary of `shape`: negative inside, 0 on it.
    public func signedDistance(to place: Coordinate, shape: Int) -> Double {
        signedDistance(from: LocalFrame(place), shape: shape)
    }

    /// Returns the metres from the origin of a local frame to the boundary of `shape`: negative
    /// inside, 0 on it, positive outside.
    ///
    /// Edges are straight in longitude and latitude; the distance is that of the geodesic on the
    /// WGS84 ellipsoid to the nearest point of an edge. For several parts it is the least of their
    /// distances. If the distance is more than `limit` metres either way, the result has the right
    /// sign and a size that is more than `limit` and at most the true one.
    public func signedDistance(
        from localFrame: LocalFrame, shape: Int, within limit: Double = .infinity
    ) -> Double {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        let reach = min(limit.nextUp, Self.farthest)
        switch record.kind {
        case .ring:
            let count = Int(record.count)
            // With a limit of 0 only the side matters.
            if limit == 0 {
                return nearestDistance(on: tables.side(of: localFrame.position, ring: record))
            }
            if let distance = tables.signedDistance(
                from: localFrame, ring: first, count: count, within: limit)
            {
                return distance
            }
            let side = tables.side(of: localFrame.position, ring: record)
            guard side != .edge else { return 0 }
            let distance =
                tables.distance(from: localFrame, ring: first, count: count, limit: reach) ?? reach
            return side == .inside ? -distance : distance
        case .parts:
            return signedDistance(
                from: localFrame, parts: first..<first + Int(record.count), reach: reach)
        case .points:
            var least = reach
            for vertex in first..<first + Int(record.count) {
                let point = tables.vertices[vertex]
                guard localFrame.distanceLowerBound(to: point) < least else { continue }
                least = min(least, localFrame.distance(to: point))
            }
            return least
        case .circle:
            let radius = tables.vertices[first + 1].x
            return localFrame.distance(to: tables.vertices[first]) - radius
        }
    }

    /// Returns the least of the signed distances on one side.
    private func nearestDistance(on side: Side) -> Double {
        switch side {
        case .inside: -.leastNonzeroMagnitude
        case .edge: 0
        case .outside: .leastNonzeroMagnitude
        }
    }

    private func signedDistance(
        from localFrame: LocalFrame, parts: Range<Int>, reach: Double
    ) -> Double {
        var least = reach
        for index in parts {
            let part = tables.parts[index]
            let box = part.box
            let bound = localFrame.distanceLowerBound(
                west: box.low.x, south: box.low.y, east: box.high.x, north: box.high.y)
            if bound > 0, bound >= least { continue }
            switch tables.side(of: localFrame, part: part) {
            case .edge:
                least = min(least, 0)
            case .inside:
                let depth =
                    tables.distance(from: localFrame, part: part, limit: reach) ?? reach
                least = min(least, -depth)
            case .outside where least > 0:
                least =
                    tables.distance(from: localFrame, part: part, limit: least) ?? least
            case .outside:
                break
            }
        }
        return least
    }

    /// A distance in metres greater than that between any two places on earth.
    static let farthest = 20_003_932.0
}

extension LocalFrame {
    /// Returns a lower bound, close to exact, of the metres to `position`.
    func distanceLowerBound(to position: SIMD2<Double>) -> Double {
        distanceLowerBound(
            west: position.x, south: position.y, east: position.x, north: position.y)
    }
}
