/// Reads a file sequentially.
public final class FileReader: Sendable {
    private let file: OwnedDescriptor

    /// Opens a file for reading. Throws `SystemError.noFile` for a pipe, a socket or a device.
    public init(_ path: String) throws(SystemError) {
        file = try OwnedDescriptor(reading: path)
    }

    /// Returns the next bytes, at most `count`; empty at the end.
    public func next(_ count: Int) throws(SystemError) -> [UInt8] {
        try file.read(upTo: count, "read a file")
    }
}
