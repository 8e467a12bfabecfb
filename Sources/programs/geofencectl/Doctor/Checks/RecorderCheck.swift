internal import ControlProtocol
internal import Suggestions

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
