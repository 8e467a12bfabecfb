extension EdgesAround {
    /// Measures all edges that have been drawn: before that nothing is told of them.
    public mutating func measure() {
        let groupCount = groupCount
        while drawn.count < 4 * groupCount { drawn.append(.nowhere) }
        for place in count..<4 * groupCount { drawn[place] = .nowhere }
        while groups.count < groupCount { groups.append(.nowhere) }
        Self.measure(drawn, in: &groups, groupCount)
    }

    private static func measure(
        _ edges: [MapEdge], in groups: inout [MapEdges], _ count: Int
    ) {
        let edges = edges.span
        var groups = groups.mutableSpan
        for group in 0..<count {
            let first = 4 &* group
            groups[group] = MapEdges(
                edges[first], edges[first &+ 1], edges[first &+ 2], edges[first &+ 3])
        }
    }

    /// Metres on the map from a place to where the first edge counts; infinite without any. Each keeps how
    /// far it is from there.
    ///
    /// Never inlined: so it has all registers for itself.
    @inline(never)
    public mutating func clearance(from place: SIMD2<Float>) -> Float {
        let (x, y) = (SIMD4(repeating: place.x), SIMD4(repeating: place.y))
        var least = SIMD4<Float>(repeating: .infinity)
        let groupCount = groupCount
        var groups = groups.mutableSpan
        precondition(groupCount <= groups.count, "edges are looked at that were not measured")
        for group in 0..<groupCount {
            let clearances = unsafe groups[unchecked: group].look(from: x, y)
            least = lesser(least, clearances)
        }
        return Self.least(of: least)
    }

    /// Looks which of the edges a way has come to that has led to where the last look was from, and counts
    /// those whose they are as reached.
    ///
    /// - Parameters:
    ///   - start: where on the map it began; nil where it may have led anywhere.
    ///   - end: where it has led.
    ///   - near: metres before where an edge counts from which on the way may have come to it.
    ///   - touch: metres before that which count as being there, too.
    /// - Returns: metres on the map from the end to where the first of the others counts.
    @inline(never)
    public mutating func clearance(
        fromWay start: SIMD2<Float>?, to end: SIMD2<Float>, near: Float, touch: Float
    ) -> Float {
        reachNone()
        let nears = SIMD4(repeating: near)
        var least = SIMD4<Float>(repeating: .infinity)
        for group in 0..<groupCount {
            var clearances = groups[group].clearances
            var edges = Four(clearances .<= nears)
            while let edge = edges.popFirst() {
                if let start,
                    groups[group].clearance(of: edge, fromWay: start, to: end) > touch
                {
                    continue
                }
                reach(groups[group].owner(edge))
                clearances[edge] = .infinity
            }
            least = lesser(least, clearances)
        }
        return Self.least(of: least)
    }

    private static func least(of four: SIMD4<Float>) -> Float {
        min(min(four.x, four.y), min(four.z, four.w))
    }

    /// Some of four, to be taken one by one.
    private struct Four {
        /// A byte for each: 1 if it is among them.
        private var bytes: UInt32

        @inline(__always)
        init(_ mask: SIMDMask<SIMD4<Int32>>) {
            let marks = SIMD4<Int32>.zero.replacing(with: 1, where: mask)
            bytes = unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: marks), to: UInt32.self)
                .littleEndian
        }

        /// Takes the first of them away; nil if there is none.
        @inline(__always)
        mutating func popFirst() -> Int? {
            guard bytes != 0 else { return nil }
            defer { bytes &= bytes &- 1 }
            return bytes.trailingZeroBitCount / 8
        }
    }
}
