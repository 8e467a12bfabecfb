/// The memory of a shape store: one block that holds all tables one after another.
final class ShapeBlock: Sendable {
    private let address: UInt

    /// Uninitialised memory of `byteCount` bytes, handed to `fill` and never changed again.
    init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(byteCount, 1), alignment: ShapeTables.alignment)
        unsafe fill(memory)
        address = UInt(bitPattern: memory.baseAddress)
    }

    /// The tables that `layout` finds in this block.
    func tables(_ layout: ShapeTables.Layout) -> ShapeTables {
        ShapeTables(at: address, layout)
    }

    deinit {
        unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
}
