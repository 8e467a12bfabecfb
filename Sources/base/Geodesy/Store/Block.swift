/// A block of memory with a header followed by tables: allocated by the block, or mapped.
package final class Block: Sendable {
    /// The alignment in bytes: sufficient for every record, and one cache line.
    package static let alignment = 64

    /// The address of its first byte.
    package let address: UInt
    /// Its size in bytes.
    package let byteCount: Int
    /// The object that frees memory which the block did not allocate.
    private let owner: (any AnyObject & Sendable)?

    /// Creates a block of `byteCount` bytes, which `fill` initialises. Nothing changes them later.
    package init(
        byteCount: Int, in memory: WorkingMemory, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.byteCount = byteCount
        if let taken = memory.take(byteCount) {
            (address, owner) = (taken.address, taken.owner)
        } else {
            let start = UnsafeMutableRawPointer.allocate(
                byteCount: byteCount, alignment: Self.alignment)
            address = UInt(bitPattern: start)
            owner = nil
        }
        unsafe fill(
            UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: address), count: byteCount))
    }

    /// Creates a block of memory that remains in place and unchanged while `owner` lives; nil if
    /// the memory is not aligned.
    package init?(_ bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        guard let start = bytes.baseAddress, UInt(bitPattern: start) % UInt(Self.alignment) == 0
        else { return nil }
        address = UInt(bitPattern: start)
        byteCount = bytes.count
        self.owner = owner
    }

    /// Returns the header; nil if the block is smaller than that.
    package func header<Header: BitwiseCopyable>(_: Header.Type) -> Header? {
        guard byteCount >= MemoryLayout<Header>.size else { return nil }
        return unsafe withBytes { unsafe $0.load(as: Header.self) }
    }

    /// Calls `body` with the block's bytes, which are valid only during the call.
    package func withBytes<Result>(
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
