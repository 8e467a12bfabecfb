extension SourceHealth {
    /// The state of a source of fixes. The raw values are those of the protocol.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Not started, or stopped on purpose.
        case stopped
        /// The device, host or program is not there, or may not be used.
        case absent
        /// It is being opened, or was opened too recently to have sent anything.
        case opening
        /// Open, but no bytes come.
        case silent
        /// Bytes arrive, but none of them are readable.
        case garbage
        /// The receiver reports that it has no position.
        case nofix
        /// Fixes come.
        case fix
        /// The last fix is too old to be used.
        case stale
        /// Fixes arrive, but are not trusted.
        case suspect
    }
}
