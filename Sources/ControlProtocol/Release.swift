/// The release this package is.
public enum Release {
    /// Daemon and client are released together under this version.
    public static let version = "0.1.0"
}
