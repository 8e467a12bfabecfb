import Chronology
import Fixes

extension Engine {
    /// Performs a command on a monitor; an unknown monitor is ignored.
    mutating func perform(_ command: MonitorCommand, on name: String) {
        guard let index = monitors.firstIndex(where: { $0.name == name }) else { return }
        prepareSink(for: monitors[index].feed)
        switch command {
        case .start:
            start(index)
            rebuildTimers()
        case .stop:
            monitors[index].stop(in: catalogs[monitors[index].catalog], into: &sink)
        case .pause:
            monitors[index].pause(in: catalogs[monitors[index].catalog], into: &sink)
        case .resume:
            monitors[index].resume(into: &sink)
            rebuildTimers()
        }
    }

    /// Raises or clears the warning that the message expression of a monitor failed.
    mutating func noteMessages(of name: String, _ problem: String?, failures: Int) {
        guard let index = monitors.firstIndex(where: { $0.name == name }) else { return }
        monitors[index].messageFailures += failures
        let sentence = problem.map { "monitor '\(name)': \($0)" }
        guard monitors[index].warnings.set(.messageFailed, sentence) else { return }
        monitors[index].putWarnings(into: &sink)
    }

    mutating func start(_ index: Int) {
        // A repeated start changes nothing, so the last fix is not evaluated again.
        guard monitors[index].status != .started else { return }
        let feed = feeds[monitors[index].feed]
        prepareSink(for: monitors[index].feed)
        monitors[index].start(
            level: level, global: global,
            feedHasFixes: feed.last != nil && !feed.isResumed && feed.isRunning != false,
            in: catalogs[monitors[index].catalog], into: &sink)
        guard let step = presentStep(of: monitors[index].feed) else { return }
        var fix = EvaluatedFix(step)
        monitors[index].evaluate(&fix, in: catalogs[monitors[index].catalog], into: &sink)
        monitors[index].reportResumed(in: catalogs[monitors[index].catalog], into: &sink)
    }

    /// Switches a kind of fence on or off.
    mutating func setKind(_ kind: FenceKind, enabled: Bool) {
        kindSwitches[kind] = enabled
        applySwitch(kind, enabled)
        sink.outbox.save(.kind(kind, enabled))
        for index in monitors.indices where monitors[index].isEvaluating {
            prepareSink(for: monitors[index].feed)
            let step = presentStep(of: monitors[index].feed)
            monitors[index].applyKinds(
                level: level, global: global, step: step,
                in: catalogs[monitors[index].catalog], into: &sink)
            monitors[index].saveRecords(in: catalogs[monitors[index].catalog], into: &sink)
        }
    }

    /// Applies a runtime switch of a kind, which overrides the configuration.
    mutating func applySwitch(_ kind: FenceKind, _ enabled: Bool) {
        switch kind {
        case .level: level.enabled = enabled
        case .global: global.enabled = enabled
        }
    }

    /// Returns the last fix of a source as a separate step, to evaluate fences again without
    /// waiting for the next fix. Nil when there is no fix or the source is stale.
    func presentStep(of feed: Int) -> Step? {
        guard !feeds[feed].isStale, var fix = feeds[feed].last else { return nil }
        fix.boot = sink.now
        var step = Step(before: nil, fix: fix)
        step.odometer_m = feeds[feed].safeDistance.odometer_m
        step.isPoor = feeds[feed].isLastPoor
        return step
    }
}
