extension ShapeStore.Builder {
    /// The store of all shapes taken, in that order.
    public consuming func finish() -> ShapeStore {
        let all = shapes.indices.map(UInt32.init)
        return finish(order: all)
    }

    /// The store of shapes in another order: shape i of the store is the one taken as `order[i]`.
    /// Shapes that the order does not name are left out.
    ///
    /// Shapes that lie together should be numbered together: then what is looked at together lies
    /// together in memory and on disk.
    public consuming func finish(order: [UInt32]) -> ShapeStore {
        let (records, placed) = renumber(by: order)
        let shiftDrawn = UInt32(placed.count + chainVertices.count)
        let layout = ShapeTables.Layout(
            vertices: Int(shiftDrawn) + drawnVertices.count, nodes: nodes.count,
            parts: parts.count, chains: chains.count, shapes: records.count,
            drawings: drawings.count, drawnRings: drawnRings.count)
        for i in chains.indices { chains[i].firstVertex += UInt32(placed.count) }
        for i in drawnRings.indices { drawnRings[i].firstVertex += shiftDrawn }
        let vertexSize = MemoryLayout<SIMD2<Double>>.stride
        let block = unsafe Block(byteCount: layout.byteCount) { memory in
            unsafe memory.write([layout], at: 0)
            let simple = unsafe UnsafeMutableRawBufferPointer(
                rebasing: memory[layout.verticesOffset...]
            ).bindMemory(to: SIMD2<Double>.self)
            for run in placed.runs {
                for i in 0..<run.count {
                    unsafe simple[run.target + i] = vertices[run.source + i]
                }
            }
            let chained = layout.verticesOffset + placed.count * vertexSize
            unsafe memory.write(chainVertices, at: chained)
            unsafe memory.write(
                drawnVertices, at: chained + chainVertices.count * vertexSize)
            unsafe memory.write(nodes, at: layout.nodesOffset)
            unsafe memory.write(parts, at: layout.partsOffset)
            unsafe memory.write(chains, at: layout.chainsOffset)
            unsafe memory.write(records, at: layout.shapesOffset)
            unsafe memory.write(drawings, at: layout.drawingsOffset)
            unsafe memory.write(drawnRings, at: layout.drawnRingsOffset)
        }
        return ShapeStore(block: block, layout: layout)
    }

    /// Where the vertices of shapes without parts go.
    private struct Placed {
        var runs: [(source: Int, target: Int, count: Int)] = []
        var count = 0
    }

    private mutating func renumber(by order: [UInt32]) -> ([ShapeRecord], Placed) {
        var placed = Placed()
        placed.runs.reserveCapacity(order.count)
        let records = order.map { number in
            let record = shapes[Int(number)]
            guard let vertexCount = record.vertexCount else { return record }
            let (source, target) = (Int(record.first), placed.count)
            placed.runs.append((source, target, vertexCount))
            placed.count += vertexCount
            return ShapeRecord(first: target, count: Int(record.count), kind: record.kind)
        }
        renumberDrawings(by: order)
        return (records, placed)
    }

    private mutating func renumberDrawings(by order: [UInt32]) {
        guard !drawings.isEmpty else { return }
        var numbers = [Int?](repeating: nil, count: shapes.count)
        for (number, old) in order.enumerated() { numbers[Int(old)] = number }
        drawings = drawings.compactMap { drawing in
            numbers[Int(drawing.shape)].map(drawing.moved)
        }
        drawings.sort { $0.shape < $1.shape }
    }
}
