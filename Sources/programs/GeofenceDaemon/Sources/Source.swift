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
    /// The callbacks by which a source reports to the rest of the daemon.
    struct Listener {
        /// Called with a usable position.
        var fix: @Loop (Fix, Source) -> Void
        /// Called when the source starts or stops delivering.
        var running: @Loop (Bool, Source) -> Void
        /// Called when the state of the source, or the trouble with it, has changed.
        var changed: @Loop (Source) -> Void
        /// Called when the source was stopped and started again, or repeats its recording: its next fix
        /// may be older than its last.
        var restarted: @Loop (Source) -> Void
        /// Called when the source was opened: the next bytes are the first of a new connection.
        var opened: @Loop (Source) -> Void
        /// Returns the source of that name, for a source that takes the fixes of another.
        var sibling: @Loop (String) -> Source?
        /// Writes a text to the journal alone, after the name of the source.
        var note: @Loop (JournalEntry.Priority, String) -> Void
        /// Called with bytes before they are decoded.
        var raw: @Loop (ByteBuffer, Source) -> Void
    }

    /// The settings as configured.
    let settings: SourceSettings
    /// Its state, with the reason.
    private(set) var health: SourceHealth
    /// The decoder of its input, with the counts.
    let pipeline: DecoderPipeline
    /// The runner of its program, for a source of type `exec`.
    let program: ProgramRunner
    /// The limit of the bytes that are read from its connections.
    let readLimit = ReadLimit()
    /// The description of the present or last connection.
    private(set) var link: LinkDescription?
    /// Whether its recording has ended.
    private(set) var isEnded = false
    /// Whether it rests now, by its duty cycle.
    private(set) var isResting = false
    /// Whether it is closed because no started monitor uses it.
    private(set) var isIdle = false
    /// The system time when the last fix arrived; nil before the first.
    private(set) var lastFixReceived: UTCInstant?
    /// The system time of the last change of its state.
    private(set) var since = WallClock.now()

    let listener: Listener
    private var driver: (any SourceDriver)?
    /// Whether it delivers, also while it rests.
    private(set) var isRunning = false
    /// The drivers of the sources that take its fixes.
    private var followers: [DerivedDriver] = []
    private var wasStarted = false
    private var clockInquiry = ClockInquiry {
        Clocks.isSynchronized() == true ? WallClock.now() : nil
    }
    /// Cancelled by `stop`; otherwise a started source would never be released.
    private lazy var alarm = Alarm { [unowned self] in isDue() }

    /// Creates a source that is not started.
    ///
    /// - Parameter program: the runner of an earlier source of that name, whose program still ends.
    init(_ settings: SourceSettings, program: ProgramRunner?, _ listener: Listener) {
        self.settings = settings
        self.listener = listener
        pipeline = DecoderPipeline(settings)
        self.program =
            program
            ?? ProgramRunner(
                remains: { listener.note(.warning, ": \($0)") },
                says: { listener.note(.info, ", its program: \($0)") })
        health = SourceHealth(settings.patience)
    }

    /// Whether it was started and not stopped since.
    var isStarted: Bool { driver != nil }

    /// Opens the source, and opens it again after each loss, until it is stopped.
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

    /// Closes the source, which delivers nothing afterwards.
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

    /// Notes that the connection is open: bytes or fixes may arrive.
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

    /// The number of TCP connections that were left because nothing arrived.
    var silentConnections = 0

    /// Notes that the connection could not be opened, or was lost.
    func unavailable(_ trouble: SourceTrouble) {
        let now = BootClock.now()
        for report in pipeline.finish(at: now) { take(report, at: now) }
        run(false)
        note(.unavailable(trouble))
    }

    /// Notes the end of the recording.
    func ended() {
        isEnded = true
        run(false)
        note(.stopped)
    }

    /// Reports a restart of the source or of its recording.
    func beginsAgain() {
        listener.restarted(self)
        for follower in followers { follower.parentBeginsAgain() }
    }

    /// Returns the source of that name; nil when there is none.
    func sibling(named name: String) -> Source? { listener.sibling(name) }

    /// Adds the driver of a source that takes the fixes of this one.
    func add(_ follower: DerivedDriver) { followers.append(follower) }

    /// Removes the driver of a source that took the fixes of this one.
    func remove(_ follower: DerivedDriver) { followers.removeAll { $0 === follower } }

    /// Notes that the source whose fixes this one takes does not deliver.
    func ceased() {
        run(false)
        note(.stopped)
    }

    /// Reports a change of the state of that source.
    func parentChanged() { listener.changed(self) }

    /// The source whose fixes this one takes; nil for any other source, and while it is stopped.
    var parent: Source? { (driver as? DerivedDriver)?.parent }

    /// Notes that the source rests until the next scan of its duty cycle.
    func rests() {
        isResting = true
        link?.errors = nil
        note(.stopped)
    }

    /// Notes that the line has a new speed, and drops what was decoded in part.
    func retuned(to baud: Int) {
        link?.baud = baud
        _ = pipeline.finish(at: BootClock.now())
    }

    /// Decodes bytes of the receiver. Returns their reports and the number of checked sentences.
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

    /// Takes a report of a recording, a client or another source.
    func take(_ report: Report) {
        let now = BootClock.now()
        catchUp(to: now)
        pipeline.note(report)
        update { $0.handle(.received(bytes: 1, sentences: 1), at: now) }
        take(report, at: now)
        setAlarm()
    }

    /// Notes why the engine has refused the fixes for long; nil when it accepts them again.
    func suspected(_ trouble: SourceTrouble?) { note(.suspected(trouble)) }

    /// Handles a deadline that passed while the machine was suspended before the bytes since then, so
    /// that the gap is reported.
    private func catchUp(to now: BootInstant) {
        if alarm.isOverdue(at: now) { update { $0.advance(to: now) } }
    }

    private func take(_ report: Report, at now: BootInstant) {
        let report = renamed(report)
        if case .discard = report { health.noteProblem(pipeline.counts.lastProblem) }
        // The state after a fix is reported once the engine has accepted or refused the fix.
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
        // A closed line has no error counters.
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

    /// Performs a step; returns whether it changes the state or the trouble.
    private func hasChanged(_ step: (inout SourceHealth) -> Bool) -> Bool {
        let state = health.state
        defer { if health.state != state { since = WallClock.now() } }
        return step(&health)
    }

    /// Sets the timer to the earlier deadline of decoder and health.
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
