import Geodesy

extension Fence {
    /// A hash of the shape and of the settings that decide on which side of the fence a fix is.
    var contentHash: UInt32 {
        var hash = StableHash()
        switch shape {
        case .polygons(let polygons):
            hash.combine(UInt64(1))
            for polygon in polygons {
                for ring in polygon.rings { combine(ring, into: &hash) }
            }
        case .lines(let lines):
            hash.combine(UInt64(2))
            for line in lines { combine(line, into: &hash) }
        case .points(let points):
            hash.combine(UInt64(3))
            combine(points, into: &hash)
        case .circle(let center, let radius):
            hash.combine(UInt64(4))
            combine([center], into: &hash)
            hash.combine(radius)
        }
        settings.combine(into: &hash)
        return UInt32(truncatingIfNeeded: hash.value)
    }

    private func combine(_ places: [Coordinate], into hash: inout StableHash) {
        hash.combine(UInt64(places.count))
        for place in places {
            hash.combine(place.latitude)
            hash.combine(place.longitude)
        }
    }
}
