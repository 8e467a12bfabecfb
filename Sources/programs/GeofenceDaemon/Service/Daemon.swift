import Chronology
import Composition
import ControlProtocol
import EventStore
import FixRecorder
import Geofencing
import NIOCore
import NIOPosix
import Settings
import SystemServices
import Systemd

/// Owns the parts of the daemon, connects them, and starts and stops them in order.
///
/// ```
/// fixes     SourceSet ─► EngineInputs ─► EngineRunner ─► EventLog ─► SinkDelivery, Consumers, ControlServer
/// requests  ControlServer ─► Controls, a type for each family of methods
/// settings  ActiveConfiguration ◄─ Reloader, FenceEditor, MonitorEditor, MonitorControl
/// state     StorageWatch, StatusReport
/// ```
///
/// No part refers to the daemon: each part receives its dependencies when it is created.
@Loop
final class Daemon {
    /// The promise of the daemon's end: it succeeds at a signal, or fails with an error.
    let end: EventLoopPromise<Void>

    let active: ActiveConfiguration
    let engine: EngineRunner
    let inputs: EngineInputs
    let sources: SourceSet
    let histories: Histories
    let log: EventLog
    let storage: StorageWatch
    let consumers: Consumers
    let recorder: Recorder
    /// The sinks inside the daemon, each with its own cursor.
    let sinks: [SinkDelivery]
    let journal: JournalWriter
    let notifier = Notifier()
    /// The server of the control socket; nil before the socket is open.
    private(set) var server: ControlServer?
    private(set) var watchdog: Watchdog?
    /// The task that saves the state periodically.
    private(set) var checkpoint: RepeatedTask?

    let controls: Controls
    private let reloader: Reloader
    /// The reader of requests of clients.
    private let requests = CallReader()
    /// The thread that reads files, so that the loop does not wait for the disk.
    private let files = NIOThreadPool(numberOfThreads: 1)
    private let statusLine: StatusLine
    private let mark: EvaluationMark
    /// The state of an earlier run, until `start` has restored it.
    private var restored: Restored?

    /// Creates a daemon with an open log that does nothing yet. Blocks on the disk.
    init(
        _ reader: ConfigurationReader, _ reading: ConfigurationReader.Reading,
        _ journal: JournalWriter
    ) throws {
        let started = Timestamp()
        active = ActiveConfiguration(reader, reading)
        let settings = active.settings
        let paths = RuntimePaths(settings)
        let bootID = BootIdentity.current() ?? "unknown"
        self.journal = journal
        statusLine = StatusLine(notifier)
        mark = EvaluationMark(in: paths.runtimeDirectory)
        active.distrust(mark.distrusted)
        engine = EngineRunner(boot: BootID(bootID))
        (log, restored) = try EventLog.open(
            directory: paths.stateDirectory, bootID: bootID,
            device: settings.device ?? MachineIdentity.ofDaemon(),
            limits: StoreLimits(settings))
        // A promise must be fulfilled, so it is created when nothing else can fail.
        end = Loop.eventLoop.makePromise()
        recorder = Recorder(settings, in: paths.stateDirectory, boot: BootID(bootID))
        let delivered = restored?.delivered(to: JournalWriter.name) ?? 0
        sinks = [SinkDelivery(log, to: journal, delivered: delivered)]
        consumers = Consumers(of: log)
        active.restore(kinds: restored?.state.kinds ?? [:])
        histories = Histories(engine, active, log)
        histories.restore(marks: restored?.state.historyMarks ?? [:])
        inputs = EngineInputs(engine, recorder)
        sources = SourceSet(
            engine, inputs, histories, log: log, journal: journal, statusLine: statusLine,
            sandbox: SandboxWatch(directory: paths.runtimeDirectory) { [end] in end.fail($0) },
            wallClock: WallClockReport(settings.wallClock) { Clocks.isSynchronized() == true })
        storage = StorageWatch(
            log, engine, active, consumers, journal: journal, statusLine: statusLine, files: files,
            end: end)
        let changes = FenceChangeQueue()
        let turns = TurnQueue()
        reloader = Reloader(
            active, inputs, sources, changes: changes, files: files, journal: journal,
            notifier: notifier, statusLine: statusLine)
        let names = NameResolver(engine: engine, active: active, requests: requests)
        let fences = FenceLister(engine: engine, active: active)
        let monitors = MonitorControl(
            engine: engine, active: active, reloader: reloader, fences: fences, log: log)
        let consumerControl = ConsumerControl(log: log, consumers: consumers, sinks: sinks)
        controls = Controls(
            status: StatusReport(
                started: started, bootID: bootID, active, engine, log, storage, recorder, sources,
                monitors, consumerControl),
            reloader: reloader, active: active, monitors: monitors,
            monitorEditor: MonitorEditor(
                active: active, reloader: reloader, monitors: monitors, changes: changes,
                files: files, journal: journal),
            fences: fences,
            fenceInspector: FenceInspector(
                engine: engine, active: active, names: names, recorder: recorder),
            fenceEditor: FenceEditor(
                engine: engine, active: active, log: log, changes: changes, requests: requests),
            sources: SourceControl(
                sources: sources, histories: histories, log: log, requests: requests,
                turns: turns),
            events: EventSubscriber(
                log: log, consumers: consumers, active: active, names: names, fences: fences),
            queries: LogQueries(log: log, active: active, names: names),
            consumers: consumerControl, recording: RecordingControl(recorder: recorder),
            turns: turns)
        statusLine.compose = { [status = controls.status] in status.line() }
        files.start()
    }

    /// Starts all parts, and reports to systemd that the daemon is ready.
    func start() async throws {
        let socket = try ControlSocket.open(active.settings)
        let server = makeServer()
        log.grown = { [unowned self] in logHasGrown() }
        log.conditionChanged = { [storage] in storage.conditionChanged($0) }
        log.restoredLate = { [unowned self] in restore(late: $0) }
        log.refused = { [storage] in storage.lost($0) }
        recorder.changed = { [unowned self] in recorderChanged($0) }
        recorder.removed = { [unowned self] removal in
            journal.post(JournalEntry(.notice, removal.sentence(limitedBy: recorder)))
        }
        recorder.tidy()
        recorder.note(.started, at: BootClock.now())
        engine.perform = { [unowned self] in perform($0, at: $1) }
        log.record(.daemonStarted, "geofenced \(Version.text) has started")
        if let restored { restore(restored) }
        reportConfigurationProblems()
        inputs.configure(active.engine)
        if let state = restored?.state { engine.take(.restore(state)) }
        restored = nil
        // Changes of the condition before the callback was set were not reported.
        storage.conditionChanged(log.store.condition)
        try await server.listen(on: socket).get()
        try await listenForConsumers(server)
        sources.add(active.reading.composition.configuration.sources)
        watchdog = Watchdog(notifier) { [log] in log.store.silence_s }
        watchdog?.start()
        scheduleCheckpoints()
        storage.countUsedBytes()
        logHasGrown()
        statusLine.show()
        ResidentMemory.releaseProgramText()
        notifier.tell(.ready)
        noteReady()
        settleDown()
    }

    /// Reads configuration and fences again; the journal reports the outcome.
    func reload() { reloader.reload() }

    /// Creates the server of the control socket, which does not listen yet.
    private func makeServer() -> ControlServer {
        let server = ControlServer(
            rules: AccessRules(active.settings), log: log, reader: requests, controls: controls)
        self.server = server
        sources.server = server
        controls.status.server = server
        return server
    }

    /// Opens the socket for consumers where it is configured. A problem with it does not stop the daemon.
    private func listenForConsumers(_ server: ControlServer) async throws {
        guard let path = RuntimePaths(active.settings).consumeSocket else { return }
        let socket: OwnedDescriptor
        do throws(ListeningSocket.Failure) {
            socket = try ControlSocket.openForConsumers(path)
        } catch {
            return journal.post(JournalEntry(.error, "consumers cannot connect: \(error)"))
        }
        try await server.listen(on: socket, as: .consumer).get()
    }

    /// Writes the problems of groups and files to the journal at the start, as a reload does.
    private func reportConfigurationProblems() {
        let reading = active.reading
        let unusableFloorMaps = reading.composition.engine.unusableFloorMaps.map {
            "\($0); altitude gives no floor there; repair it, then: geofencectl reload"
        }
        let problems = active.groupProblems.map(\.description) + unusableFloorMaps
        let directory = RuntimePaths(active.settings).stateDirectory
        let memory =
            Directory.isInMemory(directory)
            ? [
                "the state directory \(directory) is in memory: events, states and the recording are "
                    + "lost when the machine restarts; name one on a disk with state_directory"
            ] : []
        for problem in problems + reading.otherFileProblems + memory {
            journal.post(JournalEntry(.warning, problem))
        }
    }

    /// Notes that the start is complete: a later crash is not a crash of the start.
    private func noteReady() {
        let run = RunFile(in: RuntimePaths(active.settings).stateDirectory)
        files.submit { _ in run.noteReady() }
    }
}

extension Daemon {
    /// The wait for receivers and the first clients, before unneeded memory is released.
    private static let settling = TimeAmount.seconds(5)

    /// Performs the effects of one input of the engine.
    private func perform(_ effects: Effects, at now: BootInstant) {
        var outcomes = MessageOutcomes()
        EventBatch(effects, at: now, ids: active.monitorIDs, mark, &outcomes).map(log.append)
        for input in outcomes.inputs { engine.take(input) }
        effects.forEachSuspicion { [sources] in sources.suspect($1, $0) }
        if effects.changesStatus { Loop.soon { self.sources.reviewIdle() } }
        statusLine.touch()
    }

    private func logHasGrown() {
        server?.logHasGrown()
        for sink in sinks { sink.pump() }
        statusLine.touch()
    }

    /// Reports that the recorder fails, or that it works again.
    private func recorderChanged(_ failure: RecordingError?) {
        statusLine.touch()
        guard let failure else {
            return journal.post(JournalEntry(.notice, "fixes are recorded again"))
        }
        journal.post(
            JournalEntry(.warning, "fixes are not recorded: \(failure); they are still evaluated")
        )
    }

    private func scheduleCheckpoints() {
        let period = TimeAmount.seconds(Int64(StoreLimits.checkpointPeriod_s))
        checkpoint = Loop.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
            _ in
            Loop.assume {
                self.storage.saveState()
                self.consumers.reportAbsent(to: self.journal)
                self.recorder.tidy()
            }
            ResidentMemory.releaseProgramText()
        }
    }

    /// Releases the memory that only the start needed, when receivers and clients are connected.
    private func settleDown() {
        Loop.eventLoop.scheduleTask(in: Self.settling) { ResidentMemory.releaseProgramText() }
    }
}
