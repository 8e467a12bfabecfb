import Chronology
import Composition
import ControlProtocol
import EventStore
import Geofencing
import NIOCore
import NIOPosix
import Positioning
import Settings
import SystemServices

/// Everything plugged together: sources, engine, log, journal and clients.
@Loop
final class Daemon {
    /// How the configuration is read, now and at a reload.
    let reader: ConfigurationReader
    /// The section `[daemon]` as it was at the start: socket, log and rights stay those while the
    /// daemon runs.
    let settings: DaemonSettings
    /// The groups in it that could not be given their rights at the start: they have none while the
    /// daemon runs.
    let groupProblems: [GroupProblem]
    /// The configuration in force.
    var reading: ConfigurationReader.Reading
    /// When it was read.
    var loadedAt = PastMoment()
    /// Why the last reload was refused.
    var reloadRefusal: String?
    /// Fences that were changed at run time, over those of the files.
    var fences = RuntimeFences()
    /// Such changes on their way.
    let fenceChanges = FenceChangeQueue()
    /// Which kinds of fence are judged.
    var kinds: [FenceKind: Bool]

    /// The engine.
    let desk: EngineDesk
    /// The event log.
    let log: EventLog
    /// Keeps what the engine takes in.
    let recorder: Recorder
    /// What systemd is told.
    let notifier = Notifier()
    /// The journal.
    let journal: JournalWriter
    /// Reads requests of clients.
    let requests = CallReader()
    /// Reads files for those who must not wait.
    let files = NIOThreadPool(numberOfThreads: 1)
    /// Evaluates what devices recorded while they were offline.
    private(set) lazy var histories = HistoryQueue { [unowned self] in log.append($0) }
    /// The time of the newest fix of each source that was evaluated as history.
    var historyMarks: [String: UTCInstant] = [:]
    /// The time of the oldest fix of each source that came live in this run.
    var liveSince: [String: UTCInstant] = [:]
    /// The sources, by name.
    var sources: [String: Source] = [:]
    /// The sources of whose fixes expressions read more than the engine.
    var sourcesWithDetails: Set<String> = []
    /// The clients; nil before the socket is open.
    private(set) var server: ControlServer?
    /// When the daemon started.
    let started = PastMoment()
    /// Names this start of the machine.
    let bootID: String
    /// What ends the daemon: an order (nil) or a failure.
    let end: EventLoopPromise<Void>

    /// What feeds systemd's watchdog.
    private(set) var watchdog: Watchdog?
    /// What saves the state now and then.
    private(set) var checkpoint: RepeatedTask?
    /// Whether it has been told to end.
    var isStopping = false
    /// Whether the log is known to fail.
    var isStorageFailing = false
    /// Bytes of the state directory, when they were counted last; nil before.
    var usedBytes: Int64?
    /// Whether it was said that events are lost, since the log began to fail.
    var hasToldLoss = false

    private var wallClock: WallClockReport
    private let restored: Restored?
    /// What inside the daemon gets every event, each behind its own cursor.
    let sinks: [SinkDelivery]
    /// The clients with a durable cursor.
    let consumers: Consumers
    private var statusText: StatusLine?
    private var news = SourceNews()
    private lazy var newsAlarm = Alarm { [unowned self] in tellWithheld() }
    private var sandbox: SandboxWatch?

    /// A daemon with an open log that does not do anything yet.
    init(
        _ reader: ConfigurationReader, _ reading: ConfigurationReader.Reading,
        _ journal: JournalWriter
    ) throws {
        let configuration = reading.composition.configuration
        let place = Surroundings(configuration.daemon)
        self.reader = reader.keeping(in: place.stateDirectory)
        self.reading = reading
        self.journal = journal
        settings = configuration.daemon
        groupProblems = reading.groupProblems
        wallClock = WallClockReport(configuration.daemon.wallClock) {
            Surroundings.isClockSynchronized() == true
        }
        kinds = [.level: configuration.level.enabled, .global: configuration.global.enabled]
        bootID = BootIdentity.current() ?? "unknown"
        desk = EngineDesk(boot: BootID(bootID))
        (log, restored) = try EventLog.open(
            directory: place.stateDirectory, bootID: bootID,
            device: settings.device ?? MachineIdentity.ofDaemon(),
            limits: StoreLimits(settings))
        recorder = Recorder(settings, in: place.stateDirectory, boot: BootID(bootID))
        let delivered = restored?.delivered(to: JournalWriter.name) ?? 0
        sinks = [SinkDelivery(log, to: journal, delivered: delivered)]
        consumers = Consumers(of: log)
        end = Loop.eventLoop.makePromise()
        kinds.merge(restored?.state.kinds ?? [:]) { _, saved in saved }
        historyMarks = (restored?.state.historyMarks ?? [:]).mapValues(
            UTCInstant.init(nanoseconds:))
        files.start()
    }

    /// Takes up its work and tells systemd that it has.
    func start() async throws {
        let socket = try Self.controlSocket(settings)
        let server = ControlServer(rules: AccessRules(settings), log: log, reader: requests) {
            [unowned self] in
            hello($0)
        } answer: { [unowned self] request, performance, client in
            answer(request, performance, client)
        }
        self.server = server
        sandbox = SandboxWatch(directory: Surroundings(settings).runtimeDirectory) {
            [unowned self] in end.fail($0)
        }
        statusText = StatusLine(notifier) { [unowned self] in statusLine() }
        log.grown = { [unowned self] in logHasGrown() }
        log.conditionChanged = { [unowned self] in storageChanged($0) }
        log.restoredLate = { [unowned self] in takeUp($0) }
        log.refused = { [unowned self] in lost($0) }
        beginRecording()
        desk.perform = { [unowned self] in perform($0, at: $1) }
        record(.daemonStarted, "geofenced \(Version.text) has started")
        if let restored {
            tellNewEpoch(restored)
            takeFences(of: restored)
            takeConsumers(of: restored)
        }
        for problem in groupProblems {
            journal.post(JournalEntry(.warning, problem.description))
        }
        for problem in reading.composition.engine.lostFloorMaps {
            journal.post(
                JournalEntry(
                    .warning,
                    "\(problem); altitude tells no floor there; mend it, then: geofencectl reload"))
        }
        reportFileProblems()
        takeConfiguration()
        if let state = restored?.state { desk.take(.restore(state)) }
        // What became of the log while it was opened was said before anyone listened.
        storageChanged(log.store.condition)
        try await server.listen(on: socket).get()
        add(reading.composition.configuration.sources)
        watchdog = Watchdog(notifier) { [unowned self] in log.store.silence_s }
        watchdog?.start()
        scheduleCheckpoints()
        countUsedBytes()
        logHasGrown()
        statusText?.show()
        ResidentMemory.giveBack()
        notifier.tell(.ready)
        noteReady()
        settleDown()
    }

    /// Notes that a crash from now on is not one of the start.
    private func noteReady() {
        let run = RunFile(in: Surroundings(settings).stateDirectory)
        files.submit { _ in run.noteReady() }
    }

    /// Writes an entry of the daemon's own into the log.
    func record(_ type: EventType, source: String? = nil, _ message: String) {
        let event = NewEvent(type, source: source, message: message)
        log.append(EventBatch(events: [event]))
    }

    /// Opens a source that is new in the configuration.
    func add(_ settings: SourceSettings) {
        let source = Source(
            settings,
            Source.Listener(
                fix: { [unowned self] in took($0, $1) },
                running: { [unowned self] in take(.feedRunning($0, source: $1.settings.name)) },
                changed: { [unowned self] in changed($0) },
                restarted: { [unowned self] in take(.sourceRestarted(source: $0.settings.name)) },
                opened: { [unowned self] in opened($0) },
                sibling: { [unowned self] in sources[$0] },
                note: { [journal, name = settings.name] in
                    journal.post(JournalEntry($0, "source \(name)\($1)"))
                },
                raw: { [unowned self] in watched($0, $1) }))
        sources[settings.name] = source
        if settings.closesWhenIdle { reviewIdleSources() } else { source.start() }
    }

    /// Something in the status line may have changed.
    func touchStatus() { statusText?.touch() }
}

extension Daemon {
    /// For receivers to be found and the first clients to come, before memory is given back.
    private static let settling = TimeAmount.seconds(5)

    private func perform(_ effects: Effects, at now: BootInstant) {
        var outcomes = MessageOutcomes()
        EventBatch(effects, at: now, ids: monitorIDs, &outcomes).map(log.append)
        for input in outcomes.inputs { desk.take(input) }
        effects.forEachSuspicion { refusal, source in
            sources[source]?.suspected(refusal.map(SourceTrouble.init))
        }
        if effects.changesStatus { Loop.soon { self.reviewIdleSources() } }
        touchStatus()
    }

    private func took(_ fix: Fix, _ source: Source) {
        if let news = wallClock.news(source.lastFixReceived ?? WallClock.now(), at: BootClock.now())
        {
            take(news)
        }
        let (update, name) = (LocationUpdate(fix), source.settings.name)
        take(update, fix, of: name)
        noteLive(update, source)
        server?.publish(fixOf: name) {
            var record = FixRecord(fix, source: name, receivedAt: WallClock.rfc3339())
            record.refused = refusal(of: name)
            return record
        }
    }

    private func changed(_ source: Source) {
        touchStatus()
        guard !isStopping else { return }
        sandbox?.note(source.health.trouble, of: source.settings.name)
        tell(source)
    }

    /// Tells the log how a source is, now or when it may.
    private func tell(_ source: Source) {
        let name = source.settings.name
        if news.isWorthTelling(source.standing, of: name, at: BootClock.now()) {
            let reason = source.trouble.map { ": \($0.sentence)" } ?? ""
            let sentence = refusalSentence(of: source) ?? source.stateSentence
            record(.sourceChanged, source: name, "source \(name) \(sentence)\(reason)")
        }
        newsAlarm.set(for: news.nextDeadline)
    }

    private func tellWithheld() {
        guard !isStopping else { return }
        for name in news.takeDue(at: BootClock.now()) {
            if let source = sources[name] { tell(source) }
        }
        newsAlarm.set(for: news.nextDeadline)
    }

    /// Gives back once more what only the start needed, when receivers and clients are there.
    private func settleDown() {
        Loop.eventLoop.scheduleTask(in: Self.settling) { ResidentMemory.giveBack() }
    }

    private func logHasGrown() {
        server?.logHasGrown()
        for sink in sinks { sink.pump() }
        touchStatus()
    }

    private func scheduleCheckpoints() {
        let period = TimeAmount.seconds(Int64(StoreLimits.checkpointPeriod_s))
        checkpoint = Loop.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
            _ in
            Loop.assume {
                self.saveState()
                self.reportAbsentConsumers()
                self.recorder.tidy()
            }
            ResidentMemory.giveBack()
        }
    }
}
