/// The index of a long chain: a tree of boxes over its consecutive edges.
///
/// Each leaf covers `leafEdges` edges, each other node `fanOut` nodes below it. Levels are stored
/// one after another, the root first.
enum ChainIndex {
    /// The greatest number of vertices of a chain without an index: a scan of them is as fast.
    static let shortChain = 64
    /// Edges per leaf: four cache lines, which are read faster than one more box.
    static let leafEdges = 16
    /// Children of a node: eight boxes are four cache lines.
    static let fanOut = 8

    /// Returns the levels of boxes over `edgeCount` edges, root first, in one array.
    static func boxes(
        edgeCount: Int, edge: (Int) -> (SIMD2<Double>, SIMD2<Double>)
    ) -> [IndexBox] {
        var level: [IndexBox] = []
        for start in stride(from: 0, to: edgeCount, by: leafEdges) {
            var box = IndexBox.nowhere
            for i in start..<min(start + leafEdges, edgeCount) {
                let (a, b) = edge(i)
                box.include(a)
                box.include(b)
            }
            level.append(box)
        }
        var levels = [level]
        while level.count > 1 {
            var upper: [IndexBox] = []
            for start in stride(from: 0, to: level.count, by: fanOut) {
                var box = IndexBox.nowhere
                for i in start..<min(start + fanOut, level.count) { box.include(level[i]) }
                upper.append(box)
            }
            levels.append(upper)
            level = upper
        }
        return Array(levels.reversed().joined())
    }

    /// Returns the number of boxes over `edgeCount` edges.
    static func boxCount(edgeCount: Int) -> Int {
        var level = (edgeCount + leafEdges - 1) / leafEdges
        var count = level
        while level > 1 {
            level = (level + fanOut - 1) / fanOut
            count += level
        }
        return count
    }

    /// A node of the tree during a descent.
    struct Node: BitwiseCopyable {
        /// The number of edges that a node of this level covers.
        var span: Int
        /// The index of the first box of this level, and the number of its boxes.
        var levelStart: Int
        var levelCount: Int
        /// The index within the level.
        var index: Int

        /// Creates the root over `edgeCount` edges, with its box at `firstNode`.
        init(root firstNode: Int, edgeCount: Int) {
            span = leafEdges
            while span < edgeCount { span *= fanOut }
            (levelStart, levelCount, index) = (firstNode, 1, 0)
        }

        var isLeaf: Bool { span == leafEdges }
        var box: Int { levelStart + index }

        /// Returns the edges that the node covers, of `edgeCount` in all.
        func edges(of edgeCount: Int) -> Range<Int> {
            index * span..<min((index + 1) * span, edgeCount)
        }

        /// Returns the first of its children, and the number of children.
        func children(of edgeCount: Int) -> (first: Node, count: Int) {
            var child = self
            child.span = span / fanOut
            child.levelStart = levelStart + levelCount
            child.levelCount = (edgeCount + child.span - 1) / child.span
            child.index = index * fanOut
            return (child, min(fanOut, child.levelCount - child.index))
        }
    }
}
