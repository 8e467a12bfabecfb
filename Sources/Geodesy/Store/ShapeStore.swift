/// Many shapes, checked and packed in one block of memory, ready to be measured.
///
/// Its bytes are the same in memory and in a file, so a file of them can be mapped and used as it is,
/// on machines of the same byte order.
///
/// Shapes are numbered from 0. Nothing in a store ever changes, and no measurement allocates. It is an
/// object so that it is passed on in one word.
public final class ShapeStore: Sendable {
    let tables: ShapeTables
    private let block: Block

    init(block: Block, layout: ShapeTables.Layout) {
        self.block = block
        tables = ShapeTables(at: block.address, layout)
        byteCount = layout.byteCount
    }

    /// The store whose bytes are `bytes`, 64-byte aligned memory that stays as it is while `owner`
    /// lives (a mapped file); nil if they are not those of a whole store of this version.
    ///
    /// Every reference is checked, so that damaged bytes can lead to wrong distances but never
    /// outside the memory; whether they are the right bytes is for a checksum to say.
    public convenience init?(bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        guard let block = unsafe Block(bytes, owner: owner),
            let layout = block.header(ShapeTables.Layout.self),
            layout.fits(byteCount: bytes.count)
        else { return nil }
        self.init(block: block, layout: layout)
        guard tables.isSound else { return nil }
    }

    /// Hands the store's bytes to `body`, to be written to a file; they must not be kept.
    public func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe block.withBytes(body)
    }

    /// How many shapes there are.
    public var count: Int { tables.shapes.count }

    /// Bytes of memory that the shapes take in all.
    public let byteCount: Int
}
