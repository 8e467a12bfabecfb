import Glibc

/// An open file descriptor with exactly one owner; closed with the owner.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor. Use it only during the lifetime of the owner.
    public let rawValue: Int32

    /// Takes ownership of an open descriptor.
    public init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "only an open descriptor can be owned")
        self.rawValue = rawValue
    }

    /// Gives up ownership; the caller closes the descriptor.
    public consuming func release() -> Int32 {
        let raw = rawValue
        discard self
        return raw
    }

    deinit {
        // Linux frees the descriptor even when close is interrupted, so never retry.
        _ = close(rawValue)
    }
}

extension OwnedDescriptor {
    /// Opens a regular file for reading. Refuses a directory with `EISDIR` and other files with
    /// `SystemError.noFile`: reading a pipe would wait for its writer.
    public init(reading path: String) throws(SystemError) {
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard raw >= 0 else { throw SystemError("read \(path)", code: errno) }
        let file = OwnedDescriptor(owning: raw)
        var status = stat()
        guard unsafe fstat(raw, &status) == 0 else {
            throw SystemError("read \(path)", code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = file
        case S_IFDIR: throw SystemError("read \(path)", code: EISDIR)
        default: throw SystemError("read \(path)", code: SystemError.noFile)
        }
    }

    /// Returns the available bytes, at most `limit`; empty at the end.
    ///
    /// - Parameter attempt: the attempted action that an error names, as an infinitive.
    public func read(
        upTo limit: Int, _ attempt: String = "read"
    ) throws(SystemError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
                count = unsafe Glibc.read(rawValue, buffer.baseAddress, limit)
                initialized = max(count, 0)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw SystemError(attempt, code: errno) }
        }
    }
}

/// A pipe. Programs that this process starts do not inherit its ends.
@frozen
public struct Pipe: ~Copyable {
    /// The end from which data is read.
    public let readEnd: OwnedDescriptor
    /// The end to which data is written.
    public let writeEnd: OwnedDescriptor

    /// Creates a pipe.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("create a pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = OwnedDescriptor(owning: ends[0])
        writeEnd = OwnedDescriptor(owning: ends[1])
    }
}

/// Standard input, output and error.
public enum StandardDescriptors {
    /// Opens `/dev/null` for the closed ones. Otherwise the next file or socket would get such a
    /// number and receive the program's output. Reading and writing them still fail.
    public static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The kernel returns the lowest free number, which is this one.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// Checks the limits on open files.
public enum SpareDescriptors {
    /// Returns why `count` more files cannot be opened at once; nil when they can.
    public static func shortage(of count: Int) -> SystemError? {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < count {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else {
                return SystemError("open \(count) more files", code: errno)
            }
            taken.append(descriptor)
        }
        return nil
    }
}
