import Composition
import ConfigurationText
import FenceFiles
import Geofencing
import Glibc
import Settings
import SystemServices
import Systemd

/// Reads the configuration and every file it refers to. Blocks on the disk: never use it on the loop.
struct ConfigurationReader: Sendable {
    /// The path of `geofenced.toml`.
    var path: String
    /// The `KEY=VALUE` settings that override those of the file.
    var overrides: [String]

    /// The directory of the running daemon's log; nil before it runs.
    var stateDirectory: String?

    /// The configuration alone, without the files that it refers to.
    struct Parsed {
        /// The text of the configuration file.
        var text: String
        /// The configuration, with the runtime monitors.
        var configuration: Configuration
        /// The runtime monitors.
        var runtimeMonitors = RuntimeMonitors()
        /// The runtime monitors that are not in force.
        var leftOut: [LeftOutMonitor] = []
        /// The problem of the file of runtime monitors; nil for none.
        var monitorsProblem: String?
    }

    /// Creates a reader of that file, with those settings over it.
    init(path: String, overrides: [String]) {
        self.path = path
        self.overrides = overrides
    }

    /// Returns the reader for a running daemon: compiled fences are in the directory of its log,
    /// whatever directory a later configuration names.
    func keeping(in stateDirectory: String) -> ConfigurationReader {
        var reader = self
        reader.stateDirectory = stateDirectory
        return reader
    }

    /// The result of reading the configuration and its files.
    struct Reading: Sendable {
        /// The configuration with the contents of the files it refers to.
        var composition: Composition
        /// The text of the configuration file.
        var text: String
        /// The monitors that were changed at run time, as they are stored.
        var runtimeMonitors: RuntimeMonitors
        /// The runtime monitors that are not in force.
        var leftOut: [LeftOutMonitor]
        /// The problem of the file of runtime monitors, which is left as it was; nil for none.
        var monitorsProblem: String?
        /// The groups of `[daemon]` that do not get their rights from a daemon of this user.
        var groupProblems: [GroupProblem]
    }

    /// Reads everything, or returns all problems: one sentence each, with file, line and key.
    ///
    /// - Parameter journal: receives messages about compiled fences; nil neither uses nor writes any.
    func read(keepingCompiled journal: JournalWriter?) -> Result<Reading, ConfigurationRefused> {
        parse().map { read($0, keepingCompiled: journal) }
    }

    /// Returns all problems of the configuration and of the files that it names. Neither uses nor
    /// writes compiled fences. Throws why there is no configuration.
    func examine() throws(ConfigurationRefused) -> Examination {
        let parsed = Configuration.parse(
            try configurationText(), path: path, overrides: overrides)
        return Examination(
            parsed, path: path, lack: Self.lack(ofGroupNamed:),
            exists: { unsafe access($0, F_OK) == 0 || errno != ENOENT }, readFile: Self.bytes,
            loadFences: FenceLoader(journal: nil).load)
    }

    /// Reads the configuration, or returns all its problems. Reads no other file.
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

    /// Reads the files that a configuration refers to.
    ///
    /// - Parameters:
    ///   - journal: as for ``read(keepingCompiled:)``.
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

    /// Reads one fence file of the configuration again; returns nil if it provides no fences.
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
    /// Writes the consequence of a crash for compiled fences to the journal.
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
                "geofenced crashed during its start, or twice in ten minutes: "
                    + consequence, messageID: MessageID.compiled))
    }
}

/// The error of a configuration that is refused.
struct ConfigurationRefused: Error {
    /// All problems, one sentence each.
    var problems: [String]
}
