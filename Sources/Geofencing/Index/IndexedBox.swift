import Geodesy

extension FenceIndex {
    /// A box in degrees, a little too large for being rounded to 32 bits.
    ///
    /// North and east are kept with the opposite sign: so a box around others is the least of each.
    struct IndexedBox: BitwiseCopyable, Sendable {
        /// West, south, -east, -north.
        var bounds: SIMD4<Float>

        init(bounds: SIMD4<Float>) { self.bounds = bounds }

        /// The box, turned to begin within -180 to 180; east may lie beyond 180.
        init(rounding box: BoundingBox) {
            let turn = 360 * ((box.west + 180) / 360).rounded(.down)
            bounds = SIMD4(
                Float(box.west - turn).nextDown, Float(box.south).nextDown,
                Float(turn - box.east).nextDown, Float(-box.north).nextDown)
        }

        var box: BoundingBox {
            BoundingBox(
                west: Double(bounds.x), south: Double(bounds.y), east: -Double(bounds.z),
                north: -Double(bounds.w))
        }
    }

    /// A range of latitudes and longitudes that is looked at.
    struct Window {
        /// East, north, -west, -south.
        let limits: SIMD4<Float>
        /// Whether it reaches 180 degrees, or one of the boxes reaches beyond.
        let mayLieOverAntimeridian: Bool

        /// A window on boxes of which some may lie over the antimeridian.
        init(_ box: BoundingBox, isAntimeridianCrossed: Bool) {
            limits = SIMD4(
                Float(box.east).nextUp, Float(box.north).nextUp, Float(-box.west).nextUp,
                Float(-box.south).nextUp)
            mayLieOverAntimeridian = box.west <= -180 || box.east >= 180 || isAntimeridianCrossed
        }

        /// A window on a single place.
        init(on place: Coordinate, isAntimeridianCrossed: Bool) {
            let x = place.turnedLongitude
            var spot = BoundingBox(
                west: x, south: place.latitude, east: x, north: place.latitude)
            // At a pole all longitudes are one place.
            if abs(place.latitude) >= 90 { spot = spot.expanded(byMetres: 0) }
            self.init(spot, isAntimeridianCrossed: isAntimeridianCrossed)
        }
    }
}
