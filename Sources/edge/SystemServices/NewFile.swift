import Glibc

/// Replaces a file atomically: the new content takes its place when it is complete.
public enum NewFile {
    /// The suffix of the temporary file.
    public static let draftSuffix = ".new"

    /// Writes the content that `fill` passes to its `write` closure. The file at `path` then
    /// holds either all of it or the old content.
    ///
    /// - Parameter isDurable: whether this also holds after a power cut; waits for the disk.
    /// - Throws: `SystemError`, or an error of `fill`.
    public static func write(
        _ path: String, isDurable: Bool = true,
        _ fill: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let draft = path + draftSuffix
        // Remove a leftover: O_EXCL refuses an existing name, and never follows a symbolic link.
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

    /// Writes the bytes in the same way.
    public static func write(
        _ path: String, isDurable: Bool = true, _ bytes: [UInt8]
    ) throws {
        try unsafe write(path, isDurable: isDurable) { write in
            try unsafe bytes.withUnsafeBytes { try unsafe write($0) }
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

    /// Makes the new name durable. When the directory cannot be opened, the kernel writes it later.
    private static func syncDirectory(of path: String) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let raw = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { return }
        let file = OwnedDescriptor(owning: raw)
        _ = fsync(file.rawValue)
    }
}
