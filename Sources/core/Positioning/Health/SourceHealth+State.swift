import Chronology

extension SourceHealth {
    /// The state of a source of fixes. The raw values are those of the protocol.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Not started, or stopped on purpose.
        case stopped
        /// The device, host or program does not exist, or access to it is denied.
        case absent
        /// The source is being opened, or was opened too recently to have sent anything.
        case opening
        /// The source is open, but no bytes arrive.
        case silent
        /// Bytes arrive, but no sentence is readable.
        case garbage
        /// The receiver reports that it has no position.
        case nofix
        /// Fixes arrive.
        case fix
        /// The last fix is too old to be used.
        case stale
        /// Fixes arrive, but are not trusted.
        case suspect
    }
}

extension SourceHealth {
    /// A fix that is at most this many seconds earlier repeats a moment, as a second instrument on
    /// the line does; a clock that goes back farther was set.
    private static let repeatedMomentSeconds = 2.0

    /// Whether a fix with that time belongs to a moment without an earlier fix.
    static func isNewMoment(_ time: UTCInstant?, after moment: UTCInstant?) -> Bool {
        guard let time, let moment else { return true }
        let ahead_s = time.seconds(since: moment)
        return ahead_s > 0 || ahead_s < -repeatedMomentSeconds
    }
}
