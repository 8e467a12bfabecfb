/// How a source of fixes is doing. The raw values are the words on the wire.
public enum SourceState: String, Hashable, Sendable, CaseIterable {
    /// Not started, or stopped on purpose.
    case stopped
    /// The device, host or program is not there, or may not be used.
    case absent
    /// It is being opened, or was opened and has had no time to speak yet.
    case opening
    /// Open, but no bytes come.
    case silent
    /// Bytes come, but none of them make sense.
    case garbage
    /// The receiver talks and says that it has no position.
    case nofix
    /// Fixes come.
    case fix
    /// Fixes came, but the last one is too old to go by.
    case stale
    /// Fixes come, but what they say is not to be believed yet.
    case suspect
}
