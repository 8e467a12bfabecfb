import Composition
import EventStore
import Glibc
import Logging
import ServiceLifecycle
import Settings
import SystemServices
import Systemd
import UnixSignals

/// The daemon as a program: the actions of its command line.
public struct GeofenceDaemon: Sendable {
    /// The exit status for a configuration that cannot be used (`EX_CONFIG`).
    public static let configurationInvalid: Int32 = 78
    /// The exit status when a resource that the daemon needs is in use or missing (`EX_UNAVAILABLE`).
    public static let unavailable: Int32 = 69
    /// The exit status after a failure from which the daemon could not recover.
    public static let failed: Int32 = 1

    /// The file descriptors that must be free at the start. The loop, the signals, the alarms, the event log
    /// and the control socket take thirteen, and files are open meanwhile. Without them the loop would trap,
    /// and so would libdispatch, which reads files about its threads while many of them are busy.
    private static let descriptorsOfStart = 17

    let reader: ConfigurationReader
    /// The daemon of this process, never released: the loop runs until the process ends, and work that was
    /// queued before the stop may still call the daemon.
    @Loop private static var daemon: Daemon?

    /// Creates a daemon for that configuration file, whose settings the `KEY=VALUE` overrides replace.
    public init(configuration path: String, overrides: [String] = []) {
        reader = ConfigurationReader(path: path, overrides: overrides)
    }

    /// Checks the configuration and everything that it names.
    ///
    /// - Returns: one line for each problem and one for the verdict, and the exit status: 0, 65 or 78.
    public func check() -> (lines: [String], exitStatus: Int32) {
        do throws(ConfigurationRefused) {
            let examination = try reader.examine()
            let verdict = "\(reader.path) \(examination.verdict.text)"
            return (examination.problems + [verdict], examination.verdict.exitStatus)
        } catch {
            return (error.problems, Self.configurationInvalid)
        }
    }

    /// Runs until a signal stops it.
    ///
    /// - Returns: 0 after a clean shutdown, otherwise `configurationInvalid`, `unavailable` or `failed`.
    public func run() -> Int32 {
        StandardDescriptors.occupy()
        // Clients receive the path, and have other working directories.
        let reader = ConfigurationReader(
            path: AbsolutePath(reader.path, from: Directory.current).text,
            overrides: reader.overrides)
        // A closed pipe, or a limit on the size of files: the failing call reports it.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        Self.holdSignals()
        if let lack = SpareDescriptors.shortage(of: Self.descriptorsOfStart) {
            let remedy = SystemError.remedy(forShortage: lack.code).map { "; \($0)" } ?? ""
            return refuse(["geofenced \(lack)\(remedy)"], Self.unavailable)
        }
        let parsed: ConfigurationReader.Parsed
        switch reader.parse() {
        case .success(let read): parsed = read
        case .failure(let refusal):
            // While a client waits on the socket, systemd would start the service again and again.
            ServiceEnvironment.inheritedSockets.forEach(ListeningSocket.closeWaitingConnections)
            return refuse(refusal.problems, Self.configurationInvalid)
        }
        if let lack = RuntimePaths(parsed.configuration.daemon).makeStateDirectory() {
            return refuse([lack], Self.unavailable)
        }
        if let taken = Self.keepStateDirectory(parsed.configuration.daemon) {
            return refuse([taken], Self.unavailable)
        }
        let journal = JournalWriter()
        let run = RunFile(in: RuntimePaths(parsed.configuration.daemon).stateDirectory)
        // A refusal below is a clean shutdown, too.
        defer { run.end() }
        let record = run.begin()
        record.tell(journal)
        let reading = reader.read(parsed, keepingCompiled: journal, record.trust)
        guard !Self.hasEndSignal else { return 0 }
        do {
            try LoopTaskExecutor.run {
                try await Self.serve(try await Self.begin(reader, reading, journal))
            }
            return 0
        } catch let failure as StorageFailure {
            return refuse(["\(failure)"], Self.unavailable)
        } catch let failure as ListeningSocket.Failure {
            return refuse([failure.description], Self.unavailable)
        } catch {
            return refuse(["geofenced ended: \(error)"], Self.failed)
        }
    }

    /// Locks the state directory until the process ends, before any file in it is opened. Returns a sentence
    /// when another daemon holds the lock, otherwise nil.
    static func keepStateDirectory(_ settings: DaemonSettings) -> String? {
        let directory = RuntimePaths(settings).stateDirectory
        switch DirectoryLock.take(directory) {
        case .held(let lock):
            // The end of the process closes the descriptor.
            _ = lock.release()
            return nil
        // The event log reports what is wrong with its directory, and has its own lock.
        case .unavailable: return nil
        case .taken:
            let holder = EventStore.holder(of: directory).map { " (process \($0))" } ?? ""
            return "another geofenced\(holder) is already running with the state directory "
                + "\(directory); stop it first, or give this one a state_directory and a socket of its "
                + "own under [daemon]"
        }
    }

    /// Blocks signals until their handlers exist: while the start reads fences, a signal would end the
    /// process without a clean shutdown. Threads that are created later inherit the mask.
    private static func holdSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGHUP, SIGTERM, SIGINT] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether a signal that ends the daemon is pending.
    private static var hasEndSignal: Bool {
        var waiting = sigset_t()
        unsafe sigemptyset(&waiting)
        unsafe sigpending(&waiting)
        return unsafe sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGINT) == 1
    }

    @Loop
    private static func begin(
        _ reader: ConfigurationReader, _ reading: ConfigurationReader.Reading,
        _ journal: JournalWriter
    ) async throws -> Daemon {
        try await AlarmClock.shared.start()
        let begun = try Daemon(reader, reading, journal)
        daemon = begun
        return begun
    }

    private static func serve(_ daemon: Daemon) async throws {
        let logger = Logger(label: "geofenced") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: DaemonService(daemon: daemon),
                        successTerminationBehavior: .gracefullyShutdownGroup),
                    .init(service: HangupService(daemon: daemon)),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    /// Reports in `systemctl status` and in the journal why the daemon does not run. Returns `status`.
    private func refuse(_ problems: [String], _ status: Int32) -> Int32 {
        ServiceNotification.status(problems.first ?? "cannot start").send()
        for problem in problems {
            let entry = JournalEntry(.error, problem, messageID: MessageID.startFailed)
            Journal.write(entry, waits: false)
        }
        return status
    }
}
