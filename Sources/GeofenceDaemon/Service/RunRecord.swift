/// How the daemon began, and how far it came: stored in a small file while it runs, so that the next start
/// recognises a shutdown that was not clean.
///
/// A compiled fence file is damaged in a way that its seal does not show, perhaps, when the daemon ended so
/// while it started, or twice within a few minutes. So the next start compares the digests of the file and
/// of its source; when that did not help, it reads the source again; and when that did not help either,
/// fences are not the cause, and the next start is as fast as any.
struct RunRecord: Hashable {
    /// How far a compiled fence file is trusted.
    enum Trust: String {
        /// The seal.
        case seal
        /// Nothing but equal digests.
        case digests
        /// Nothing: the source is read.
        case nothing
        /// The seal again: a file that was made from its source just before did not help.
        case acquitted
    }

    /// Names the start of the machine.
    var boot: String
    /// Nanoseconds since then at which the daemon began.
    var began_ns: Int64
    /// Whether it came so far that it could be used.
    var isReady = false
    /// Whether the shutdown of the previous run was not clean.
    var followsCrash = false
    /// How far compiled fence files were trusted.
    var trust = Trust.seal

    /// Crashes within so many nanoseconds are not one power cut or one `kill -9`.
    static let crashInterval_ns: Int64 = 600_000_000_000

    /// The record of a run that begins now.
    ///
    /// - Parameter previous: what the previous run left, which is nothing after a clean shutdown.
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

    /// What a run leaves behind.
    enum Trace: Hashable {
        /// Nothing: its shutdown was clean.
        case none
        /// Its record.
        case record(RunRecord)
        /// Something that is no record.
        case unreadable
    }
}

extension RunRecord.Trust {
    /// The trust after a crash. A power cut during a start costs no more than a comparison.
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

    /// The record of such a text; nil where it is none.
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
