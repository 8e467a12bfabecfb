import SystemServices

/// Files that were open and have been removed or replaced from outside.
struct ReplacedFiles {
    /// The files that were open.
    let files: [OpenedFile]
    private let directory: OpenedFile?
    private let since_ns = Clocks.monotonicNanoseconds()

    /// Files that are no longer in place, and the directory that contained them.
    init(insteadOf files: [OpenedFile], in directory: OpenedFile?) {
        (self.files, self.directory) = (files, directory)
    }

    /// Whether the files may return by themselves: the whole directory is missing or replaced, as
    /// while its medium is remounted, and only for a short time.
    var mayReturn: Bool {
        let away_s = Double(Clocks.monotonicNanoseconds() - since_ns) / 1e9
        return directory?.isInPlace == false && away_s < StoreLimits.absence_s
    }

    /// The failure to report while they are missing.
    var kind: StorageFailure.Kind { directory?.isMissing == true ? .missing : .replaced }
}
