import FenceFiles
import TestSupport

extension MappedBytes {
    /// The key of compiled files in tests.
    static let key = CompiledFile.Key(source: 1, sourceBytes: 2, maker: 3)

    /// The compiled form of a file; nil where it has no fences.
    static func compiled(_ file: LoadedFile) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let isCompiled = try unsafe CompiledFile.compile(file, key: key) {
            unsafe bytes.append(contentsOf: $0)
        }
        return isCompiled ? bytes : nil
    }

    var file: CompiledFile? { unsafe CompiledFile(bytes: bytes, owner: self) }
    var isIntact: Bool { unsafe CompiledFile.isIntact(bytes) }
}
