import Chronology
import Fixes

extension Engine {
    /// Returns the boot time at which the next fence of a monitor expires, opens or closes,
    /// calculated from the last fix. Nil when no such instant is known or the last fix has no time.
    @inline(__always)
    func clockDeadline(ofMonitor index: Int) -> BootInstant? {
        guard case .at(let edge) = monitors[index].clockEdge, monitors[index].isEvaluating,
            let fix = feeds[monitors[index].feed].last, let time = fix.update.time
        else { return nil }
        let seconds = edge.seconds(since: time)
        // Such a deadline is further away than any uptime; the limit prevents an overflow.
        guard seconds < 1e9 else { return nil }
        return fix.boot.advanced(bySeconds: max(0, seconds))
    }

    /// Applies the clock edge of a monitor at its deadline, without a new fix. Evaluates the fences
    /// that open now with the last fix.
    mutating func passClockEdge(of index: Int) {
        guard case .at(let edge) = monitors[index].clockEdge else { return }
        prepareSink(for: monitors[index].feed)
        let catalog = catalogs[monitors[index].catalog]
        // The conversion to boot time and back may have lost some nanoseconds.
        let time = max(sink.feedTime ?? edge, edge)
        let opened = monitors[index].passClockEdge(
            at: time, after: sink.fixNumber, in: catalog, into: &sink)
        guard !opened.isEmpty, let step = presentStep(of: monitors[index].feed) else { return }
        monitors[index].evaluate(opened, by: step, in: catalog, into: &sink)
    }

    /// Applies the clock edges that the time of a new fix has reached, before that fix is
    /// evaluated.
    mutating func passClockEdges(of feed: Int, at time: UTCInstant) {
        for index in monitors.indices
        where monitors[index].feed == feed && monitors[index].isEvaluating
            && monitors[index].clockEdge.isReached(at: time)
        {
            let catalog = catalogs[monitors[index].catalog]
            _ = monitors[index].passClockEdge(
                at: time, after: sink.fixNumber - 1, in: catalog, into: &sink)
        }
    }

    /// Discards the data that the monitors derived from the time of a source whose time was reset.
    /// The next fix with a time determines again which fences are expired, open or closed.
    mutating func forgetClock(of feed: Int, at time: UTCInstant?) {
        for index in monitors.indices where monitors[index].feed == feed {
            monitors[index].evaluator.forgetTime()
            if let time { monitors[index].reviveFences(at: time) }
            guard monitors[index].clockEdge != .none else { continue }
            monitors[index].clockEdge = .atFirstTime
            feeds[feed].safeDistance.heed(.atFirstTime)
        }
    }
}
