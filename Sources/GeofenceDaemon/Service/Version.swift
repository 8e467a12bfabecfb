internal import ControlProtocol

/// The version of this package.
public enum Version {
    /// As people write it.
    public static let text = Release.version
}
