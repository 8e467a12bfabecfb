import CMapping
import Glibc
import Synchronization

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

/// Memory backed by an unnamed file: the kernel can write its pages to the file and reclaim them
/// when memory is short, unlike the heap of a device without swap.
public final class SpoolFile: Sendable {
    private let file: OwnedDescriptor
    private let end = Mutex<Int>(0)

    /// Creates an unnamed file in a directory, deleted with this object.
    public init(in directory: String) throws(SystemError) {
        let path = directory + "/spool"
        _ = unsafe unlink(path)
        let raw = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { throw SystemError("create \(path)", code: errno) }
        _ = unsafe unlink(path)
        file = OwnedDescriptor(owning: raw)
    }

    /// Returns page-aligned memory of at least `byteCount` bytes, valid during the lifetime of
    /// its owner; nil when the disk has no space for it.
    public func take(_ byteCount: Int) -> (address: UInt, owner: any AnyObject & Sendable)? {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let length = (byteCount + page - 1) / page * page
        let offset = end.withLock { end in
            defer { end += length }
            return end
        }
        // Reserve the blocks now: a page without a block later would end the process.
        guard posix_fallocate(file.rawValue, off_t(offset), off_t(length)) == 0,
            let memory = unsafe mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, off_t(offset)),
            unsafe memory != MAP_FAILED
        else { return nil }
        let window = Window(spool: self, address: UInt(bitPattern: memory), length: length)
        return (window.address, window)
    }

    /// A mapped part of the file.
    private final class Window: Sendable {
        let address: UInt
        /// Retains the open file while a part of it is in use.
        private let spool: SpoolFile
        private let length: Int

        init(spool: SpoolFile, address: UInt, length: Int) {
            self.spool = spool
            self.address = address
            self.length = length
        }

        deinit {
            let memory = unsafe UnsafeMutableRawPointer(bitPattern: address)
            // Free the blocks now where the file system can, else with the file.
            _ = unsafe madvise(memory, length, MADV_REMOVE)
            unsafe munmap(memory, length)
        }
    }
}
