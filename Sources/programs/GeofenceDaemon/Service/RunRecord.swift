/// The record of how the daemon started and how far it came. It is stored in a small file while the daemon
/// runs, so that the next start recognizes a shutdown that was not clean.
///
/// When the daemon crashes during its start, or twice within a few minutes, a compiled fence file may be
/// damaged in a way that its seal does not show. So the next start compares the digests of that file and of
/// the fence file. After a further crash, the next start reads the fence file. After yet another one,
/// fences are not the cause, and the next start is as fast as any.
struct RunRecord: Hashable {
    /// How far a compiled fence file is trusted.
    enum Trust: String {
        /// The seal is trusted.
        case seal
        /// Only equal digests are trusted.
        case digests
        /// Nothing is trusted: the fence file is read.
        case nothing
        /// The seal is trusted again: reading the fence file did not prevent the crash.
        case acquitted
    }

    /// The id of the boot of the machine.
    var boot: String
    /// The nanoseconds from that boot to the start of the daemon.
    var began_ns: Int64
    /// Whether the start was complete.
    var isReady = false
    /// Whether the shutdown of the previous run was not clean.
    var followsCrash = false
    /// How far compiled fence files are trusted in this run.
    var trust = Trust.seal

    /// The nanoseconds within which a second crash lowers the trust, unlike one power cut or one `kill -9`.
    static let crashInterval_ns: Int64 = 600_000_000_000

    /// Creates the record of a run that begins now.
    ///
    /// - Parameter previous: the trace of the previous run: `none` after a clean shutdown.
    init(after previous: Trace, boot: String, now_ns: Int64) {
        (self.boot, began_ns) = (boot, now_ns)
        switch previous {
        case .none: break
        case .unreadable:
            followsCrash = true
            trust = .digests
        case .record(let run):
            followsCrash = true
            let isSameBoot = run.boot == boot
            let isRepeated =
                run.followsCrash && isSameBoot && now_ns - run.began_ns <= Self.crashInterval_ns
            if !run.isReady || isRepeated { trust = run.trust.less(isSameBoot: isSameBoot) }
        }
    }

    /// What the file of a run shows.
    enum Trace: Hashable {
        /// No file: the shutdown was clean.
        case none
        /// The record of the run.
        case record(RunRecord)
        /// A file that is not a record or cannot be read.
        case unreadable
    }
}

extension RunRecord.Trust {
    /// Returns the trust after a crash. A power cut during a start costs only a comparison of digests.
    fileprivate func less(isSameBoot: Bool) -> RunRecord.Trust {
        switch self {
        case .seal: .digests
        case .digests: isSameBoot ? .nothing : .digests
        case .nothing, .acquitted: .acquitted
        }
    }
}

extension RunRecord {
    /// The record as the text of its file.
    var text: String {
        "boot \(boot)\nbegan_ns \(began_ns)\nready \(isReady)\nfollows_crash \(followsCrash)\n"
            + "trust \(trust.rawValue)\n"
    }

    /// Creates the record of such a text; nil when the text is none.
    init?(_ text: String) {
        var values: [Substring: String] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { values[words[0]] = String(words[1]) }
        }
        guard let boot = values["boot"], let began_ns = values["began_ns"].flatMap(Int64.init),
            let isReady = values["ready"].flatMap(Bool.init),
            let followsCrash = values["follows_crash"].flatMap(Bool.init),
            let trust = values["trust"].flatMap(Trust.init)
        else { return nil }
        (self.boot, self.began_ns, self.isReady) = (boot, began_ns, isReady)
        (self.followsCrash, self.trust) = (followsCrash, trust)
    }
}
