import CMapping
import Glibc

/// A file in memory as far as it is looked at: its pages are the kernel's, shared and given back
/// when memory is short.
///
/// Only for files that nobody changes in place and that can be made again: where a block of one
/// cannot be read, or it was cut off, looking there ends the process (SIGBUS) and removes the file.
public final class MappedFile: Sendable {
    private let address: UInt
    private let watch: Int32
    /// Bytes of the file.
    public let byteCount: Int
    /// Which file it is.
    public let identity: FileIdentity

    /// Maps a file. An empty one is `ENODATA`.
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

    /// Hands the bytes to `body`. They stay as they are while this object lives.
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
