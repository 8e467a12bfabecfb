/// The memory of a shape store: one block that holds a header and all tables one after another.
final class ShapeBlock: Sendable {
    private let address: UInt
    private let byteCount: Int
    /// Who frees memory that was not allocated here.
    private let owner: (any AnyObject & Sendable)?

    /// Uninitialised memory of `byteCount` bytes, handed to `fill` and never changed again.
    init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: byteCount, alignment: ShapeTables.alignment)
        unsafe fill(memory)
        address = UInt(bitPattern: memory.baseAddress)
        self.byteCount = byteCount
        owner = nil
    }

    /// Memory that stays in place and unchanged while `owner` lives.
    init(_ bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        address = UInt(bitPattern: bytes.baseAddress)
        byteCount = bytes.count
        self.owner = owner
    }

    /// The tables that `layout` finds in this block.
    func tables(_ layout: ShapeTables.Layout) -> ShapeTables {
        ShapeTables(at: address, layout)
    }

    /// Hands the block's bytes to `body`, which must not keep them.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: address), count: byteCount)
        return try unsafe body(bytes)
    }

    deinit {
        if owner == nil {
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }
}
