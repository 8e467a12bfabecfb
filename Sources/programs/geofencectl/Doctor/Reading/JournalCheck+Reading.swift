internal import Glibc
internal import SystemServices

extension JournalCheck {
    /// Reads where journald stores the journal.
    static func read() -> JournalCheck {
        guard Directory.exists("/run/systemd/journal/socket") else {
            return JournalCheck(storage: .none)
        }
        let machine = (FileText.small("/etc/machine-id") ?? "").filter { $0 != "\n" }
        guard !machine.isEmpty else { return JournalCheck(storage: .volatile) }
        let kept = "/var/log/journal/\(machine)"
        return JournalCheck(
            storage: JournalCheck.Storage(
                hasKept: Directory.exists(kept), kept: Written(of: "\(kept)/system.journal"),
                passing: Written(of: "/run/log/journal/\(machine)/system.journal")))
    }
}

extension JournalCheck.Written {
    /// Reads the time of the last write to a file.
    fileprivate init(of path: String) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            self = .at(Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        } else {
            self = errno == EACCES ? .hidden : .never
        }
    }
}
