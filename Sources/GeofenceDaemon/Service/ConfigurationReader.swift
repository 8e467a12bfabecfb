import Composition
import ConfigurationText
import FenceFiles
import Geofencing
import Glibc
import Settings
import SystemServices
import Systemd

/// Reads the configuration and every file it refers to. Waits for the disk: never on the loop.
struct ConfigurationReader: Sendable {
    /// The path of `geofenced.toml`.
    var path: String
    /// `KEY=VALUE` settings over those of the file.
    var overrides: [String]

    /// Where the log of the running daemon is; nil before it runs.
    var stateDirectory: String?

    /// The configuration alone, without what it refers to.
    struct Parsed {
        /// The text of the file.
        var text: String
        /// Its configuration, with the runtime monitors.
        var configuration: Configuration
        /// Those monitors.
        var runtimeMonitors = RuntimeMonitors()
        /// Those of them that are not in force.
        var leftOut: [LeftOutMonitor] = []
        /// What is wrong with the file of those monitors.
        var monitorsProblem: String?
    }

    /// Reads that file, with those settings over it.
    init(path: String, overrides: [String]) {
        self.path = path
        self.overrides = overrides
    }

    /// The same for a running daemon: compiled fences are in the directory of its log, whatever
    /// directory a later configuration gives.
    func keeping(in stateDirectory: String) -> ConfigurationReader {
        var reader = self
        reader.stateDirectory = stateDirectory
        return reader
    }

    /// What was read.
    struct Reading: Sendable {
        /// The configuration with what it refers to.
        var composition: Composition
        /// The text of the file.
        var text: String
        /// The monitors that were changed at run time, as they are stored.
        var runtimeMonitors: RuntimeMonitors
        /// Those of them that are not in force.
        var leftOut: [LeftOutMonitor]
        /// What is wrong with the file of those monitors, which is as it was; nil for nothing.
        var monitorsProblem: String?
        /// The groups of `[daemon]` that a daemon of this process's user cannot give their rights.
        var groupProblems: [GroupProblem]
    }

    /// Reads everything, or returns all that is wrong: one sentence each, with file, line and key.
    ///
    /// - Parameter journal: gets what happens to compiled fences; nil neither uses nor writes any.
    func read(keepingCompiled journal: JournalWriter?) -> Result<Reading, ConfigurationRefused> {
        parse().map { read($0, keepingCompiled: journal) }
    }

    /// Everything that is wrong with the configuration and with what it names. Neither uses nor keeps
    /// compiled fences. Throws why there is no configuration.
    func examine() throws(ConfigurationRefused) -> Examination {
        let parsed = Configuration.parse(
            try configurationText(), path: path, overrides: overrides)
        return Examination(
            parsed, path: path, lack: Self.lack(ofGroupNamed:),
            exists: { unsafe access($0, F_OK) == 0 || errno != ENOENT }, readFile: Self.bytes,
            loadFences: FenceLoader(journal: nil).load)
    }

    /// Reads the configuration, or returns all that is wrong with it. Reads no other file.
    func parse() -> Result<Parsed, ConfigurationRefused> {
        let text: String
        do throws(ConfigurationRefused) {
            text = try configurationText()
        } catch {
            return .failure(error)
        }
        return Configuration.parse(text, path: path, overrides: overrides)
            .map { Parsed(text: text, configuration: $0) }
            .mapError { ConfigurationRefused(problems: $0.problems.map(\.description)) }
    }

    /// Reads what a configuration refers to.
    ///
    /// - Parameters:
    ///   - journal: as above.
    ///   - trust: how far compiled fences are trusted.
    func read(
        _ parsed: Parsed, keepingCompiled journal: JournalWriter?,
        _ trust: RunRecord.Trust = .seal
    ) -> Reading {
        let parsed = journal.map { overlaid(parsed, $0) } ?? parsed
        let configuration = parsed.configuration
        let loader = loader(configuration.daemon, journal, trust)
        let composition = Composition(configuration, readFile: Self.bytes, loadFences: loader.load)
        loader.forget(allBut: configuration.monitors.map(\.fences.text))
        return Reading(
            composition: composition, text: parsed.text,
            runtimeMonitors: parsed.runtimeMonitors, leftOut: parsed.leftOut,
            monitorsProblem: parsed.monitorsProblem,
            groupProblems: configuration.groupProblems(
                lack: Self.lack(ofGroupNamed:), hasSocket: ControlSocket.isGiven(toGroupNamed:)))
    }

    /// Reads one fence file again that the configuration refers to; nil where it gives no fences.
    func reread(
        _ set: FenceSetName, _ daemon: DaemonSettings, keepingCompiled journal: JournalWriter
    ) -> LoadedFile? {
        let file = try? loader(daemon, journal).load(set.text)
        return file?.set == nil ? nil : file
    }

    func loader(
        _ daemon: DaemonSettings, _ journal: JournalWriter?, _ trust: RunRecord.Trust = .seal
    ) -> FenceLoader {
        var loader = FenceLoader(trust: trust, journal: journal)
        if journal != nil {
            loader.directory = directory(daemon) + "/compiled"
        }
        return loader
    }

    private static func lack(ofGroupNamed name: String) -> GroupProblem.Cause? {
        switch Peer.lookUp(groupNamed: name) {
        case .known: nil
        case .missing: .missing
        case .overflow: .overflow
        }
    }

    private func configurationText() throws(ConfigurationRefused) -> String {
        do throws(SystemError) {
            let bytes = try TextFile.bytes(path, limit: Configuration.maximumBytes)
            if let valid = String(validating: bytes, as: UTF8.self) { return valid }
        } catch {
            let reason = TextFile.reason(error.code, limit: Configuration.maximumBytes)
            let remedy =
                switch error.code {
                case ENOENT, EISDIR, EFBIG, SystemError.noFile: "name the file of the configuration"
                default:
                    SystemError.remedy(forShortage: error.code) ?? "let the daemon's user read it"
                }
            throw ConfigurationRefused(problems: ["\(path): \(reason); \(remedy)"])
        }
        throw ConfigurationRefused(problems: ["\(path): is not UTF-8 text; save it as such"])
    }

    static func bytes(of file: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
        do {
            return try TextFile.bytes(file, limit: limit)
        } catch {
            throw UnreadableFile(
                reason: error.code == ENOENT
                    ? "does not exist" : TextFile.reason(error.code, limit: limit))
        }
    }
}

extension RunRecord {
    /// Writes into the journal what follows from a crash for compiled fences.
    func tell(_ journal: JournalWriter) {
        guard followsCrash else { return }
        let consequence: String
        switch trust {
        case .seal: return
        case .digests:
            consequence = "compiled fences are compared with their files before they are used"
        case .nothing: consequence = "compiled fences are made again from their files"
        case .acquitted:
            consequence =
                "compiled fences were made again before, so they are not the cause and used as they are"
        }
        journal.post(
            JournalEntry(
                .warning,
                "geofenced did not shut down cleanly while it started, or twice in ten minutes: "
                    + consequence, messageID: MessageID.compiled))
    }
}

/// A configuration that is not taken.
struct ConfigurationRefused: Error {
    /// Everything that is wrong, one sentence each.
    var problems: [String]
}
