extension JournalCheck {
    /// Where journald keeps this machine's journal.
    static func read() -> JournalCheck {
        guard Directory.exists("/run/systemd/journal/socket") else {
            return JournalCheck(storage: .none)
        }
        let machine = (FileText.small("/etc/machine-id") ?? "").filter { $0 != "\n" }
        let isPersistent = Directory.exists("/var/log/journal/\(machine)") && !machine.isEmpty
        return JournalCheck(storage: isPersistent ? .persistent : .volatile)
    }
}
