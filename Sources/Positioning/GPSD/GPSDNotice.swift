/// What gpsd reports about itself and its devices.
public enum GPSDNotice: Hashable, Sendable {
    /// The greeting: gpsd's release and the major version of its protocol.
    case version(release: String, protocolMajor: Int)
    /// The greeting of a gpsd with an unsupported protocol; its reports are not used.
    case unsupportedProtocol(major: Int)
    /// The receivers gpsd has now, by path.
    case devices([String])
    /// gpsd reports an error; its text.
    case error(String)
}
