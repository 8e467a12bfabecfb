import Chronology
import Fixes

extension Engine {
    /// Fires the timers with deadlines up to `now`, one instant after another.
    @inline(__always)
    mutating func fireTimers(until now: BootInstant, into effects: inout Effects) {
        guard alarm.isForReview(at: now) else { return }
        // The fixes since the last calculation may have postponed the deadline.
        setAlarm()
        guard alarm.isDue(at: now) else { return }
        // The effects that are present already stay first.
        if !effects.isEmpty { swap(&sink.outbox, &effects) }
        // A timer of a fence changes nothing that `settle` reads: the nearby fences, the monitor
        // and the source remain as they were.
        var isSettled = true
        while let next = alarm.next, next <= now {
            sink.now = max(next, sink.now)
            for index in feeds.indices {
                if let deadline = feeds[index].staleDeadline, deadline <= sink.now {
                    becomeStale(feed: index)
                    isSettled = false
                }
            }
            for index in monitors.indices {
                if let deadline = clockDeadline(ofMonitor: index), deadline <= sink.now {
                    passClockEdge(of: index)
                    isSettled = false
                }
            }
            while let timer = sink.timers.popDue(at: sink.now) { fire(timer) }
            endInstant()
            // Like a fix that arrives now, a fix released now is evaluated after all timers.
            for index in feeds.indices where feeds[index].reorder.deadline != nil {
                releaseReordered(index)
                isSettled = false
            }
            setAlarm()
        }
        swap(&sink.outbox, &effects)
        if !isSettled { settle() }
    }

    /// Calculates the first deadline and how far each source may move before any state can change.
    /// Called after every input except an ordinary fix, and after every timer except that of a
    /// fence.
    mutating func settle() {
        for index in feeds.indices {
            feeds[index].settle(
                isEvaluatedFully: !floorFinder.isEmpty || !isSkipping)
        }
        for index in monitors.indices {
            let feed = monitors[index].feed
            switch monitors[index].status {
            case .started:
                feeds[feed].heed(monitors[index].needs)
                feeds[feed].safeDistance.limit(to: monitors[index].evaluator.nearby.safeTravel_m)
            case .paused: feeds[feed].safeDistance.heed(monitors[index].clockEdge)
            case .stopped, .starting, .failedToStart: break
            }
        }
        setAlarm()
    }

    /// Recalculates the deadline and the safe distance after an ordinary fix of a source, which
    /// changes only the position of the receiver and the nearby fences.
    mutating func settle(_ feed: Int) {
        feeds[feed].safeDistance.safeUntil_m = .infinity
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].status == .started {
            feeds[feed].safeDistance.limit(to: monitors[index].evaluator.nearby.safeTravel_m)
        }
        feeds[feed].review()
        setAlarm()
    }

    /// Sets the alarm to the deadline of the first timer.
    mutating func setAlarm() {
        var next = sink.timers.deadline
        for index in feeds.indices {
            if let deadline = feeds[index].deadline { next = min(next ?? deadline, deadline) }
        }
        for index in monitors.indices {
            if let deadline = clockDeadline(ofMonitor: index) {
                next = min(next ?? deadline, deadline)
            }
        }
        alarm.set(next, at: sink.now)
    }

    /// Fires a timer of a fence. The timer may change the state of that fence, but neither the
    /// nearby fences nor what the monitor needs, so no `settle` has to follow.
    private mutating func fire(_ timer: Timer) {
        let feed = monitors[timer.monitor].feed
        prepareSink(for: feed)
        let isStale = !feeds[feed].isLive || monitors[timer.monitor].status == .paused
        let catalog = catalogs[monitors[timer.monitor].catalog]
        switch timer.kind {
        case .windowEnd:
            monitors[timer.monitor].evaluator.endWindow(
                timer, isStale: isStale, in: catalog, into: &sink)
        case .dwell:
            guard monitors[timer.monitor].status == .started else { return }
            monitors[timer.monitor].evaluator.endDwell(timer, in: catalog, into: &sink)
        }
    }

    private mutating func becomeStale(feed index: Int) {
        let limit = feeds[index].staleLimit_s
        feeds[index].becomeStale()
        prepareSink(for: index)
        let diagnostic = Diagnostic(
            kind: .feedStale, message: "Source \(feeds[index].words(ofSilence: limit))",
            source: feeds[index].name, at: sink.feedTime)
        sink.outbox.put(.event(.diagnostic(diagnostic)))
        // The warning stays until the source delivers fixes.
        let warning =
            "source '\(feeds[index].name)' gives no fixes; every state is unknown until "
            + "it does"
        for monitor in monitors.indices
        where monitors[monitor].feed == index && monitors[monitor].status == .started {
            _ = monitors[monitor].warnings.set(.feedStale, warning)
            monitors[monitor].putWarnings(into: &sink)
        }
    }

    /// Sets the values of the sink that belong to the source under evaluation.
    mutating func prepareSink(for feed: Int) {
        sink.lastFix = feeds[feed].last
        sink.details = feeds[feed].details
        sink.isResumed = feeds[feed].isResumed
        sink.fixNumber = feeds[feed].health.accepted
        sink.staleLimit_s = feeds[feed].staleLimit_s
        let settings = feeds[feed].settings
        sink.maxSpeed_mps =
            settings.origin == .simulated ? .infinity : settings.maxSpeed_mps ?? .infinity
    }
}
