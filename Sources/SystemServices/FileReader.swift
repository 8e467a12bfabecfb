import Glibc

/// Reads a file sequentially.
public final class FileReader: Sendable {
    private let file: OwnedDescriptor

    /// Opens a file for reading. Anything but a regular file is `SystemError.noFile`.
    public init(_ path: String) throws(SystemError) {
        file = try OwnedDescriptor(reading: path)
    }

    /// The next bytes, at most `count`; empty at the end.
    public func next(_ count: Int) throws(SystemError) -> [UInt8] {
        while true {
            var got = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                got = unsafe Glibc.read(file.rawValue, buffer.baseAddress, count)
                filled = max(0, got)
            }
            if got >= 0 { return bytes }
            guard errno == EINTR else { throw SystemError("read a file", code: errno) }
        }
    }
}
