internal import ControlProtocol
internal import Glibc
internal import Suggestions
internal import SystemServices

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

extension DiskCheck {
    /// Reads free and used disk space, from the status where the daemon answers.
    static func read(_ status: DaemonStatus?, in path: String) -> DiskCheck {
        DiskCheck(
            path: path, free_bytes: status?.store.free_bytes ?? Directory.freeBytes(path),
            used_bytes: status?.store.used_bytes,
            store: status.map { ($0.store.state, $0.store.message) })
    }
}

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

/// The check whether incoming fixes are recorded.
struct RecorderCheck {
    /// The recorder in the status of the daemon.
    var recorder: RecorderRecord

    /// The finding for it.
    var finding: Finding {
        switch recorder.state {
        case "ok": .ok("recorder", "Fixes are recorded: \(recorder.text).")
        case "off": .ok("recorder", "Fixes are not recorded: record = false.")
        default:
            .warn(
                "recorder", recorder.message ?? "The recorder is \(recorder.state).",
                fix: "See df -h \(recorder.path) and journalctl -u geofenced.")
        }
    }
}

extension RecorderRecord {
    /// `1.2 MiB of 64, 7 days at most, since 2026-11-21 07:40:00Z`, and lost entries.
    var text: String {
        let kept =
            "\(SizeText.mebibytes(bytes)) of \(bytes_limit / 1_048_576), "
            + counted(days, "day") + " at most"
        return kept + (oldest.map { ", since \(TimeText.seconds($0))" } ?? "")
            + (lost > 0 ? "; \(counted(lost, "entry", "entries")) lost" : "")
    }
}

/// The check whether the system clock is synchronized.
struct ClockCheck {
    /// Whether it follows a reference; nil when the kernel does not report it.
    var isSynchronized: Bool?

    /// The finding for it.
    var finding: Finding {
        switch isSynchronized {
        case true?: return .ok("clock", "The system clock is synchronised.")
        case false?:
            return .warn(
                "clock",
                "The system clock is not synchronised; events that need it carry wrong times.",
                fix: "See timedatectl; sudo timedatectl set-ntp true.")
        case nil:
            return .warn(
                "clock", "Whether the system clock is synchronised cannot be known here.",
                fix: "Ask it: timedatectl, or chronyc tracking.")
        }
    }
}

extension ClockCheck {
    /// Reads the state from the daemon, which knows timesyncd alone, else from the kernel.
    static func read(_ status: DaemonStatus?) -> ClockCheck {
        ClockCheck(
            isSynchronized: status?.clock_synchronized ?? KernelClock.read()?.isSynchronized)
    }
}

extension KernelClock {
    /// `synchronised, 1.2 ms off`, `not synchronised` or `unknown`.
    ///
    /// - Parameters:
    ///   - isSynchronized: what the daemon knows.
    ///   - clock: what the kernel knows.
    static func text(_ isSynchronized: Bool?, _ clock: KernelClock?) -> String {
        guard let isSynchronized = isSynchronized ?? clock?.isSynchronized else { return "unknown" }
        guard isSynchronized else { return "not synchronised" }
        return "synchronised" + (clock.map { ", \(decimal($0.offset_s * 1000, 1)) ms off" } ?? "")
    }
}
