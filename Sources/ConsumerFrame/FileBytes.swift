internal import Glibc

/// Reads small files.
public enum FileBytes {
    /// The bytes of a file, at most `limit`; nil with `errno` where it cannot be read.
    public static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < limit {
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
        return bytes
    }
}

/// Secrets that systemd hands over (`LoadCredential=`).
public enum Credential {
    /// The directory that they are in; nil where there are none.
    public static var directory: String? {
        unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
    }

    /// The first line of the credential of that name; nil where there is none.
    public static func read(_ name: String) -> String? {
        guard let directory, let bytes = FileBytes.read(directory + "/" + name, limit: 65_536)
        else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }
}
