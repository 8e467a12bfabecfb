/// The check of free disk space and of the event log.
struct DiskCheck {
    /// The state directory.
    var path: String
    /// Bytes that the daemon may still write there; nil when unknown.
    var free_bytes: Int64?
    /// Bytes of the files there, from the daemon; nil when unknown.
    var used_bytes: Int64?
    /// The state of the event log and its message, from the daemon.
    var store: (state: String, message: String?)?

    /// Below this, large writes may fail; the log has reserved its own space at the start.
    static let least_bytes: Int64 = 16 * 1_048_576
    /// Less free space than this causes a warning.
    static let comfortable_bytes: Int64 = 128 * 1_048_576

    /// A finding for the log, when the daemon reported its state, and one for the free space.
    var findings: [Finding] {
        var findings: [Finding] = []
        if let store {
            let fix = "See df -h \(path) and journalctl -u geofenced."
            switch (store.state, store.message) {
            case ("ok", nil): findings.append(.ok("event log", "The event log can be written."))
            case ("ok", let message?): findings.append(.warn("event log", message, fix: fix))
            case (let state, let message):
                findings.append(
                    .fail("event log", message ?? "The event log is \(state).", fix: fix))
            }
        }
        guard let free_bytes else {
            findings.append(
                .warn(
                    "disk", "The room in \(path) cannot be known: it does not exist.",
                    fix: "The service makes it when it starts: sudo systemctl start geofenced."))
            return findings
        }
        let used = used_bytes.map { ", and \(SizeText.mebibytes($0)) are used" } ?? ""
        let room = "\(free_bytes / 1_048_576) MiB are free in \(path)\(used)"
        if free_bytes < Self.least_bytes {
            findings.append(
                .fail("disk", "Only \(room).", fix: "Make room: sudo journalctl --vacuum-size=50M.")
            )
        } else if free_bytes < Self.comfortable_bytes {
            findings.append(
                .warn("disk", "Only \(room).", fix: "Make room: sudo journalctl --vacuum-size=50M.")
            )
        } else {
            findings.append(.ok("disk", "\(room)."))
        }
        return findings
    }
}
