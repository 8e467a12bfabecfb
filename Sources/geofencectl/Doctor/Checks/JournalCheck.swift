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
    }

    /// Where it writes here.
    var storage: Storage

    /// What is to be said of it.
    var finding: Finding {
        switch storage {
        case .persistent: return .ok("journal", "The journal is persistent.")
        case .volatile:
            return .warn(
                "journal",
                "The journal is volatile: after a restart nobody can read what went before.",
                fix: "sudo mkdir -p /var/log/journal; sudo journalctl --flush; unless"
                    + " /etc/systemd/journald.conf says Storage=volatile: change that first.")
        case .none:
            return .warn(
                "journal", "journald does not run here: the daemon writes to standard error.",
                fix: "Keep its standard error where you can read it.")
        }
    }
}
