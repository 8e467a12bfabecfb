/// May the daemon read the files that it is to use, and write its log?
struct FilesCheck {
    /// Those that its account may not read.
    var forbidden: [String]
    /// The state directory or those of the log in it that its account may not write.
    var unwritable: [String] = []

    /// A finding for each of them.
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
