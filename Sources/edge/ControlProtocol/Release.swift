/// The release of this package.
public enum Release {
    /// The version of daemon and client.
    public static let version = "0.1.0"
}
