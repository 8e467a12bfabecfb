internal import Glibc
internal import SystemServices

/// Secrets that systemd hands over (`LoadCredential=`).
public enum Credential {
    /// The maximum size of a credential of systemd in bytes.
    private static let maximumBytes = 1 << 20

    /// The directory that they are in; nil where there are none.
    public static var directory: String? {
        unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
    }

    /// The first line of the credential of that name; nil where there is none.
    public static func read(_ name: String) -> String? {
        guard let directory,
            let bytes = try? TextFile.bytes(directory + "/" + name, limit: maximumBytes)
        else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }
}
