import Geodesy

/// The boxes of many fences, packed along a Hilbert curve into a tree of flat arrays. Fences that
/// are near each other are near each other in memory, and nodes are addressed by index instead of
/// pointer.
///
/// The children of the lowest nodes are the fences in order of their numbers. The index is built
/// once and never changed. (Kamel and Faloutsos 1993, "On packing R-trees".)
struct FenceIndex: BitwiseCopyable, Sendable {
    /// The number of children of a node.
    static let fanOut = 8

    /// The nodes of all levels, the lowest first and the root last.
    let nodes: Column<Node>
    /// The number of levels of nodes: 0 without fences.
    let levels: Int
    /// The number of fences, at most 2^32.
    let count: Int
    /// An upper bound of the radius in metres of all fences: half the diagonal of the box.
    let greatestRadius_m: Double
    /// Whether some box extends beyond 180 degrees.
    let isAntimeridianCrossed: Bool

    /// Creates the index over `count` fences with those nodes, in memory that the caller keeps
    /// alive.
    init(nodes: Column<Node>, over count: Int, greatestRadius_m: Double) {
        self.nodes = nodes
        self.count = count
        self.greatestRadius_m = greatestRadius_m
        levels = Self.levels(over: count).count
        let root = levels > 0 ? nodes[nodes.count - 1] : .empty
        isAntimeridianCrossed = root.around.box.east > 180
    }

    /// Returns the box of a fence, slightly enlarged.
    func box(of fence: FenceNumber) -> BoundingBox {
        nodes[Int(fence) / Self.fanOut][Int(fence) % Self.fanOut].box
    }

    /// Returns the number of nodes of a level; 0 is the lowest level.
    func nodeCount(onLevel level: Int) -> Int { Self.nodeCount(onLevel: level, over: count) }

    /// Returns the number of nodes of a level over `count` fences: one eighth of the level below,
    /// rounded up.
    private static func nodeCount(onLevel level: Int, over count: Int) -> Int {
        let shift = 3 &* (level &+ 1)
        return (count &+ (1 &<< shift) &- 1) &>> shift
    }

    /// Returns the ranges of the nodes of each level over `count` fences, the lowest level first.
    /// The last level is the root alone.
    static func levels(over count: Int) -> [Range<Int>] {
        var levels: [Range<Int>] = []
        while count > 0, levels.last?.count != 1 {
            let start = levels.last?.upperBound ?? 0
            levels.append(start..<start + nodeCount(onLevel: levels.count, over: count))
        }
        return levels
    }

    /// Whether no node has children beyond `count`. Checks the bytes whatever their origin.
    var isSound: Bool {
        var children = count
        for level in Self.levels(over: count) {
            let last = children - (level.count - 1) * Self.fanOut
            guard nodes[level.upperBound - 1].isEmpty(from: last) else { return false }
            children = level.count
        }
        return true
    }

    /// Fills the nodes over `count` fences, which are in the order of the curve.
    ///
    /// - Parameter box: the box of each fence.
    static func pack(
        _ nodes: UnsafeMutableBufferPointer<Node>, over count: Int, box: (Int) -> IndexedBox
    ) {
        unsafe nodes.initialize(repeating: .empty)
        for fence in 0..<count { unsafe nodes[fence / fanOut][fence % fanOut] = box(fence) }
        let levels = levels(over: count)
        for (below, level) in zip(levels, levels.dropFirst()) {
            for (place, node) in below.enumerated() {
                unsafe nodes[level.lowerBound + place / fanOut][place % fanOut] =
                    nodes[node].around
            }
        }
    }

    /// Returns an upper bound of half the diagonal of a box, in metres.
    static func radius(of box: BoundingBox) -> Double {
        let middle = (box.west + box.east) / 2
        let width = min(180, (box.east - box.west) / 2)
        let corner = Coordinate(
            latitude: box.south, longitude: middle + width)
        return distanceUpperBound(
            from: Coordinate(latitude: box.south, longitude: middle), to: corner)
            + distanceUpperBound(
                from: Coordinate(latitude: box.south, longitude: middle),
                to: Coordinate(latitude: box.north, longitude: middle))
    }
}
