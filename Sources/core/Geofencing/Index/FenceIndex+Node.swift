extension FenceIndex {
    /// The boxes of up to eight children in columns, so that a few comparisons test all of them.
    /// Takes two cache lines.
    struct Node: BitwiseCopyable, Sendable {
        private var west: SIMD8<Float>
        private var south: SIMD8<Float>
        private var minusEast: SIMD8<Float>
        private var minusNorth: SIMD8<Float>

        /// A node without children. Comparisons with NaN are false, so it touches nothing.
        static let empty = Node()

        private init() {
            let nothing = SIMD8<Float>(repeating: .nan)
            (west, south, minusEast, minusNorth) = (nothing, nothing, nothing, nothing)
        }

        /// The box of one child.
        subscript(child: Int) -> IndexedBox {
            get {
                IndexedBox(
                    bounds: SIMD4(
                        west[child], south[child], minusEast[child], minusNorth[child]))
            }
            set {
                west[child] = newValue.bounds.x
                south[child] = newValue.bounds.y
                minusEast[child] = newValue.bounds.z
                minusNorth[child] = newValue.bounds.w
            }
        }

        /// Whether there are no children from `child` on.
        func isEmpty(from child: Int) -> Bool { (child..<fanOut).allSatisfy { west[$0].isNaN } }

        /// The box around all children. Children across the antimeridian stretch it, which only
        /// costs speed. A box wider than a full turn makes a window search beyond 180 degrees too.
        var around: IndexedBox {
            IndexedBox(
                bounds: SIMD4(west.min(), south.min(), minusEast.min(), minusNorth.min()))
        }

        /// Returns the children that have a place in common with a window of those limits.
        @inline(__always)
        func touched(within limits: SIMD4<Float>) -> Children {
            // Every processor supports vectors of four.
            let low =
                (west.lowHalf .<= limits.x) .& (south.lowHalf .<= limits.y)
                .& (minusEast.lowHalf .<= limits.z) .& (minusNorth.lowHalf .<= limits.w)
            let high =
                (west.highHalf .<= limits.x) .& (south.highHalf .<= limits.y)
                .& (minusEast.highHalf .<= limits.z) .& (minusNorth.highHalf .<= limits.w)
            let none = SIMD4<Int32>.zero
            let bits =
                none.replacing(with: SIMD4(1, 2, 4, 8), where: low)
                | none.replacing(with: SIMD4(16, 32, 64, 128), where: high)
            return Children(bits: UInt8(truncatingIfNeeded: bits.wrappedSum()))
        }
    }

    /// A subset of the children of a node, to be visited one by one.
    struct Children {
        /// One bit for each child.
        private var bits: UInt8

        init(bits: UInt8) { self.bits = bits }

        static let none = Children(bits: 0)

        func union(_ others: Children) -> Children { Children(bits: bits | others.bits) }

        /// Removes and returns the first child; nil when there is none.
        mutating func popFirst() -> Int? {
            guard bits != 0 else { return nil }
            defer { bits &= bits &- 1 }
            return bits.trailingZeroBitCount
        }
    }
}
