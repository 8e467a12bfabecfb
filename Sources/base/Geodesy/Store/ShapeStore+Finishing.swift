extension ShapeStore.Builder {
    /// Creates the store of all added shapes, in that order.
    public consuming func finish() -> ShapeStore {
        let all = shapes.indices.map(UInt32.init)
        return finish(order: all)
    }

    /// Creates the store of shapes in another order: shape i of the store is the one added as
    /// `order[i]`. Shapes that are missing in `order` are omitted.
    ///
    /// Shapes that are close to each other should have close numbers: then data that is read
    /// together is stored together in memory and on disk.
    public consuming func finish(order: [UInt32]) -> ShapeStore {
        let placed = extent(of: order)
        let drawings = drawings(by: order)
        let layout = ShapeTables.Layout(
            vertices: placed + chainVertices.count + drawnVertices.count, nodes: nodes.count,
            parts: parts.count, chains: chains.count, shapes: order.count,
            drawings: drawings.count, drawnRings: drawnRings.count)
        let vertexSize = MemoryLayout<SIMD2<Double>>.stride
        let block = unsafe Block(byteCount: layout.byteCount, in: memory) { bytes in
            unsafe bytes.write([layout], at: 0)
            unsafe place(order, bytes, layout)
            let chained = layout.verticesOffset + placed * vertexSize
            unsafe bytes.write(chainVertices, at: chained)
            unsafe bytes.write(
                drawnVertices, at: chained + chainVertices.count * vertexSize)
            unsafe bytes.write(nodes, at: layout.nodesOffset)
            unsafe bytes.write(parts, at: layout.partsOffset)
            let chains = unsafe bytes.records(
                ChainRecord.self, at: layout.chainsOffset, count: chains.count)
            for i in self.chains.indices {
                unsafe chains[i] = self.chains[i]
                unsafe chains[i].firstVertex += UInt32(placed)
            }
            unsafe bytes.write(drawings, at: layout.drawingsOffset)
            let rings = unsafe bytes.records(
                DrawnRing.self, at: layout.drawnRingsOffset, count: drawnRings.count)
            for i in drawnRings.indices {
                unsafe rings[i] = drawnRings[i]
                unsafe rings[i].firstVertex += UInt32(placed + chainVertices.count)
            }
        }
        return ShapeStore(block: block, layout: layout)
    }

    /// Returns the number of vertices that some of the shapes use, without those of their parts.
    private borrowing func extent(of order: [UInt32]) -> Int {
        // Usually no shape is omitted, and a visit of a million shapes in another order takes long.
        order.count == shapes.count
            ? vertices.count : order.reduce(0) { $0 + (shapes[Int($1)].extent?.count ?? 0) }
    }

    /// Writes the shapes in their order, and the vertices of the shapes without parts.
    private borrowing func place(
        _ order: [UInt32], _ bytes: UnsafeMutableRawBufferPointer, _ layout: ShapeTables.Layout
    ) {
        let records = unsafe bytes.records(
            ShapeRecord.self, at: layout.shapesOffset, count: order.count)
        var placed = 0
        // The destinations of the vertices of each added shape.
        var places = [UInt32](repeating: .max, count: shapes.count)
        for (number, old) in order.enumerated() {
            let record = shapes[Int(old)]
            unsafe records[number] = record
            guard let extent = record.extent else { continue }
            unsafe records[number] = record.moved(to: placed)
            places[Int(old)] = UInt32(placed)
            placed += extent.count
        }
        unsafe vertices.write(to: places, of: bytes, at: layout.verticesOffset) { number in
            shapes[number].extent ?? 0..<0
        }
    }

    /// Returns how shapes were drawn, in order of shape.
    private borrowing func drawings(by order: [UInt32]) -> [DrawingRecord] {
        guard !drawings.isEmpty else { return [] }
        var numbers = [UInt32](repeating: .max, count: shapes.count)
        for i in drawings.indices { numbers[Int(drawings[i].shape)] = UInt32(i) }
        var moved: [DrawingRecord] = []
        for (number, old) in order.enumerated() where numbers[Int(old)] != .max {
            moved.append(drawings[Int(numbers[Int(old)])].moved(to: number))
        }
        return moved
    }
}
