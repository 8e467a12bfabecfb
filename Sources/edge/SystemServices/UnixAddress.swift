public import Glibc

/// The address of a Unix socket; a path that begins with @ is an abstract address without a file.
public struct UnixAddress {
    /// The maximum bytes of a path: the size of `sun_path` without its terminator.
    public static let pathMaximum = 107

    private var address = sockaddr_un()
    private let length: socklen_t

    /// Creates the address; nil for a path that is empty or too long.
    public init?(_ path: String) {
        var bytes = Array(path.utf8)
        guard 1...Self.pathMaximum ~= bytes.count else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    /// Calls a function of the C library with the address and its length.
    public func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, length)
            }
        }
    }
}

extension OwnedDescriptor {
    /// Opens a non-blocking stream socket.
    public static func unixStream() throws(SystemError) -> OwnedDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let raw = socket(AF_UNIX, type, 0)
        guard raw >= 0 else { throw SystemError("make a socket", code: errno) }
        return OwnedDescriptor(owning: raw)
    }
}

/// Detects UDP broadcast addresses.
public enum BroadcastAddress {
    /// Whether datagrams to an address reach every host of a network.
    ///
    /// The kernel refuses to connect a socket without `SO_BROADCAST` to such an address. The list
    /// of interfaces would show the same, but needs a socket type that the sandbox of the service
    /// forbids.
    ///
    /// - Parameters:
    ///   - address: an address with its port.
    ///   - length: its size in bytes.
    public static func isBroadcast(
        _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> Bool {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = unsafe socket(Int32(address.pointee.sa_family), type, 0)
        guard raw >= 0 else { return false }
        let probe = OwnedDescriptor(owning: raw)
        return unsafe connect(probe.rawValue, address, length) != 0 && errno == EACCES
    }
}
