/// The release this package is.
public enum Release {
    /// Daemon and client are released together under this version.
    public static let version = "1.0.0"
}
