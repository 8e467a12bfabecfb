public import Glibc

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
