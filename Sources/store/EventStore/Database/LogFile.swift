import CSQLite
import Glibc
import SystemServices

/// The write-ahead log beside a database, read without SQLite.
final class LogFile {
    private let descriptor: Int32

    /// Opens the log beside a database; nil where there is none.
    init?(beside database: String) throws(SQLiteError) {
        let opened = unsafe open(database + "-wal", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(of: "open")
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// Reads exactly so many bytes; nil where the file ends before. Throws when the device fails.
    func read(_ count: Int, at offset: Int) throws(SQLiteError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: filled), count - filled,
                    offset + filled)
            }
            guard got >= 0 else { throw Self.failure(of: "pread") }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    private static func failure(of call: String) -> SQLiteError {
        SQLiteError(
            code: SQLITE_IOERR | (1 << 8), systemError: errno,
            message: "the write-ahead log could not be read by \(call)")
    }
}

/// A file that was opened: it may be removed or replaced from outside, and what is written to it
/// after that is lost when the process ends.
struct OpenedFile {
    private let path: String
    private let identity: FileIdentity

    /// The file that is at the path now; nil where there is none.
    init?(_ path: String) {
        guard let identity = try? FileIdentity(path) else { return nil }
        (self.path, self.identity) = (path, identity)
    }

    /// Whether there is no file at the path now.
    var isMissing: Bool { OpenedFile(path) == nil }

    /// Whether the same file is still at the path. An I/O error does not count as a removal.
    var isInPlace: Bool {
        do {
            return try FileIdentity(path).isSameFile(as: identity)
        } catch {
            return ![ENOENT, ENOTDIR].contains(error.code)
        }
    }
}

/// Files that were open and have been removed or replaced from outside.
struct ReplacedFiles {
    /// The files that were open.
    let files: [OpenedFile]
    private let directory: OpenedFile?
    private let since_ns = Clocks.monotonicNanoseconds()

    /// Files that are no longer in place, and the directory that contained them.
    init(insteadOf files: [OpenedFile], in directory: OpenedFile?) {
        (self.files, self.directory) = (files, directory)
    }

    /// Whether the files may return by themselves: the whole directory is missing or replaced, as
    /// while its medium is remounted, and only for a short time.
    var mayReturn: Bool {
        let away_s = Double(Clocks.monotonicNanoseconds() - since_ns) / 1e9
        return directory?.isInPlace == false && away_s < StoreLimits.absence_s
    }

    /// The failure to report while they are missing.
    var kind: StorageFailure.Kind { directory?.isMissing == true ? .missing : .replaced }
}
