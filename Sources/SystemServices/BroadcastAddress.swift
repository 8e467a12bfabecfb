public import Glibc

/// Looks at addresses of UDP.
public enum BroadcastAddress {
    /// Whether datagrams to an address reach every host of a network.
    ///
    /// The kernel connects a socket that may not broadcast to no such address. A list of the
    /// interfaces says the same, but needs a kind of socket that the sandbox of the service forbids.
    ///
    /// - Parameters:
    ///   - address: an address with its port.
    ///   - length: the bytes of it.
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
