/// The check whether the journal survives a restart of the machine.
struct JournalCheck {
    /// The place where journald writes.
    enum Storage: Equatable {
        /// A directory below /var/log/journal.
        case persistent
        /// A directory below /run/log/journal.
        case volatile
        /// No place: journald does not run.
        case none
        /// One of the two, but the user may not see which.
        case hidden

        /// Determines the place from the journals of the machine. Either place may have an old
        /// journal, as after a change of Storage=, and journald writes only one.
        ///
        /// - Parameters:
        ///   - hasKept: whether there is a directory for a persistent journal.
        ///   - kept: when the persistent journal was last written.
        ///   - passing: when the volatile journal was last written.
        init(hasKept: Bool, kept: Written, passing: Written) {
            guard hasKept else {
                self = .volatile
                return
            }
            self =
                switch (kept, passing) {
                case (_, .never): .persistent
                case (_, .hidden), (.hidden, .at): .hidden
                case (.never, .at): .volatile
                case (.at(let kept_s), .at(let passing_s)):
                    kept_s > passing_s ? .persistent : .volatile
                }
        }
    }

    /// The time of the last write to a journal.
    enum Written: Equatable {
        /// The time in seconds since 1970.
        case at(Double)
        /// There is no such journal.
        case never
        /// The user may not read the journal.
        case hidden
    }

    /// The place where journald writes on this machine.
    var storage: Storage

    /// The finding for it.
    var finding: Finding {
        switch storage {
        case .persistent: return .ok("journal", "The journal is persistent.")
        case .volatile:
            return .warn(
                "journal",
                "The journal is volatile: a restart deletes its entries.",
                fix: "sudo mkdir -p /var/log/journal; sudo journalctl --flush; unless"
                    + " systemd-analyze cat-config systemd/journald.conf shows Storage=volatile:"
                    + " change that first.")
        case .none:
            return .warn(
                "journal", "journald does not run here: the daemon writes to standard error.",
                fix: "Keep its standard error where you can read it.")
        case .hidden:
            return .warn(
                "journal",
                "Whether the journal is persistent cannot be known without the right to look into"
                    + " /run/log/journal.",
                fix: "Run the doctor with sudo to have it checked.")
        }
    }
}
