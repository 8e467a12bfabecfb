import Chronology

extension Engine {
    /// Performs a command on a monitor; an unknown monitor is ignored.
    mutating func perform(_ command: MonitorCommand, on name: String) {
        guard let index = roster.firstIndex(where: { $0.name == name }) else { return }
        prepareSink(for: roster[index].feed)
        switch command {
        case .start:
            start(index)
            rebuildTimers()
        case .stop:
            roster[index].stop(in: catalogs[roster[index].catalog], into: &sink)
        case .pause:
            roster[index].pause(in: catalogs[roster[index].catalog], into: &sink)
        case .resume:
            roster[index].resume(into: &sink)
            rebuildTimers()
        }
    }

    /// Raises or clears the warning that the message expression of a monitor failed.
    mutating func noteMessages(of name: String, _ problem: String?, failures: Int) {
        guard let index = roster.firstIndex(where: { $0.name == name }) else { return }
        roster[index].messageFailures += failures
        guard roster[index].noteMessage(problem.map { "monitor '\(name)': \($0)" }) else { return }
        sink.outbox.put(.warnings(roster[index].warnings.warnings, monitor: name))
    }

    mutating func start(_ index: Int) {
        // A repeated start changes nothing, so the last fix is not evaluated again.
        guard roster[index].status != .started else { return }
        let feed = feeds[roster[index].feed]
        prepareSink(for: roster[index].feed)
        roster[index].start(
            level: level, global: global,
            feedHasFixes: feed.last != nil && !feed.isResumed && feed.isRunning != false,
            in: catalogs[roster[index].catalog], into: &sink)
        guard let step = presentStep(of: roster[index].feed) else { return }
        var fix = JudgedFix(step)
        roster[index].evaluate(&fix, in: catalogs[roster[index].catalog], into: &sink)
        roster[index].tellResumed(in: catalogs[roster[index].catalog], into: &sink)
    }

    /// Switches a kind of fence on or off.
    mutating func setKind(_ kind: FenceKind, enabled: Bool) {
        kindSwitches[kind] = enabled
        applySwitch(kind, enabled)
        sink.outbox.save(.kind(kind, enabled))
        for index in roster.indices where roster[index].isJudging {
            prepareSink(for: roster[index].feed)
            let step = presentStep(of: roster[index].feed)
            roster[index].applyKinds(
                level: level, global: global, step: step,
                in: catalogs[roster[index].catalog], into: &sink)
            roster[index].saveRecords(in: catalogs[roster[index].catalog], into: &sink)
        }
    }

    /// Lets a runtime switch of a kind override the configuration.
    mutating func applySwitch(_ kind: FenceKind, _ enabled: Bool) {
        switch kind {
        case .level: level.enabled = enabled
        case .global: global.enabled = enabled
        }
    }

    /// The last fix of a source as a separate step, to evaluate fences again without waiting for
    /// the next fix. Nil when there is no fix or the source is stale.
    func presentStep(of feed: Int) -> Step? {
        guard !feeds[feed].isStale, var fix = feeds[feed].last else { return nil }
        fix.boot = sink.now
        var step = Step(before: nil, fix: fix)
        step.odometer_m = feeds[feed].safeDistance.odometer_m
        step.isPoor = feeds[feed].isLastPoor
        return step
    }
}
