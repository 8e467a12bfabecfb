internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import SystemServices
public import Systemd

/// Runs hooks for events and keeps state targets: one thread, one poll loop.
public final class Supervisor {
    /// At a stop: seconds for the running hooks to end by themselves, and as many for those that are stopped.
    private static let farewell_s = 10.0
    /// After so many failures of a hook in a row, the status of the service says degraded.
    private static let degraded = 3
    /// Seconds for the hooks of a process that was killed to end; they get SIGKILL after `HookUnit.grace_s`.
    private static let leftover_s = 15.0
    /// Seconds until a job runs again whose start could not be written to the disk.
    private static let storagePause_s = 5.0

    private let settings: HookSettings
    private let hooks: HookLane
    private let targets: TargetLane?
    private let started: StartedRuns
    private let manager: ServiceManager
    private var runs: [HookRun] = []
    private var isStopping = false
    private var failures: [String: Int] = [:]
    private var skipped = SkippedEvents()
    private var life = ServiceLife()

    /// A supervisor that is not connected to the daemon. Throws when the machine has no systemd that answers.
    public init(_ settings: HookSettings) throws(ServiceManager.Failure) {
        self.settings = settings
        let manager = try ServiceManager()
        self.manager = manager
        hooks = HookLane(settings)
        started = StartedRuns(directory: settings.stateDirectory)
        targets = settings.targets.map { TargetLane(settings, $0, manager) }
    }

    /// Works until the stop descriptor can be read. Returns nil then, or the reason when it cannot go on.
    public func run(stop: Int32) -> String? {
        do {
            for folder in [settings.stateDirectory, settings.runtimeDirectory] {
                try Directory.make(folder, mode: 0o700)
            }
            try stopLeftovers()
        } catch {
            return (error as? ServiceManager.Failure)?.reason ?? "\(error)"
        }
        ServiceNotice.tell("READY=1")
        var isStopped = false
        while !isStopped, manager.loss == nil {
            let now = Clocks.monotonic_s
            hooks.intake.work(now: now)
            hooks.fill(now: now)
            targets?.connectIfDue(now: now)
            startJobs(now)
            let isBusy = targets?.work(now: now) ?? false
            hooks.intake.work(now: now)
            showLife(now)
            isStopped = wait(stop, now, isBusy ? 0 : 1)
        }
        close()
        return manager.loss
    }

    /// Waits for input, output or the next deadline, and handles it. Returns whether the program has to stop.
    private func wait(_ stop: Int32, _ now: Double, _ longest_s: Double) -> Bool {
        let link = hooks.intake.connection
        let polls = PollSet()
        let ofStop = polls.add(stop)
        let ofEvents = polls.add(link.descriptor, writes: link.wantsWrite)
        let ofTargets = polls.add(
            targets?.link.descriptor ?? -1, writes: targets?.link.wantsWrite ?? false)
        _ = polls.add(manager.descriptor)
        let outputs = runs.compactMap(\.output)
        let ofOutputs = outputs.map {
            polls.add($0.descriptor, reads: $0.pause_s(now: now) == nil)
        }
        let due =
            [hooks.due_s(now: now), targets?.due_s(now: now)]
            + outputs.map { $0.pause_s(now: now) }
        // A call may have read the signals that arrived during it.
        let isIdle = !endRuns(now)
        polls.wait(seconds: isIdle ? due.compactMap(\.self).reduce(longest_s, min) : 0)
        let after = Clocks.monotonic_s
        if polls.canWrite(ofEvents) { link.flush() }
        if polls.canRead(ofEvents) { hooks.intake.read(now: after) }
        if polls.canWrite(ofTargets) { targets?.link.flush() }
        if polls.canRead(ofTargets) { targets?.read(now: after) }
        for (output, index) in zip(outputs, ofOutputs) where polls.canRead(index) {
            output.read(now: after)
        }
        return polls.canRead(ofStop)
    }

    /// Reads the signals of systemd and ends the runs that are over. Returns whether there was one.
    private func endRuns(_ now: Double) -> Bool {
        let results = manager.readSignals()
        let count = runs.count
        runs.removeAll { run in
            guard let outcome = run.outcome(results, now: now) else { return false }
            run.end()
            ended(run.job, outcome, now)
            return true
        }
        return runs.count < count
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
                        5, "hook \(job.hook.name): event \(job.cursor) was started before")
                    hooks.finish(job)
                    continue
                case .failed(let reason):
                    ServiceNotice.log(3, "hook \(job.hook.name) waits: \(reason)")
                    hooks.retry(job, at: now + Self.storagePause_s)
                    continue
                }
            }
            start(job, now)
        }
    }

    private func start(_ job: HookJob, _ now: Double) {
        let user = job.hook.rules.user
        let otherTasks = runs.filter { $0.job.hook.rules.user == user }.reduce(0) { $0 + $1.tasks }
        do {
            runs.append(
                try HookRun(
                    job, manager, directory: settings.runtimeDirectory, otherTasks: otherTasks))
        } catch let failure as ServiceManager.Failure {
            retry(job, "was not started: \(failure.reason)", now)
        } catch {
            let reason = (error as? HookRun.Problem)?.reason ?? "\(error)"
            fail(job, "cannot be started: \(reason)")
        }
    }

    private func ended(_ job: HookJob, _ outcome: RunOutcome, _ now: Double) {
        switch outcome {
        case .done:
            failures[job.hook.name] = nil
            hooks.finish(job)
        // The run was stopped and neither succeeded nor failed. The next process runs it again.
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

    /// Stops the hooks of a process that was killed, and waits for their end: their events run again.
    private func stopLeftovers() throws {
        let deadline = Clocks.monotonic_s + Self.leftover_s
        let stopped = try manager.units(like: HookUnit.pattern)
        for unit in stopped { try manager.stop(unit) }
        while Clocks.monotonic_s < deadline, try !manager.units(like: HookUnit.pattern).isEmpty {
            _ = manager.readSignals()
            let polls = PollSet()
            _ = polls.add(manager.descriptor)
            polls.wait(seconds: 1)
        }
        for unit in stopped {
            let file = UnitName.environmentFile(unit)
            _ = unsafe unlink("\(settings.runtimeDirectory)/\(file)")
        }
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

    /// Waits for the running hooks, stops the rest, and acknowledges the events that are done.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        isStopping = true
        // Without systemd no run can be seen to end.
        let deadline = Clocks.monotonic_s + (manager.loss == nil ? Self.farewell_s : 0)
        while !runs.isEmpty, Clocks.monotonic_s < deadline { _ = wait(-1, Clocks.monotonic_s, 0.2) }
        for run in runs { run.stop() }
        while runs.contains(where: { $0.output != nil }), manager.loss == nil,
            Clocks.monotonic_s < deadline + Self.farewell_s
        {
            _ = wait(-1, Clocks.monotonic_s, 0.2)
        }
        hooks.intake.acknowledgeLast(
            .after(seconds: deadline + Self.farewell_s - Clocks.monotonic_s))
    }
}
