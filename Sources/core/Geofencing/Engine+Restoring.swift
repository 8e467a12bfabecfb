public import Chronology
import Fixes
import Geodesy

extension Engine {
    /// Returns the state to save at a checkpoint or a clean shutdown.
    public func savedState(at now: BootInstant) -> SavedState {
        var state = SavedState()
        for monitor in monitors {
            let (feed, catalog) = (feeds[monitor.feed], catalogs[monitor.catalog])
            let evaluated = monitor.evaluated(in: catalog)
            for number in monitor.evaluator.states.numbers {
                let settings = catalog.settingsIndex(number)
                guard let fence = monitor.evaluator.states[number],
                    fence.reported != .unknown
                        ? !monitor.evaluator.states.defaults[settings].covers(fence)
                        : monitor.isExceptional(number, beside: evaluated, in: catalog)
                else { continue }
                state.fences.append(
                    monitor.evaluator.record(
                        of: number, fence, settings: settings, after: feed.last,
                        staleLimit_s: feed.staleLimit_s, at: now, in: catalog))
            }
            state.evaluated[monitor.id] = evaluated
            if let status = monitor.statusToSave { state.monitors[monitor.id] = status }
        }
        for feed in feeds {
            state.lastFixes[feed.name] = feed.lastFix(in: boot)
        }
        state.kinds = kindSwitches
        return state
    }

    /// Restores the state that an earlier run saved. The first fix of this run decides whether the
    /// state is kept.
    mutating func restore(_ state: SavedState) {
        for kind in FenceKind.allCases {
            if let enabled = state.kinds[kind] { setKind(kind, enabled: enabled) }
        }
        for index in feeds.indices {
            guard let fix = state.lastFixes[feeds[index].name] else { continue }
            feeds[index].resume(from: fix, isOfThisBoot: fix.isOf(boot, at: sink.now), at: sink.now)
        }
        // A state is unknown since the last fix of the earlier run, unless a longer time is known.
        // This also holds for a paused monitor.
        for index in monitors.indices {
            if let status = state.monitors[monitors[index].id] { restore(status, of: index) }
        }
        let records = Dictionary(grouping: state.fences, by: \.monitor)
        for index in monitors.indices where monitors[index].isEvaluating {
            prepareSink(for: monitors[index].feed)
            let lastFix = state.lastFixes[monitors[index].definition.source]
            monitors[index].restore(
                records[monitors[index].id] ?? [], evaluated: state.evaluated[monitors[index].id],
                lastFix: lastFix, isOfThisBoot: lastFix?.isOf(boot, at: sink.now) ?? true,
                in: catalogs[monitors[index].catalog], into: &sink)
        }
        // Fences that cannot be read now may be readable again later. How their visits ended is
        // then unknown, so the records are discarded.
        let evaluating = Set(monitors.lazy.filter(\.isEvaluating).map(\.id))
        for (monitor, records) in records.sorted(by: { $0.key < $1.key })
        where !evaluating.contains(monitor) {
            discard(records, of: monitor)
        }
        rebuildTimers()
    }

    /// Discards the records of a monitor that was removed or cannot start.
    private mutating func discard(_ records: [FenceRecord], of monitor: String) {
        for record in records {
            sink.closeVisit(record.visit, of: record.fence, under: monitor)
        }
        sink.outbox.save(.forgetMonitor(monitor))
    }

    private mutating func restore(_ status: MonitorStatus, of index: Int) {
        switch status {
        case .stopped: perform(.stop, on: monitors[index].name)
        case .started: perform(.start, on: monitors[index].name)
        case .paused:
            perform(.start, on: monitors[index].name)
            perform(.pause, on: monitors[index].name)
        case .starting, .failedToStart: break
        }
    }

    /// Decides with the first fix after a restart whether the saved state is kept. It is discarded
    /// when more than `resumeMax_s` have passed, or when that time is unknown or negative.
    ///
    /// - Returns: whether the state is kept.
    mutating func resume(_ feed: Int, after last: AcceptedFix, by step: inout Step) -> Bool {
        feeds[feed].endResumption()
        let gap_s: Double?
        if let time = step.fix.update.time, let lastTime = last.update.time {
            gap_s = time.seconds(since: lastTime)
        } else {
            gap_s =
                feeds[feed].isResumedInOneBoot ? step.fix.boot.seconds(since: last.boot) : nil
        }
        if let gap_s, gap_s >= 0, gap_s <= feeds[feed].settings.resumeMax_s, step.before != nil {
            return true
        }
        step.before = nil
        step.unknownFor_s = nil
        step.lengthBound_m = 0
        for index in monitors.indices where monitors[index].feed == feed {
            monitors[index].discardRestored(
                in: catalogs[monitors[index].catalog], into: &sink)
        }
        return false
    }
}
