/// The greeting of the daemon: the first line of every connection.
public struct Hello: Sendable, Hashable, Codable {
    /// The requests that a client may make. Each value includes those after it.
    public enum Access: String, Sendable, Hashable, CaseIterable, Codable {
        /// All methods.
        case operate
        /// Methods that change nothing, and those of a consumer: subscribing as one and acknowledging.
        case consume
        /// Only methods that change nothing.
        case read

        /// Whether the access includes another one.
        public func includes(_ other: Self) -> Bool {
            switch self {
            case .operate: true
            case .consume: other != .operate
            case .read: other == .read
            }
        }
    }

    /// Always `geofenced`.
    public var server: String
    /// The daemon's version.
    public var version: String
    /// The protocol version.
    public var `protocol`: ProtocolVersion
    /// The kernel's boot id.
    public var boot_id: String
    /// Identifies the event log; a cursor is `epoch:seq`.
    public var epoch: String
    /// The sequence number of the next event.
    public var next_seq: Int64
    /// The daemon's clock when it sent the greeting, RFC 3339; nil from an older daemon.
    public var time: String?
    /// The longest line the daemon reads, in bytes.
    public var max_line: Int
    /// Seconds without a request and without a stream after which the daemon closes a connection;
    /// nil from an older daemon.
    public var idle_s: Double?
    /// The access of this client; an unknown value means `read`.
    public var access: String

    /// Creates the greeting for a client with that access.
    public init(
        version: String, boot_id: String, epoch: String, next_seq: Int64, time: String,
        access: Access
    ) {
        server = "geofenced"
        self.version = version
        self.protocol = .current
        self.boot_id = boot_id
        self.epoch = epoch
        self.next_seq = next_seq
        self.time = time
        max_line = Limits.line_bytes
        idle_s = Limits.idle_s
        self.access = access.rawValue
    }
}

/// The release of this package.
public enum Release {
    /// The version of daemon and client.
    public static let version = "0.1.0"
}
