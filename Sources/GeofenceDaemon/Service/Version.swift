/// The version of this package.
public enum Version {
    /// As people write it.
    public static let text = "0.1.0"
}
