internal import ControlProtocol
internal import Glibc
internal import JSONText
internal import SystemServices

/// Reads files whole or piece by piece; `-` is standard input. Writes them whole.
enum FileText {
    /// The kinds of files that a path may name.
    enum Target {
        /// Any file that the user names on the command line, also a pipe, a device, or `-`.
        case anything
        /// A file that a configuration names: reading a pipe could block forever.
        case ordinaryFile
    }

    /// Returns all bytes of a file. Throws `noInput` or `noPermission` with the reason, or
    /// `badData` when the file is larger than `limit`.
    static func read(
        _ path: String, limit: Int, _ target: Target = .anything,
        hint: String = "Divide it into several files."
    ) throws -> [UInt8] {
        var all: [UInt8] = []
        try pieces(of: path, target) { piece in
            guard all.count + piece.count <= limit else {
                let size =
                    limit < 1_048_576 ? "\(limit / 1024) KiB" : "\(limit / 1_048_576) MiB"
                throw CommandFailure(
                    .badData, "\(path) is larger than \(size).", hint: hint)
            }
            all.append(contentsOf: piece)
        }
        return all
    }

    /// Returns a small file as text; nil when it cannot be read.
    static func small(_ path: String) -> String? {
        guard let bytes = try? read(path, limit: 1_048_576) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Passes the bytes of a file of any size in order. Throws `noInput` or `noPermission`.
    static func pieces(
        of path: String, _ target: Target = .anything, _ take: ([UInt8]) throws -> Void
    ) throws {
        let file = try descriptor(path, target)
        while true {
            let piece: [UInt8]
            do {
                piece = try file.read(upTo: piece_bytes)
            } catch {
                guard error.code == EAGAIN else { throw failure(path, error) }
                // Another process that shares the input may have set O_NONBLOCK.
                _ = file.waitToRead(.never)
                continue
            }
            if piece.isEmpty { return }
            try take(piece)
        }
    }

    /// Opens a file for reading. Throws `noInput` or `noPermission` with the reason.
    private static func descriptor(_ path: String, _ target: Target) throws -> OwnedDescriptor {
        if target == .ordinaryFile {
            do {
                return try OwnedDescriptor(reading: path)
            } catch {
                throw failure(path, error)
            }
        }
        let number = unsafe path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw failure(path, SystemError("read \(path)", code: errno)) }
        return OwnedDescriptor(owning: number)
    }

    /// Writes a new file that only its owner may read. Throws `checkFailed` where there is something, also a
    /// link, and `noPermission` or `noInput` with the reason.
    static func write(_ text: String, toNew path: String) throws {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe open(path, flags, 0o600)
        guard number >= 0 || errno != EEXIST else {
            throw CommandFailure(
                .checkFailed, "\(path) exists.", hint: "Remove it, or name another file.")
        }
        guard number >= 0 else {
            throw failure(path, SystemError("write \(path)", code: errno), "written")
        }
        let file = OwnedDescriptor(owning: number)
        do {
            try file.write(Array(text.utf8))
        } catch {
            throw failure(path, error, "written")
        }
    }

    /// Replaces a file in one step: a reader gets either the old or the new content, never a part.
    /// All users may read the new file. Throws the same failures as `write`.
    static func replace(_ text: String, at path: String) throws {
        let other = "\(path).\(getpid())"
        unsafe unlink(other)
        do {
            try write(text, toNew: other)
            guard unsafe chmod(other, 0o644) == 0, unsafe rename(other, path) == 0 else {
                throw failure(path, SystemError("write \(path)", code: errno), "written")
            }
        } catch {
            unsafe unlink(other)
            throw error
        }
    }

    /// Returns the size of a regular file in bytes, nil for anything else.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Returns why reading a file failed, as the end of a sentence that begins with its path.
    static func reason(of failure: CommandFailure, for path: String) -> String {
        // The path precedes the reason, and more text may follow it.
        String(failure.message.dropFirst(path.count + 1).dropLast())
    }

    /// The most bytes of one read: large enough to make the cost of system calls small.
    private static let piece_bytes = 262_144

    private static func failure(
        _ path: String, _ error: SystemError, _ deed: String = "read"
    ) -> CommandFailure {
        switch error.code {
        case EACCES, EPERM:
            return CommandFailure(
                .noPermission, "\(path) may not be \(deed): \(SystemError.reason(error.code)).",
                hint: "Ask its owner, or run as a user who may.")
        case ENOENT where deed == "read":
            return CommandFailure(.noInput, "\(path) does not exist.", hint: "Check the path.")
        case EISDIR:
            return CommandFailure(
                .noInput, "\(path) is a directory.", hint: "Name a file in it.")
        default:
            return CommandFailure(
                .noInput, "\(path) cannot be \(deed): \(SystemError.reason(error.code)).",
                hint: error.code == SystemError.noFile ? "Name a file." : "Check the path.")
        }
    }
}

extension FileText {
    /// Passes the lines of a file in order, in batches; the last line may have no end, and empty
    /// lines are left out. Throws `noInput` or `noPermission` with the reason.
    static func lines(of path: String, _ take: ([NumberedLine]) throws -> Void) throws {
        var splitter = LineSplitter(limit: Limits.line_bytes)
        var lines: [NumberedLine] = []
        try pieces(of: path) { piece in
            lines = []
            splitter.push(piece.span) { lines.append(NumberedLine(number: $1, item: $0)) }
            try take(lines)
        }
        lines = []
        splitter.finish { lines.append(NumberedLine(number: $1, item: $0)) }
        try take(lines)
    }
}

/// A line of a file with its number.
struct NumberedLine {
    /// The number of the line, from 1; empty lines count.
    let number: Int
    /// The content of the line.
    let item: LineSplitter.Item
}

/// The reason why an input line is not usable.
struct UnreadableLine: Error {
    /// The end of a sentence that begins with the line.
    let reason: String
}

/// The compression formats of files, recognized by their first bytes.
enum Packing: String, CaseIterable {
    case gzip, bzip2, xz, zstd, zip

    /// Returns the compression of a file with this start; nil for none.
    static func detect(_ head: [UInt8]) -> Packing? {
        allCases.first { head.starts(with: $0.signature) }
    }

    /// The command that writes the decompressed file to standard output.
    var remedy: String {
        switch self {
        case .gzip: "gzip -dc"
        case .bzip2: "bzip2 -dc"
        case .xz: "xz -dc"
        case .zstd: "zstd -dc"
        case .zip: "unzip -p"
        }
    }

    /// The first bytes of every such file (RFC 1952, 2.3; the specifications of the formats).
    private var signature: [UInt8] {
        switch self {
        case .gzip: [0x1F, 0x8B, 0x08]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .zip: [0x50, 0x4B, 0x03, 0x04]
        }
    }
}
