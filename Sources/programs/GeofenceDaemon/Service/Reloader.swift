import Composition
import ControlProtocol
import Geofencing
import NIOPosix
import Settings
import SystemServices
import Systemd

/// Puts configurations in force: at a reload, after a change of monitors, and when a fence file that
/// could not be used is read again.
@Loop
final class Reloader {
    private let active: ActiveConfiguration
    private let inputs: EngineInputs
    private let sources: SourceSet
    private let changes: FenceChangeQueue
    private let files: NIOThreadPool
    private let journal: JournalWriter
    private let notifier: Notifier
    private let statusLine: StatusLine

    /// Creates a reloader of the active configuration.
    ///
    /// - Parameters:
    ///   - changes: the queue of changes, in which a reload waits for its turn.
    ///   - files: the thread that reads files.
    init(
        _ active: ActiveConfiguration, _ inputs: EngineInputs, _ sources: SourceSet,
        changes: FenceChangeQueue, files: NIOThreadPool, journal: JournalWriter,
        notifier: Notifier, statusLine: StatusLine
    ) {
        self.active = active
        self.inputs = inputs
        self.sources = sources
        self.changes = changes
        self.files = files
        self.journal = journal
        self.notifier = notifier
        self.statusLine = statusLine
    }

    /// Reads configuration and fences again for a client, and replies when that is done.
    func reload(_: Nothing, _ request: Request, _ client: ClientConnection) {
        reload { outcome in
            switch outcome {
            case .success(let changes): client.reply(changes, to: request)
            case .failure(let refusal):
                var failure = Failure(
                    .configInvalid,
                    refusal.problems.first ?? "The configuration cannot be used.",
                    hint: "Nothing was changed; correct it and reload again.")
                failure.data?.problems = refusal.problems
                client.fail(failure, to: request)
            }
        }
    }

    /// Reads configuration and fences again; the journal reports the outcome.
    func reload(
        _ done: @escaping @Loop (Result<ConfigReloaded, ConfigurationRefused>) -> Void = { _ in }
    ) {
        notifier.tell(
            .reloading(monotonicMicroseconds: ServiceNotification.monotonicMicroseconds()))
        let (reader, journal) = (active.reader, journal)
        // The queue applies later changes of monitors to the configuration that the reload reads.
        changes.addReload { [self] in
            files.submit { _ in
                let outcome = reader.read(keepingCompiled: journal).flatMap { reading in
                    reading.isWhole
                        ? .success(reading)
                        : .failure(ConfigurationRefused(problems: reading.problems))
                }
                Loop.soon {
                    defer { self.changes.goOn() }
                    done(self.settle(outcome))
                }
            }
        }
    }

    /// Reads an unusable file of a fence set again, then calls `go`.
    func reread(_ set: FenceSetName, _ go: @escaping @Loop () -> Void) {
        let (reader, settings, journal) = (active.reader, active.settings, journal)
        files.submit { _ in
            let file = reader.reread(set, settings, keepingCompiled: journal)
            Loop.soon {
                // A reload may have read the file meanwhile.
                if self.active.lacksFences(set), let file {
                    self.active.replace(set, with: file)
                    self.inputs.configure(self.active.engine)
                }
                go()
            }
        }
    }

    /// Closes old sources, configures the engine, then opens new sources. Returns the differences.
    @discardableResult
    func putInForce(_ next: ConfigurationReader.Reading) -> ConfigReloaded {
        let changes = active.replace(with: next)
        let settings = next.composition.configuration.sources
        let changed = sources.affected(byChanging: changes.sources.changed, in: settings)
        sources.remove(changes.sources.removed + changed)
        inputs.configure(active.engine)
        let opened = Set(changes.sources.added + changed)
        sources.add(settings.filter { opened.contains($0.name) })
        sources.reportRestart(of: changed)
        return changes
    }

    private func settle(
        _ outcome: Result<ConfigurationReader.Reading, ConfigurationRefused>
    ) -> Result<ConfigReloaded, ConfigurationRefused> {
        defer {
            statusLine.touch()
            notifier.tell(.ready)
        }
        switch outcome {
        case .failure(let refusal):
            active.reloadRefusal = refusal.problems.first ?? "it cannot be used"
            for problem in refusal.problems {
                journal.post(
                    JournalEntry(
                        .error, "configuration refused: \(problem)", messageID: MessageID.reload))
            }
            return .failure(refusal)
        case .success(let next):
            let changes = putInForce(next)
            journal.post(
                JournalEntry(
                    .notice, "configuration reloaded: \(changes.summary)",
                    messageID: MessageID.reload))
            return .success(changes)
        }
    }
}
