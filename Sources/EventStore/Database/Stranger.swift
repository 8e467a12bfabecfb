/// What lies in the place of files that were open: others, or none.
struct Stranger {
    /// The files that are missed.
    let files: [FilePlace]
    private let directory: FilePlace?
    private let since_ns = Clock.monotonic_ns()

    /// What lies in that directory, or what was it, instead of those files.
    init(insteadOf files: [FilePlace], in directory: FilePlace?) {
        (self.files, self.directory) = (files, directory)
    }

    /// Whether the files may come back by themselves: the whole directory is gone or another one, as
    /// while its medium is mounted again, and not for long.
    var mayReturn: Bool {
        let away_s = Double(Clock.monotonic_ns() - since_ns) / 1e9
        return directory?.isHeld == false && away_s < StoreLimits.absence_s
    }

    /// What is wrong for now.
    var kind: StorageFailure.Kind { directory?.isMissing == true ? .missing : .replaced }
}
