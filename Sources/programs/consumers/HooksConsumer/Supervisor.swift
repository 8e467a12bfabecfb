internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol
internal import Glibc

/// Runs hooks for events and keeps state targets: one thread, one poll loop.
public final class Supervisor {
    private struct Run {
        var job: HookJob
        var process: HookProcess
        var log: OutputLog
        /// The unit that is started; nil for a command.
        var unit: String?
        /// Seconds before which no more output is read.
        var quietUntil_s = 0.0
    }

    /// Seconds for running hooks to end by themselves, and for the rest of a stop.
    private static let farewell_s = 10.0
    /// Seconds between two pieces of an output that is left out.
    private static let throttle_s = 0.05
    /// Failures in a row that make the service degraded.
    private static let degraded = 3
    /// Seconds for systemd to answer.
    private static let patience_s = 15.0
    /// Seconds until a start that could not be written down is tried again.
    private static let storagePause_s = 5.0

    private let settings: HookSettings
    private let hooks: HookLane
    private let targets: TargetLane?
    private let started: StartedRuns
    private let usesSystemd: Bool
    private var runs: [Run] = []
    private var isStopping = false
    private var failures: [String: Int] = [:]
    private var skipped = SkippedEvents()
    private var life = ServiceLife()

    /// A supervisor without connections.
    public init(_ settings: HookSettings) {
        self.settings = settings
        let isBooted = unsafe access("/run/systemd/system", F_OK) == 0
        usesSystemd = settings.runner == .systemd || settings.runner == .auto && isBooted
        hooks = HookLane(settings)
        started = StartedRuns(directory: settings.stateDirectory)
        if settings.targets != nil, !usesSystemd {
            ServiceNotice.log(4, "without systemd there are no targets")
        }
        targets = usesSystemd ? settings.targets.map { TargetLane(settings, $0) } : nil
    }

    /// Works until the stop descriptor can be read.
    public func run(stop: Int32) {
        for folder in [settings.stateDirectory, settings.runtimeDirectory] {
            _ = unsafe mkdir(folder, 0o700)
        }
        // Those of a process that was killed: their events run again.
        if usesSystemd { stopUnits() }
        ServiceNotice.tell("READY=1")
        while true {
            let now = Clocks.monotonic_s
            hooks.intake.connectIfDue(now: now)
            hooks.fill(now: now)
            targets?.connectIfDue(now: now)
            startJobs(now)
            let isBusy = targets?.work(now: now) ?? false
            hooks.intake.acknowledge(now: now)
            showLife(now)
            if wait(stop, now, isBusy ? 0 : 1) { break }
        }
        close()
    }

    /// Waits for input, output or the next deadline and handles it. Returns whether the program is to stop.
    private func wait(_ stop: Int32, _ now: Double, _ longest_s: Double) -> Bool {
        let link = hooks.intake.link
        let wantsRead = hooks.intake.wantsRead(now: now)
        let polls = PollSet()
        let ofStop = polls.add(stop)
        let ofEvents = polls.add(link.descriptor, reads: wantsRead, writes: link.wantsWrite)
        let ofTargets = polls.add(
            targets?.link.descriptor ?? -1, writes: targets?.link.wantsWrite ?? false)
        var due_s = min(
            longest_s, hooks.due_s(now: now) ?? longest_s,
            targets?.due_s(now: now) ?? longest_s)
        let ofRuns = runs.map { run in
            let isQuiet = now < run.quietUntil_s || !run.process.hasOutput
            if now < run.quietUntil_s { due_s = min(due_s, run.quietUntil_s - now) }
            return (
                control: polls.add(run.process.control),
                output: polls.add(run.process.output, reads: !isQuiet)
            )
        }
        polls.wait(seconds: due_s)
        let after = Clocks.monotonic_s
        if polls.canWrite(ofEvents) { link.flush() }
        if polls.canRead(ofEvents), wantsRead { hooks.intake.read(now: after) }
        if polls.canWrite(ofTargets) { targets?.link.flush() }
        if polls.canRead(ofTargets) { targets?.read(now: after) }
        var left: [Run] = []
        for (run, polled) in zip(runs, ofRuns) {
            var run = run
            if polls.canRead(polled.output), let piece = run.process.readOutput() {
                run.log.take(piece)
                if run.log.isFull { run.quietUntil_s = after + Self.throttle_s }
            }
            if polls.canRead(polled.control), let ending = run.process.ending() {
                while !run.log.isFull, let piece = run.process.readOutput() { run.log.take(piece) }
                run.log.end()
                ended(run, ending, after)
            } else {
                left.append(run)
            }
        }
        runs = left
        return polls.canRead(ofStop)
    }

    private func startJobs(_ now: Double) {
        while !isStopping, let job = hooks.next(now: now) {
            if let age_s = job.excessiveAge_s(boot_s: Clocks.boot_s) {
                if let line = skipped.line(job.hook, job.cursor, age_s: age_s) {
                    ServiceNotice.log(5, line)
                }
                hooks.finish(job)
                continue
            }
            if job.hook.rules.isAtMostOnce {
                switch started.begin(job.cursor.description, job.hook.name) {
                case .begun: break
                case .wasBegunBefore:
                    ServiceNotice.log(
                        5, "hook \(job.hook.name): event \(job.cursor) was begun before")
                    hooks.finish(job)
                    continue
                case .failed(let reason):
                    ServiceNotice.log(3, "hook \(job.hook.name) waits: \(reason)")
                    hooks.retry(job, at: now + Self.storagePause_s)
                    continue
                }
            }
            start(job)
        }
    }

    private func start(_ job: HookJob) {
        do throws(LaunchProblem) {
            let (launch, unit) = try launch(job)
            runs.append(
                Run(
                    job: job, process: try HookProcess(launch), log: OutputLog(job.hook.name),
                    unit: unit))
        } catch {
            fail(job, "cannot be started: \(error.reason)")
        }
    }

    private func launch(_ job: HookJob) throws(LaunchProblem) -> (Launch, unit: String?) {
        let event = job.taken.event
        switch job.hook.work {
        case .command(let templates):
            let words = templates.map { $0.filled(event) }
            if let problem = TrustedFile.problem(words[0], isProgram: true) {
                throw LaunchProblem(reason: problem)
            }
            return (usesSystemd ? .transientUnit(words, job) : .process(words, job), nil)
        case .unit(let template):
            guard usesSystemd else { throw LaunchProblem(reason: "a unit needs systemd") }
            let unit = template.filled(event, escape: UnitName.escaped)
            guard unit.utf8.count <= UnitName.maximumBytes else {
                throw LaunchProblem(reason: "the name of the unit is too long: \(unit)")
            }
            guard UnitEnvironment.write(Launch.variables(job), of: unit, settings.runtimeDirectory)
            else {
                throw LaunchProblem(reason: "cannot write into \(settings.runtimeDirectory)")
            }
            let timeout_s = job.hook.rules.timeout_s
            return (.tool(["systemctl", "start", "--", unit], timeout_s: timeout_s), unit)
        }
    }

    private func ended(_ run: Run, _ ending: HookProcess.Ending, _ now: Double) {
        let job = run.job
        var ending = ending
        if let unit = run.unit {
            if ending == .timedOut {
                _ = systemctl("stop", "--no-block", "--", unit)
            } else if ending != .exited(0), let status = Int32(mainStatus(of: unit)), status != 0 {
                ending = .exited(status)
            }
        }
        let outcome = RunOutcome(
            ending, isTransientUnit: usesSystemd && run.unit == nil,
            after: now - run.process.start_s, timeout_s: job.hook.rules.timeout_s,
            firstLine: run.log.firstLine)
        switch outcome {
        case .done:
            failures[job.hook.name] = nil
            hooks.finish(job)
        // Neither done nor failed: it runs again with the next process.
        case _ where isStopping: break
        case .again(let reason): retry(job, reason, now)
        case .failed(let reason): fail(job, reason)
        }
    }

    private func retry(_ job: HookJob, _ reason: String, _ now: Double) {
        var job = job
        job.tries += 1
        guard job.tries <= job.hook.rules.retries else {
            return fail(job, reason + ", try \(job.tries) of \(job.hook.rules.retries + 1)")
        }
        ServiceNotice.log(5, "hook \(job.hook.name): event \(job.cursor): \(reason)")
        let pause_s = job.delay.next()
        hooks.retry(job, at: now + pause_s)
    }

    private func fail(_ job: HookJob, _ reason: String) {
        failures[job.hook.name, default: 0] += 1
        if failures[job.hook.name] == Self.degraded {
            ServiceNotice.log(3, "hook \(job.hook.name) has failed \(Self.degraded) times in a row")
        }
        hooks.finish(job, givenUp: reason)
    }

    private func mainStatus(of unit: String) -> String {
        systemctl("show", "--property=ExecMainStatus", "--value", "--", unit)
            .filter { $0 != "\n" }
    }

    private func stopUnits() { _ = systemctl("stop", "--", "geofence-hook-*.service") }

    private func systemctl(_ words: String...) -> String {
        HookProcess.answer(.tool(["systemctl"] + words, timeout_s: Self.patience_s)).output
    }

    private func showLife(_ now: Double) {
        for line in skipped.summaries(now: now) { ServiceNotice.log(5, line) }
        let failing = failures.filter { $0.value >= Self.degraded }.keys.sorted()
        let line =
            (failing.isEmpty
                ? "well" : "degraded: hook \(failing.joined(separator: ", ")) keeps failing")
            + (hooks.intake.isSubscribed ? "" : "; the daemon does not send events")
        life.report(status: line, now: now)
    }

    /// Lets running hooks end, kills those that do not, and acknowledges what is done.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        isStopping = true
        let deadline = Clocks.monotonic_s + Self.farewell_s
        while !runs.isEmpty, Clocks.monotonic_s < deadline { _ = wait(-1, Clocks.monotonic_s, 0.2) }
        if !runs.isEmpty {
            for run in runs { run.process.stop() }
            if usesSystemd { stopUnits() }
            while !runs.isEmpty, Clocks.monotonic_s < deadline + Self.farewell_s {
                _ = wait(-1, Clocks.monotonic_s, 0.2)
            }
        }
        hooks.intake.acknowledgeLast(until: deadline + Self.farewell_s)
    }
}
