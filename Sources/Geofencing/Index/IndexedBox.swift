import Geodesy

extension FenceIndex {
    /// A box in degrees, a little too large for being rounded to 32 bits.
    ///
    /// North and east are kept with the opposite sign: so one comparison of four numbers tells
    /// whether it touches a window.
    struct IndexedBox: BitwiseCopyable, Sendable {
        /// West, south, -east, -north.
        private var bounds: SIMD4<Float>

        /// The box, turned to begin within -180 to 180; east may lie beyond 180.
        init(rounding box: BoundingBox) {
            let turn = 360 * ((box.west + 180) / 360).rounded(.down)
            bounds = SIMD4(
                Float(box.west - turn).nextDown, Float(box.south).nextDown,
                Float(turn - box.east).nextDown, Float(-box.north).nextDown)
        }

        /// The box around boxes. Those that lie over the antimeridian stretch it, at the cost of
        /// speed only; that it then is more than a turn wide tells a window to look beyond 180.
        init(around boxes: UnsafeBufferPointer<Self>) {
            bounds = unsafe boxes[0].bounds
            for i in 1..<boxes.count { bounds = unsafe pointwiseMin(bounds, boxes[i].bounds) }
        }

        var box: BoundingBox {
            BoundingBox(
                west: Double(bounds.x), south: Double(bounds.y), east: -Double(bounds.z),
                north: -Double(bounds.w))
        }

        /// Whether it has a place in common with a window.
        @inline(__always)
        func touches(_ window: Window) -> Bool {
            all(bounds .<= window.limits) || window.mayLieOverAntimeridian && touchesTurned(window)
        }

        @inline(never)
        private func touchesTurned(_ window: Window) -> Bool {
            let turn = SIMD4<Float>(360, 0, -360, 0)
            return all(bounds .<= window.limits + turn) || all(bounds .<= window.limits - turn)
        }
    }

    /// A range of latitudes and longitudes that is looked at.
    struct Window {
        /// East, north, -west, -south.
        fileprivate var limits: SIMD4<Float>
        /// Whether it or one of the boxes reaches beyond 180 degrees.
        fileprivate var mayLieOverAntimeridian: Bool

        /// A window on boxes of which some may lie over the antimeridian.
        init(_ box: BoundingBox, isAntimeridianCrossed: Bool) {
            limits = SIMD4(
                Float(box.east).nextUp, Float(box.north).nextUp, Float(-box.west).nextUp,
                Float(-box.south).nextUp)
            mayLieOverAntimeridian = box.west < -180 || box.east > 180 || isAntimeridianCrossed
        }
    }
}
