internal import ControlProtocol
internal import Suggestions

/// The check whether fences and monitors differ from their files because of run-time changes.
struct OverriddenCheck {
    /// The fence files that the daemon uses.
    var files: [ConfigShown.FenceFile]
    /// The monitors that were changed at run time; nil from an older daemon.
    var monitors: RuntimeMonitorRecord?

    /// One finding for each file and each monitor with run-time changes; without any, one for
    /// fences and one for monitors.
    var findings: [Finding] {
        let findings = files.compactMap { file in
            file.overridden.map { finding(file.path, $0) }
        }
        let fences =
            findings.isEmpty
            ? [.ok("overridden", "All fences of the files are as the files say.")] : findings
        return fences + ofMonitors
    }

    private var ofMonitors: [Finding] {
        guard let monitors else { return [] }
        let findings = monitors.overridden.map { monitor, predicate in
            Finding.warn(
                "overridden monitor \(monitor)", "It \(predicate).",
                fix: "To follow the file again: geofencectl monitor revert \(monitor).")
        }
        guard findings.isEmpty else { return findings }
        let added = monitors.added.count
        let more = added > 0 ? "; \(counted(added, "more was", "more were")) added at run time" : ""
        return [
            .ok("overridden monitors", "All monitors of the file are as the file says\(more).")
        ]
    }

    private func finding(_ path: String, _ count: Int) -> Finding {
        .warn(
            "overridden \(path)",
            "\(counted(count, "fence of it is", "fences of it are")) as changed at run time, "
                + "not as the file says.",
            fix: "To follow the file again: geofencectl fence revert --set \(path).")
    }
}
