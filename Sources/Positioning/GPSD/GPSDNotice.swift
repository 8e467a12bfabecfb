/// What gpsd reports about itself and its devices.
public enum GPSDNotice: Hashable, Sendable {
    /// The greeting: gpsd's release and the major version of its protocol.
    case version(release: String, protocolMajor: Int)
    /// The greeting of a gpsd whose protocol this decoder does not speak; nothing else it says is
    /// used.
    case unsupportedProtocol(major: Int)
    /// The receivers gpsd has now, by path.
    case devices([String])
    /// gpsd reports an error, in its own words.
    case error(String)
}
