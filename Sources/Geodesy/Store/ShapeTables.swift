/// The tables of a shape store, all in one block of memory.
struct ShapeTables: BitwiseCopyable, Sendable {
    let vertices: Column<SIMD2<Double>>
    let nodes: Column<IndexBox>
    let parts: Column<PartRecord>
    let chains: Column<ChainRecord>
    let shapes: Column<ShapeRecord>

    /// Enough for every record, and a cache line.
    static let alignment = 64

    /// How many records each table has, and with that where it starts: the most demanding first,
    /// so that every table is aligned without padding.
    struct Layout: BitwiseCopyable, Sendable {
        var vertices: Int
        var nodes: Int
        var parts: Int
        var chains: Int
        var shapes: Int

        var nodesOffset: Int { vertices * MemoryLayout<SIMD2<Double>>.stride }
        var partsOffset: Int { nodesOffset + nodes * MemoryLayout<IndexBox>.stride }
        var chainsOffset: Int { partsOffset + parts * MemoryLayout<PartRecord>.stride }
        var shapesOffset: Int { chainsOffset + chains * MemoryLayout<ChainRecord>.stride }
        var byteCount: Int { shapesOffset + shapes * MemoryLayout<ShapeRecord>.stride }
    }

    init(at address: UInt, _ layout: Layout) {
        vertices = Column(address: address, count: layout.vertices)
        nodes = Column(address: address + UInt(layout.nodesOffset), count: layout.nodes)
        parts = Column(address: address + UInt(layout.partsOffset), count: layout.parts)
        chains = Column(address: address + UInt(layout.chainsOffset), count: layout.chains)
        shapes = Column(address: address + UInt(layout.shapesOffset), count: layout.shapes)
    }
}
