/// The check whether the daemon can read its files and write its log.
struct FilesCheck {
    /// The files that its account may not read.
    var forbidden: [String]
    /// The state directory and log files that its account may not write.
    var unwritable: [String] = []

    /// One finding for each of these paths.
    var findings: [Finding] {
        forbidden.map { path in
            .fail(
                "files", "The daemon may not read \(path).",
                fix: "See what keeps it out with: namei -l \(path); then: geofencectl reload.")
        }
            + unwritable.map { path in
                .fail(
                    "files", "The daemon may not write \(path).",
                    fix: "Give the state directory and everything in it to its user: chown -R, "
                        + "chmod -R u=rwX,go=.")
            }
    }
}
