/// The tables of a shape store, all in one block of memory.
struct ShapeTables: BitwiseCopyable, Sendable {
    let vertices: Column<SIMD2<Double>>
    let nodes: Column<IndexBox>
    let parts: Column<PartRecord>
    let chains: Column<ChainRecord>
    let shapes: Column<ShapeRecord>
    /// How shapes were drawn that are stored differently, in order of shape.
    let drawings: Column<DrawingRecord>
    let drawnRings: Column<DrawnRing>

    /// The number of records in each table, which determines where it starts. Tables are in order
    /// of descending alignment, so that none needs padding. It is also the header of the block.
    struct Layout: BitwiseCopyable, Sendable {
        /// Identifies the format, its version and the byte order.
        var mark = Layout.mark
        var vertices: Int
        var nodes: Int
        var parts: Int
        var chains: Int
        var shapes: Int
        var drawings: Int
        var drawnRings: Int

        /// "GFSHAPE6" as a little-endian machine reads it.
        static let mark: UInt64 = 0x3645_5041_4853_4647

        var verticesOffset: Int { Block.alignment }
        var nodesOffset: Int { verticesOffset + vertices * MemoryLayout<SIMD2<Double>>.stride }
        var partsOffset: Int { nodesOffset + nodes * MemoryLayout<IndexBox>.stride }
        var chainsOffset: Int { partsOffset + parts * MemoryLayout<PartRecord>.stride }
        var shapesOffset: Int { chainsOffset + chains * MemoryLayout<ChainRecord>.stride }
        var drawingsOffset: Int { shapesOffset + shapes * MemoryLayout<ShapeRecord>.stride }
        var drawnRingsOffset: Int {
            drawingsOffset + drawings * MemoryLayout<DrawingRecord>.stride
        }
        var byteCount: Int { drawnRingsOffset + drawnRings * MemoryLayout<DrawnRing>.stride }

        /// Whether this is the header of a block of exactly `byteCount` bytes.
        func fits(byteCount: Int) -> Bool {
            let counts = [vertices, nodes, parts, chains, shapes, drawings, drawnRings]
            return mark == Layout.mark && counts.allSatisfy { 0...Int(UInt32.max) ~= $0 }
                && self.byteCount == byteCount
        }
    }

    init(at address: UInt, _ layout: Layout) {
        vertices = Column(address: address + UInt(layout.verticesOffset), count: layout.vertices)
        nodes = Column(address: address + UInt(layout.nodesOffset), count: layout.nodes)
        parts = Column(address: address + UInt(layout.partsOffset), count: layout.parts)
        chains = Column(address: address + UInt(layout.chainsOffset), count: layout.chains)
        shapes = Column(address: address + UInt(layout.shapesOffset), count: layout.shapes)
        drawings = Column(address: address + UInt(layout.drawingsOffset), count: layout.drawings)
        drawnRings = Column(
            address: address + UInt(layout.drawnRingsOffset), count: layout.drawnRings)
    }
}
