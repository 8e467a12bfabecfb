internal import Glibc

extension JournalCheck {
    /// Where journald keeps this machine's journal.
    static func read() -> JournalCheck {
        guard Directory.exists("/run/systemd/journal/socket") else {
            return JournalCheck(storage: .none)
        }
        let machine = (FileText.small("/etc/machine-id") ?? "").filter { $0 != "\n" }
        let isPersistent = !machine.isEmpty && isKept(of: machine)
        return JournalCheck(storage: isPersistent ? .persistent : .volatile)
    }

    /// Whether journald writes where it lasts: either place may have a journal of before, as when
    /// Storage= was changed, and only one of them is written.
    private static func isKept(of machine: String) -> Bool {
        let kept = "/var/log/journal/\(machine)"
        guard let passing = written_s("/run/log/journal/\(machine)/system.journal") else {
            return Directory.exists(kept)
        }
        return (written_s("\(kept)/system.journal") ?? 0) > passing
    }

    /// When a file was last written, seconds since 1970; nil where there is none.
    private static func written_s(_ path: String) -> Double? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }
}
