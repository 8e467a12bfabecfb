/// The index of a long chain: a tree of boxes over its consecutive edges.
///
/// Each leaf covers `leafEdges` edges, each node above `fanOut` nodes below. Levels are stored one
/// after another, the root first.
enum ChainIndex {
    /// Chains of at most so many vertices have no index: going through them is as fast.
    static let shortChain = 64
    /// Edges under one leaf: four cache lines, which are read in less time than a box more.
    static let leafEdges = 16
    /// Children of a node: eight boxes are four cache lines.
    static let fanOut = 8

    /// The levels of boxes over `edgeCount` edges, root first, in one array.
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

    /// How many boxes there are over `edgeCount` edges.
    static func boxCount(edgeCount: Int) -> Int {
        var level = (edgeCount + leafEdges - 1) / leafEdges
        var count = level
        while level > 1 {
            level = (level + fanOut - 1) / fanOut
            count += level
        }
        return count
    }

    /// A node of the tree while it is walked down.
    struct Node: BitwiseCopyable {
        /// How many edges a node of this level covers.
        var span: Int
        /// Where this level's boxes start, and how many they are.
        var levelStart: Int
        var levelCount: Int
        /// Which of the level.
        var index: Int

        /// The root over `edgeCount` edges, its box at `firstNode`.
        init(root firstNode: Int, edgeCount: Int) {
            span = leafEdges
            while span < edgeCount { span *= fanOut }
            (levelStart, levelCount, index) = (firstNode, 1, 0)
        }

        var isLeaf: Bool { span == leafEdges }
        var box: Int { levelStart + index }

        /// The edges it covers, of `edgeCount` in all.
        func edges(of edgeCount: Int) -> Range<Int> {
            index * span..<min((index + 1) * span, edgeCount)
        }

        /// The first of its children, and how many there are.
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
