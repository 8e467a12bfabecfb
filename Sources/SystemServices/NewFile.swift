import Glibc

/// Writes a file that takes the place of another only when it is whole and on the disk.
public enum NewFile {
    /// What follows the path while a file is written.
    public static let draftSuffix = ".new"

    /// Writes what `fill` hands to its writer; at `path` is then either all of it or what was there.
    ///
    /// - Parameter isDurable: whether that is to hold after a power cut, too, for which it waits for the
    ///   disk.
    /// - Throws: `SystemError`, or what `fill` throws.
    public static func write(
        _ path: String, isDurable: Bool = true,
        _ fill: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let draft = path + draftSuffix
        // A link in its place would be followed, and what it leads to overwritten.
        _ = unsafe unlink(draft)
        let raw = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { throw SystemError("write \(draft)", code: errno) }
        let file = OwnedDescriptor(owning: raw)
        do {
            try unsafe fill { bytes in try unsafe write(bytes, to: file, draft) }
            guard !isDurable || fsync(file.rawValue) == 0, unsafe rename(draft, path) == 0 else {
                throw SystemError("write \(path)", code: errno)
            }
        } catch {
            _ = unsafe unlink(draft)
            throw error
        }
        if isDurable { syncDirectory(of: path) }
    }

    /// Makes a directory for this user alone, if it is not there.
    public static func makeDirectory(_ path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemError("make \(path)", code: errno)
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to file: borrowing OwnedDescriptor, _ path: String
    ) throws(SystemError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let run = unsafe UnsafeRawBufferPointer(rebasing: rest)
            let count = unsafe Glibc.write(file.rawValue, run.baseAddress, run.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError("write \(path)", code: errno) }
            unsafe rest = unsafe rest.dropFirst(count)
        }
    }

    /// The new name is on the disk only when the directory is; one that cannot be opened keeps it
    /// for the kernel to write in its own time.
    private static func syncDirectory(of path: String) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let raw = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { return }
        let file = OwnedDescriptor(owning: raw)
        _ = fsync(file.rawValue)
    }
}
