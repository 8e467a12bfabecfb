/// Many shapes, checked and packed in one block of memory, ready to be measured.
///
/// Its bytes are the same in memory and in a file, so that a file of them can be mapped and used
/// directly, on machines of the same byte order.
///
/// Shapes are numbered from 0. A store never changes, and no measurement allocates. It is a class
/// so that a reference to it is one word.
public final class ShapeStore: Sendable {
    let tables: ShapeTables
    private let block: Block

    init(block: Block, layout: ShapeTables.Layout) {
        self.block = block
        tables = ShapeTables(at: block.address, layout)
        byteCount = layout.byteCount
    }

    /// Creates the store with those bytes: 64-byte aligned memory that is unchanged while `owner`
    /// lives (a mapped file). Nil if they are not a complete store of this version.
    ///
    /// Every reference is checked, so that damaged bytes can lead to wrong distances but never
    /// outside the memory. Only a checksum can detect whether they are the right bytes.
    public convenience init?(bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        guard let block = unsafe Block(bytes, owner: owner),
            let layout = block.header(ShapeTables.Layout.self),
            layout.fits(byteCount: bytes.count)
        else { return nil }
        self.init(block: block, layout: layout)
        guard tables.isSound else { return nil }
    }

    /// Calls `body` with the store's bytes, to be written to a file; valid only during the call.
    public func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe block.withBytes(body)
    }

    /// The number of shapes.
    public var count: Int { tables.shapes.count }

    /// The bytes of memory that all shapes take.
    public let byteCount: Int
}
