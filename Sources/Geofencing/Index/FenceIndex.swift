import Geodesy

/// The boxes of many fences, packed along a Hilbert curve into a tree of flat arrays: neighbours on
/// the ground are neighbours in memory, and nothing is followed but indices.
///
/// The children of the lowest nodes are the fences in order of their numbers. Built once, never
/// changed. (Kamel and Faloutsos 1993, "On packing R-trees".)
struct FenceIndex: BitwiseCopyable, Sendable {
    /// Children of a node.
    static let fanOut = 8

    /// The nodes of all levels, the lowest first and the root last.
    let nodes: Column<Node>
    /// How many levels of nodes there are: 0 without fences.
    let levels: Int
    /// How many fences there are, of 2^32 at the most.
    let count: Int
    /// At least the greatest radius in metres of any fence: half its box's diagonal.
    let greatestRadius_m: Double
    /// Whether some box reaches beyond 180 degrees.
    let isAntimeridianCrossed: Bool

    /// The index over `count` fences with those nodes, in memory that the caller keeps alive.
    init(nodes: Column<Node>, over count: Int, greatestRadius_m: Double) {
        self.nodes = nodes
        self.count = count
        self.greatestRadius_m = greatestRadius_m
        levels = Self.levels(over: count).count
        let root = levels > 0 ? nodes[nodes.count - 1] : .empty
        isAntimeridianCrossed = root.around.box.east > 180
    }

    /// The box of a fence, a little too large.
    func box(of fence: FenceNumber) -> BoundingBox {
        nodes[Int(fence) / Self.fanOut][Int(fence) % Self.fanOut].box
    }

    /// How many nodes a level has, of which 0 is the lowest.
    func nodeCount(onLevel level: Int) -> Int { Self.nodeCount(onLevel: level, over: count) }

    /// How many nodes a level over so many fences has: each has an eighth of the one below.
    private static func nodeCount(onLevel level: Int, over count: Int) -> Int {
        let shift = 3 &* (level &+ 1)
        return (count &+ (1 &<< shift) &- 1) &>> shift
    }

    /// Where the nodes of each level lie over so many fences, those of the lowest first; the last
    /// level is the root alone.
    static func levels(over count: Int) -> [Range<Int>] {
        var levels: [Range<Int>] = []
        while count > 0, levels.last?.count != 1 {
            let start = levels.last?.upperBound ?? 0
            levels.append(start..<start + nodeCount(onLevel: levels.count, over: count))
        }
        return levels
    }

    /// Whether no node has children that are not there, wherever its bytes come from.
    var isSound: Bool {
        var children = count
        for level in Self.levels(over: count) {
            let last = children - (level.count - 1) * Self.fanOut
            guard nodes[level.upperBound - 1].isEmpty(from: last) else { return false }
            children = level.count
        }
        return true
    }

    /// Fills the nodes over `count` fences, which lie along the curve.
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

    /// At least half the diagonal of a box, in metres.
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
