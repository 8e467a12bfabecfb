import Chronology
import Composition
import ControlProtocol
import Fixes
import Geofencing
import NIOCore
import Positioning
import Settings
import SystemServices
import Systemd

/// The sources of the configuration in force. Passes their fixes to the engine and to subscribed clients,
/// and their states to the log.
@Loop
final class SourceSet {
    /// The server that sends fixes and raw text to subscribed clients; nil before the socket is open.
    weak var server: ControlServer?

    let engine: EngineRunner
    private let inputs: EngineInputs
    private let histories: Histories
    private let log: EventLog
    private let journal: JournalWriter
    private let statusLine: StatusLine
    private let sandbox: SandboxWatch
    private var wallClock: WallClockReport
    private var sources: [String: Source] = [:]
    /// The runners of removed sources whose program has not ended yet, by the name of the source.
    private var endingPrograms: [String: ProgramRunner] = [:]
    private var reports = SourceReports()
    private lazy var reportAlarm = Alarm { [unowned self] in reportDueStates() }
    private var isStopping = false

    /// Creates a set without sources.
    ///
    /// - Parameters:
    ///   - histories: receives the fixes, to note since when a source delivers.
    ///   - sandbox: receives the trouble of sources, to find devices that it forbids.
    ///   - wallClock: called with every fix.
    init(
        _ engine: EngineRunner, _ inputs: EngineInputs, _ histories: Histories, log: EventLog,
        journal: JournalWriter, statusLine: StatusLine, sandbox: SandboxWatch,
        wallClock: WallClockReport
    ) {
        self.engine = engine
        self.inputs = inputs
        self.histories = histories
        self.log = log
        self.journal = journal
        self.statusLine = statusLine
        self.sandbox = sandbox
        self.wallClock = wallClock
    }

    /// The source of that name; nil when there is none.
    subscript(name: String) -> Source? { sources[name] }

    /// Every source, in order of name.
    var sorted: [Source] { sources.values.sorted { $0.settings.name < $1.settings.name } }

    /// Returns the source of that name. Throws `notFound`.
    func named(_ name: String) throws(Failure) -> Source {
        guard let source = sources[name] else {
            throw .notFound("source", name, among: Array(sources.keys))
        }
        return source
    }

    /// Opens sources that are new in the configuration; sources that take the fixes of others come last.
    func add(_ settings: [SourceSettings]) {
        for source in settings where source.feed.parent == nil { add(source) }
        for source in settings where source.feed.parent != nil { add(source) }
    }

    /// Closes and removes the sources of those names.
    func remove(_ names: [String]) {
        for name in names {
            guard let source = sources.removeValue(forKey: name) else { continue }
            source.stop()
            guard source.program.isEnding else { continue }
            endingPrograms[name] = source.program
            source.program.whenEnded { self.endingPrograms[name] = nil }
        }
    }

    /// Returns the names of the present sources to open again when the settings of `changed` change: these
    /// sources, and the sources that take their fixes.
    func affected(byChanging changed: [String], in settings: [SourceSettings]) -> [String] {
        settings.filter { source in
            [source.name, source.feed.parent].contains { $0.map(changed.contains) ?? false }
                && sources[source.name] != nil
        }.map(\.name)
    }

    /// Reports that sources were opened again with other settings.
    func reportRestart(of names: [String]) {
        for source in names.compactMap({ sources[$0] }) { inputs.reportRestart(of: source) }
    }

    /// Stops every source for good.
    func stop() {
        isStopping = true
        for source in sources.values { source.stop() }
    }

    /// Calls `body` when the programs of all stopped sources have ended, or exceeded their limits.
    func whenProgramsEnded(_ body: @escaping @Loop () -> Void) {
        var waiting = sources.values.map(\.program) + endingPrograms.values
        func next() {
            guard let program = waiting.popLast() else { return body() }
            program.whenEnded(next)
        }
        next()
    }

    /// Reports to a source why the engine has refused its fixes for long; nil when the engine accepts them
    /// again.
    func suspect(_ name: String, _ refusal: FixRefusal?) {
        sources[name]?.suspected(refusal.map(SourceTrouble.init))
    }

    /// Closes each source that no started monitor uses, and opens it when one does, if it is configured so
    /// (`closesWhenIdle`).
    func reviewIdle() {
        guard !isStopping, sources.values.contains(where: \.settings.closesWhenIdle) else { return }
        var used = Set(engine.startedMonitors.map(\.source))
        used.formUnion(used.compactMap { sources[$0]?.settings.feed.parent })
        for source in sources.values where source.settings.closesWhenIdle {
            source.use(used.contains(source.settings.name))
        }
    }

    private func add(_ settings: SourceSettings) {
        let source = Source(
            settings, program: endingPrograms.removeValue(forKey: settings.name),
            Source.Listener(
                fix: { [unowned self] in take($0, of: $1) },
                running: { [inputs] in inputs.reportRunning($0, of: $1) },
                changed: { [unowned self] in stateChanged($0) },
                restarted: { [inputs] in inputs.reportRestart(of: $0) },
                opened: { [unowned self] in publishOpening(of: $0) },
                sibling: { [unowned self] in sources[$0] },
                note: { [journal, name = settings.name] in
                    journal.post(JournalEntry($0, "source \(name)\($1)"))
                },
                raw: { [unowned self] in publish($0, of: $1) }))
        sources[settings.name] = source
        if settings.closesWhenIdle { reviewIdle() } else { source.start() }
    }

    private func take(_ fix: Fix, of source: Source) {
        let received = source.lastFixReceived ?? WallClock.now()
        if let offset_ns = wallClock.change(received, at: BootClock.now()) {
            inputs.reportWallClock(offset_ns: offset_ns)
        }
        let update = LocationUpdate(fix)
        inputs.take(update, fix, of: source)
        histories.noteLive(update, of: source)
        let name = source.settings.name
        server?.publish(fixOf: name) {
            var record = FixRecord(fix, source: name, receivedAt: WallClock.rfc3339())
            record.refused = refusal(of: name)
            return record
        }
    }

    private func stateChanged(_ source: Source) {
        statusLine.touch()
        guard !isStopping else { return }
        sandbox.note(source.health.trouble, of: source.settings.name)
        reportState(of: source)
    }

    /// Writes the state of a source to the log, now or when it is no longer suppressed.
    private func reportState(of source: Source) {
        let name = source.settings.name
        if reports.isDue(source.standing, of: name, at: BootClock.now()) {
            let reason = source.trouble.map { ": \($0.sentence)" } ?? ""
            let sentence = refusalSentence(of: source) ?? source.stateSentence
            log.record(.sourceChanged, source: name, "source \(name) \(sentence)\(reason)")
        }
        reportAlarm.set(for: reports.nextDeadline)
    }

    private func reportDueStates() {
        guard !isStopping else { return }
        for name in reports.takeDue(at: BootClock.now()) {
            if let source = sources[name] { reportState(of: source) }
        }
        reportAlarm.set(for: reports.nextDeadline)
    }

    /// Sends the opening of a source to the clients that follow its raw text.
    private func publishOpening(of source: Source) {
        server?.publish(
            raw: RawText(source: source.settings.name, openedAt: WallClock.rfc3339()))
    }

    /// Sends raw text of a source to the clients that follow it.
    private func publish(_ bytes: ByteBuffer, of source: Source) {
        let name = source.settings.name
        guard let server, server.isWatched(source: name) else { return }
        let text = String(decoding: bytes.readableBytesView, as: UTF8.self)
        server.publish(raw: RawText(source: name, time: WallClock.rfc3339(), text: text))
    }
}
