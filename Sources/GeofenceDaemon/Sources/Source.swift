import Chronology
import Fixes
import NIOCore
import Positioning
import Settings
import SystemServices
import Systemd

/// One source of fixes: opens its connection, decodes the bytes, and tracks its health.
@Loop
final class Source {
    /// What a source reports to the rest of the daemon.
    struct Listener {
        /// A usable position.
        var fix: @Loop (Fix, Source) -> Void
        /// It began to deliver, or ceased.
        var running: @Loop (Bool, Source) -> Void
        /// Its state, or the trouble with it, changed.
        var changed: @Loop (Source) -> Void
        /// It was stopped and started again, or plays its recording again: its next fix may be older
        /// than its last.
        var restarted: @Loop (Source) -> Void
        /// It was opened: the next bytes are the first of a new connection.
        var opened: @Loop (Source) -> Void
        /// The source of that name, where it takes the fixes of another.
        var sibling: @Loop (String) -> Source?
        /// Something for the journal alone, to be put behind the name of the source.
        var note: @Loop (JournalEntry.Priority, String) -> Void
        /// Bytes came, before they are decoded.
        var raw: @Loop (ByteBuffer, Source) -> Void
    }

    /// As configured.
    let settings: SourceSettings
    /// Its health.
    private(set) var health: SourceHealth
    /// Decodes what comes in, and counts it.
    let pipeline: DecoderPipeline
    /// Runs its program, if it is one that prints.
    let program: ProgramRunner
    /// The present or last connection.
    private(set) var link: LinkDescription?
    /// Whether its recording is at the end.
    private(set) var isEnded = false
    /// Whether its duty cycle lets it rest now.
    private(set) var isResting = false
    /// Whether it is closed because no started monitor uses it.
    private(set) var isIdle = false
    /// When the last fix arrived, on the system clock.
    private(set) var lastFixReceived: UTCInstant?
    /// Since when the state holds, on the system clock.
    private(set) var since = WallClock.now()

    private let listener: Listener
    private var driver: (any SourceDriver)?
    /// Whether it delivers.
    private(set) var isRunning = false
    /// The drivers of the sources that take its fixes.
    private var followers: [DerivedDriver] = []
    private var wasStarted = false
    private var clockInquiry = ClockInquiry {
        Clocks.isSynchronized() == true ? WallClock.now() : nil
    }
    /// Cancelled by `stop`; without that a source that was started would never be released.
    private lazy var alarm = Alarm { [unowned self] in isDue() }

    /// A source that is not started.
    init(_ settings: SourceSettings, _ listener: Listener) {
        self.settings = settings
        self.listener = listener
        pipeline = DecoderPipeline(settings)
        program = ProgramRunner(
            remains: { listener.note(.warning, ": \($0)") },
            says: { listener.note(.info, ", its program: \($0)") })
        health = SourceHealth(settings.patience)
    }

    /// Whether it was started and not stopped since.
    var isStarted: Bool { driver != nil }

    /// Opens it, and again whenever it is lost, until it is stopped.
    func start() {
        guard driver == nil else { return }
        isIdle = false
        isEnded = false
        if wasStarted { beginsAgain() }
        wasStarted = true
        let driver = settings.makeDriver(for: self)
        self.driver = driver
        note(.opening)
        driver.start()
    }

    /// Closes it. It delivers nothing afterwards.
    func stop() {
        isIdle = false
        wasStarted = true
        guard let driver else { return }
        self.driver = nil
        driver.stop()
        alarm.cancel()
        run(false)
        note(.stopped)
    }

    /// Opens the source when a started monitor uses it, and closes it while none does. Does not
    /// open a source that was stopped.
    func use(_ isUsed: Bool) {
        if isUsed {
            if isIdle || !wasStarted { start() }
        } else if isStarted || !wasStarted {
            stop()
            isIdle = true
            listener.changed(self)
        }
    }

    /// Its connection is open: bytes or fixes may come.
    func opened(_ link: LinkDescription) {
        self.link = link
        isResting = false
        health.line = settings.line(at: link.baud)
        let now = BootClock.now()
        pipeline.begin(link, systemTime: clockInquiry.begin(at: now), at: now)
        note(.opened)
        run(true)
        listener.opened(self)
    }

    /// Its connection could not be opened, or was lost.
    func unavailable(_ trouble: SourceTrouble) {
        let now = BootClock.now()
        for report in pipeline.finish(at: now) { take(report, at: now) }
        run(false)
        note(.unavailable(trouble))
    }

    /// Its recording has come to the end.
    func ended() {
        isEnded = true
        run(false)
        note(.stopped)
    }

    /// Its recording begins again.
    func beginsAgain() {
        listener.restarted(self)
        for follower in followers { follower.parentBeginsAgain() }
    }

    /// The source of that name.
    func sibling(named name: String) -> Source? { listener.sibling(name) }

    /// From now on another source takes its fixes.
    func add(_ follower: DerivedDriver) { followers.append(follower) }

    /// That source takes its fixes no longer.
    func remove(_ follower: DerivedDriver) { followers.removeAll { $0 === follower } }

    /// The source whose fixes it takes does not deliver.
    func ceased() {
        run(false)
        note(.stopped)
    }

    /// The state of that source changed.
    func parentChanged() { listener.changed(self) }

    /// The source whose fixes it takes; nil for any other source, and while it is stopped.
    var parent: Source? { (driver as? DerivedDriver)?.parent }

    /// It rests until the next scan of its duty cycle.
    func rests() {
        isResting = true
        link?.errors = nil
        note(.stopped)
    }

    /// The speed of its line was changed.
    func retuned(to baud: Int) {
        link?.baud = baud
        _ = pipeline.finish(at: BootClock.now())
    }

    /// Takes bytes of the receiver; returns their reports, and how many checked sentences ended in them.
    func received(_ buffer: ByteBuffer) -> (reports: [Report], sentences: Int) {
        let now = BootClock.now()
        catchUp(to: now)
        listener.raw(buffer, self)
        let (reports, sentences) = pipeline.receive(buffer, at: now)
        if sentences == 0 { health.noteUnread(buffer.readableBytesUInt8Span) }
        update { $0.handle(.received(bytes: buffer.readableBytes, sentences: sentences), at: now) }
        for report in reports { take(report, at: now) }
        setAlarm()
        return (reports, sentences)
    }

    /// Takes a fix or its absence from a recording or a client.
    func take(_ report: Report) {
        let now = BootClock.now()
        catchUp(to: now)
        pipeline.note(report)
        update { $0.handle(.received(bytes: 1, sentences: 1), at: now) }
        take(report, at: now)
        setAlarm()
    }

    /// The engine has refused its fixes for long, for that reason; nil when it accepts them again.
    func suspected(_ trouble: SourceTrouble?) { note(.suspected(trouble)) }

    /// A deadline that passed while the machine slept comes before the bytes since then: the gap is
    /// reported.
    private func catchUp(to now: BootInstant) {
        if alarm.isOverdue(at: now) { update { $0.advance(to: now) } }
    }

    private func take(_ report: Report, at now: BootInstant) {
        if case .discard = report { health.noteProblem(pipeline.counts.lastProblem) }
        // The state after a fix is reported when the engine has accepted or refused the fix.
        let hasChanged = hasChanged { $0.handle(report, at: now) }
        defer {
            if hasChanged { reportChange() }
            for follower in followers { follower.take(report) }
        }
        guard case .fix(let fix) = report, isStarted else { return }
        if let systemTime = clockInquiry.renew(at: now) {
            pipeline.noteSystemTime(systemTime, at: now)
        }
        lastFixReceived = WallClock.now()
        listener.fix(fix, self)
    }

    private func run(_ isRunning: Bool) {
        // A closed line has no counters.
        if !isRunning { link?.errors = nil }
        guard isRunning != self.isRunning else { return }
        self.isRunning = isRunning
        // A source whose filter does not compile delivers no fixes to monitors.
        if settings.feed.filter?.problem == nil { listener.running(isRunning, self) }
        for follower in followers { follower.parentRuns(isRunning) }
    }

    private func note(_ event: SourceEvent) {
        let now = BootClock.now()
        update { $0.handle(event, at: now) }
        setAlarm()
    }

    private func update(_ step: (inout SourceHealth) -> Bool) {
        if hasChanged(step) { reportChange() }
    }

    private func reportChange() {
        listener.changed(self)
        for follower in followers { follower.parentChanged() }
    }

    /// Whether the state, or the trouble, changes by a step.
    private func hasChanged(_ step: (inout SourceHealth) -> Bool) -> Bool {
        let state = health.state
        defer { if health.state != state { since = WallClock.now() } }
        return step(&health)
    }

    /// Sets the alarm for the deadlines of decoder and health.
    private func setAlarm() {
        guard isStarted else { return }
        let (waits, lasts) = (pipeline.decoder.nextDeadline, health.nextDeadline)
        if let waits, let lasts {
            alarm.set(for: min(waits, lasts))
        } else {
            alarm.set(for: waits ?? lasts)
        }
    }

    private func isDue() {
        let now = BootClock.now()
        for report in pipeline.advance(to: now) { take(report, at: now) }
        update { $0.advance(to: now) }
        setAlarm()
    }
}
