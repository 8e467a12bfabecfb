import CMapping
import Glibc

/// A file mapped into memory; the kernel shares its pages and reclaims them when memory is short.
///
/// Only for files that are never changed in place and can be created again: when a block cannot be
/// read, or the file was truncated, the access ends the process (SIGBUS) and removes the file.
public final class MappedFile: Sendable {
    private let address: UInt
    private let watch: Int32
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The identity of the file.
    public let identity: FileIdentity

    /// Maps a file. Throws an error with the code `ENODATA` for an empty file.
    public init(_ path: String) throws(SystemError) {
        let file = try OwnedDescriptor(reading: path)
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw SystemError("read \(path)", code: errno)
        }
        identity = FileIdentity(status)
        byteCount = Int(status.st_size)
        guard byteCount > 0 else { throw SystemError("read \(path)", code: ENODATA) }
        guard
            let memory = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, file.rawValue, 0),
            unsafe memory != MAP_FAILED
        else { throw SystemError("map \(path)", code: errno) }
        address = UInt(bitPattern: memory)
        watch = unsafe watch_mapping(memory, byteCount, path)
    }

    /// Calls `body` with the bytes, which stay unchanged during the lifetime of this object.
    public func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe body(
            UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: address), count: byteCount))
    }

    deinit {
        forget_mapping(watch)
        unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount)
    }
}
