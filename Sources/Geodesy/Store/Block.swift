/// A block of memory that holds a header and tables one after another: allocated here, or mapped.
package final class Block: Sendable {
    /// Enough for every record, and a cache line.
    package static let alignment = 64

    /// Where it begins.
    package let address: UInt
    /// Bytes of it.
    package let byteCount: Int
    /// Who frees memory that was not allocated here.
    private let owner: (any AnyObject & Sendable)?

    /// Uninitialised memory of `byteCount` bytes, handed to `fill`. Nobody but its maker changes it.
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

    /// Memory that stays in place and unchanged while `owner` lives; nil if it does not begin where
    /// a block has to.
    package init?(_ bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        guard let start = bytes.baseAddress, UInt(bitPattern: start) % UInt(Self.alignment) == 0
        else { return nil }
        address = UInt(bitPattern: start)
        byteCount = bytes.count
        self.owner = owner
    }

    /// The header, if the block is as large as that.
    package func header<Header: BitwiseCopyable>(_: Header.Type) -> Header? {
        guard byteCount >= MemoryLayout<Header>.size else { return nil }
        return unsafe withBytes { unsafe $0.load(as: Header.self) }
    }

    /// Hands the block's bytes to `body`, which must not keep them.
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
