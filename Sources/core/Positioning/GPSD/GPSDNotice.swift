/// Data that gpsd reports about itself and its devices.
public enum GPSDNotice: Hashable, Sendable {
    /// The greeting: gpsd's release and the major version of its protocol.
    case version(release: String, protocolMajor: Int)
    /// The greeting of a gpsd with an unsupported protocol; its reports are not used.
    case unsupportedProtocol(major: Int)
    /// The paths of the receivers that gpsd has now.
    case devices([String])
    /// The text of an error that gpsd reports.
    case error(String)
}
