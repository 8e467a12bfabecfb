import Geodesy

/// Memory that replaces a mapped file in tests.
package final class MappedBytes: Sendable {
    private let address: UInt
    private let count: Int

    /// A file of those bytes.
    package init(_ bytes: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count, 1), alignment: Block.alignment)
        unsafe memory.copyBytes(from: bytes)
        address = UInt(bitPattern: memory.baseAddress)
        count = bytes.count
    }

    deinit {
        unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }

    /// Its bytes, valid during its lifetime.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: address), count: count)
    }
}
