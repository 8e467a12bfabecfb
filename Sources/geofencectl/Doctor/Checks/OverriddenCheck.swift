internal import ControlProtocol
internal import Spelling

/// Are the fences of the files in force, or others that were made of them at run time?
struct OverriddenCheck {
    /// The files that the daemon has in force.
    var files: [ConfigShown.FenceFile]

    /// A finding for each file of which that is so, or one that there is none.
    var findings: [Finding] {
        let findings = files.compactMap { file in
            file.overridden.map { judge(file.path, $0) }
        }
        return findings.isEmpty
            ? [.ok("overridden", "All fences of the files are as the files say.")] : findings
    }

    private func judge(_ path: String, _ count: Int) -> Finding {
        .warn(
            "overridden \(path)",
            "\(counted(count, "fence of it is", "fences of it are")) as changed at run time, "
                + "not as the file says.",
            fix: "To follow the file again: geofencectl fence revert --set \(path).")
    }
}
