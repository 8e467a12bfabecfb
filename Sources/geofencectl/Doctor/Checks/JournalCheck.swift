/// Does the journal survive a restart of the machine?
struct JournalCheck {
    /// Where journald writes.
    enum Storage: Equatable {
        /// Below /var/log/journal.
        case persistent
        /// Below /run/log/journal.
        case volatile
        /// Nowhere: journald does not run.
        case none
        /// In one of both, but the user may not see in which.
        case hidden

        /// Where journald writes, determined from the journals of the machine: either place may
        /// hold an old one, as after a change of Storage=, and only one of them is written.
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

    /// When a journal was last written.
    enum Written: Equatable {
        /// Then, seconds since 1970.
        case at(Double)
        /// There is none.
        case never
        /// The user may not read it.
        case hidden
    }

    /// Where it writes here.
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
