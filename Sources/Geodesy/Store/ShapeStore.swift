/// Many shapes, checked and packed in one block of memory, ready to be measured.
///
/// Shapes are numbered from 0 in the order in which the builder took them. Nothing in a store ever
/// changes, and no measurement allocates.
public struct ShapeStore: Sendable {
    let tables: ShapeTables
    private let block: ShapeBlock

    init(block: ShapeBlock, layout: ShapeTables.Layout) {
        self.block = block
        tables = block.tables(layout)
        byteCount = layout.byteCount
    }

    /// A store without shapes.
    public init() {
        self = Builder().finish()
    }

    /// How many shapes there are.
    public var count: Int { tables.shapes.count }

    /// Bytes of memory that the shapes take in all.
    public let byteCount: Int
}
