/// May the daemon read the files that it is to use?
struct FilesCheck {
    /// Those that its account may not read.
    var forbidden: [String]

    /// A finding for each of them.
    var findings: [Finding] {
        forbidden.map { path in
            .fail(
                "files", "The daemon may not read \(path).",
                fix: "See what keeps it out with: namei -l \(path); then: geofencectl reload.")
        }
    }
}
