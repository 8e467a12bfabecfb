import Geodesy

extension FenceIndex {
    /// A box in degrees, slightly enlarged by rounding to 32 bits.
    ///
    /// North and east are stored with the opposite sign, so that a box around others is the minimum
    /// of each component.
    struct IndexedBox: BitwiseCopyable, Sendable {
        /// West, south, -east, -north.
        var bounds: SIMD4<Float>

        init(bounds: SIMD4<Float>) { self.bounds = bounds }

        /// Rounds a box, and turns it to begin within -180 to 180; east may be beyond 180.
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

    /// A range of latitudes and longitudes for a search.
    struct Window {
        /// East, north, -west, -south.
        let limits: SIMD4<Float>
        /// Whether the window reaches 180 degrees, or a box of the index extends beyond 180
        /// degrees.
        let mayLieOverAntimeridian: Bool

        /// Creates a window for an index whose boxes may cross the antimeridian.
        init(_ box: BoundingBox, isAntimeridianCrossed: Bool) {
            limits = SIMD4(
                Float(box.east).nextUp, Float(box.north).nextUp, Float(-box.west).nextUp,
                Float(-box.south).nextUp)
            mayLieOverAntimeridian = box.west <= -180 || box.east >= 180 || isAntimeridianCrossed
        }

        /// Creates a window that contains a single place.
        init(on place: Coordinate, isAntimeridianCrossed: Bool) {
            let x = place.turnedLongitude
            var spot = BoundingBox(
                west: x, south: place.latitude, east: x, north: place.latitude)
            // At a pole all longitudes denote one place.
            if abs(place.latitude) >= 90 { spot = spot.expanded(byMetres: 0) }
            self.init(spot, isAntimeridianCrossed: isAntimeridianCrossed)
        }
    }
}
