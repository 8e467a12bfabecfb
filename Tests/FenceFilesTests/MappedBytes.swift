import FenceFiles

/// Memory that stands in for a mapped file.
final class MappedBytes: Sendable {
    /// What the compiled files of tests say they were made of.
    static let key = CompiledFile.Key(source: 1, sourceBytes: 2, maker: 3)

    private let address: UInt
    private let count: Int

    init(_ bytes: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count, 1), alignment: 64)
        unsafe memory.copyBytes(from: bytes)
        address = UInt(bitPattern: memory.baseAddress)
        count = bytes.count
    }

    /// The compiled form of a file; nil where it has no fences.
    static func compiled(_ file: LoadedFile) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let isCompiled = try unsafe CompiledFile.compile(file, key: key) {
            unsafe bytes.append(contentsOf: $0)
        }
        return isCompiled ? bytes : nil
    }

    private var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    var file: CompiledFile? { unsafe CompiledFile(bytes: bytes, owner: self) }
    var isIntact: Bool { unsafe CompiledFile.isIntact(bytes) }

    deinit {
        unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
}
