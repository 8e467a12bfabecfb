internal import Chronology
internal import ControlProtocol

/// The version of this package.
public enum Version {
    /// The version as text.
    public static let text = Release.version

    /// 2026-01-01T00:00:00Z: no receiver that runs this version can truly be before that day.
    /// Advance it with the releases, never past a release.
    static let buildDate = UTCInstant(nanoseconds: 1_767_225_600 * 1_000_000_000)
}
