internal import ControlProtocol

/// The release that the programs beside the daemon belong to.
public enum ConsumerRelease {
    /// Its version.
    public static let version = Release.version
}
