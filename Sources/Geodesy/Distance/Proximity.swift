/// How near the boundary of a shape is, and how it can be neared.
public struct Proximity: BitwiseCopyable, Sendable {
    /// Metres to the boundary: negative inside, 0 on it, positive outside. Beyond the limit that
    /// was asked for only the sign is exact, and the size is between the limit and the true one.
    public let signedDistance: Double
    /// What keeps the receiver from the boundary; nil where nothing is known but the distance.
    public let frontiers: Frontiers?

    /// A distance, and the frontiers if there are any.
    public init(signedDistance: Double, frontiers: Frontiers? = nil) {
        self.signedDistance = signedDistance
        self.frontiers = frontiers
    }
}

extension ShapeStore {
    /// How near the boundary of `shape` is, exactly within `limit` metres either way.
    ///
    /// Of shapes that are one short ring, as most are, it is also told how it can be neared.
    ///
    /// - Parameter course: where the receiver is heading, in degrees of longitude and latitude:
    ///   frontiers are drawn where it hardly comes to them. Zero where that is not known.
    public func proximity(
        from standpoint: Standpoint, shape: Int, within limit: Double,
        on course: SIMD2<Double> = .zero
    ) -> Proximity {
        let record = tables.shapes[shape]
        if record.kind == .ring,
            let proximity = tables.proximity(
                from: standpoint, ring: Int(record.first), count: Int(record.count), within: limit,
                on: course)
        {
            return proximity
        }
        return Proximity(
            signedDistance: signedDistance(from: standpoint, shape: shape, within: limit))
    }
}

extension BoundingBox {
    /// The line that keeps a receiver from the box, which lies beyond it as a whole; nil within the
    /// box, where it is far away, and where it is so wide that it can be come to from behind.
    ///
    /// - Parameter course: where the receiver is heading, in degrees of longitude and latitude: the
    ///   line is drawn where it hardly comes to it. Zero where that is not known.
    public func frontiers(
        from standpoint: Standpoint, on course: SIMD2<Double> = .zero
    ) -> Frontiers? {
        guard east - west < 180 else { return nil }
        let x = longitude(standpoint.position.x, nearest: (west + east) / 2)
        let nearest = SIMD2(max(west, min(east, x)), max(south, min(north, standpoint.position.y)))
        let map = FlatMap(of: standpoint, around: SIMD2(x, standpoint.position.y))
        let away = map.offset(of: nearest)
        let (low, high) = (
            map.offset(of: SIMD2(west, south)), map.offset(of: SIMD2(east, north))
        )
        return Frontiers(past: away, on: course, of: standpoint) { direction in
            let (one, other) = (low * direction, high * direction)
            return (lesser(one, other).sum(), greater(one, other).sum())
        } ?? Frontiers(through: away, of: standpoint)
    }
}
