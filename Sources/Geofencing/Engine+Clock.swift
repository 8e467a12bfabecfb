import Chronology

extension Engine {
    /// When the next fence of a monitor expires, opens or closes, on the boot clock as the last fix
    /// tells it; nil where no fix has told the time.
    @inline(__always)
    func clockDeadline(ofMonitor index: Int) -> BootInstant? {
        guard case .at(let edge) = roster[index].clockEdge, roster[index].isJudging,
            let fix = feeds[roster[index].feed].last, let time = fix.update.time
        else { return nil }
        let seconds = edge.seconds(since: time)
        // Farther away than any uptime, and safe from overflow.
        guard seconds < 1e9 else { return nil }
        return fix.boot.advanced(bySeconds: max(0, seconds))
    }

    /// The edge of a monitor has come without a fix: what opens is judged by the last one.
    mutating func passClockEdge(of index: Int) {
        guard case .at(let edge) = roster[index].clockEdge else { return }
        prepareSink(for: roster[index].feed)
        let catalog = catalogs[roster[index].catalog]
        // The way to the boot clock and back may have lost some nanoseconds.
        let time = max(sink.feedTime ?? edge, edge)
        let opened = roster[index].passClockEdge(
            at: time, after: sink.fixNumber, in: catalog, into: &sink)
        guard !opened.isEmpty, let step = presentStep(of: roster[index].feed) else { return }
        roster[index].judge(opened, by: step, in: catalog, into: &sink)
    }

    /// A fix tells the time, before it is judged itself.
    mutating func passClockEdges(of feed: Int, at time: UTCInstant) {
        for index in roster.indices
        where roster[index].feed == feed && roster[index].isJudging
            && roster[index].clockEdge.isReached(at: time)
        {
            let catalog = catalogs[roster[index].catalog]
            _ = roster[index].passClockEdge(
                at: time, after: sink.fixNumber - 1, in: catalog, into: &sink)
        }
    }

    /// Receiver time began anew: what the clock says has to be looked at again, and what it said
    /// before means nothing any more.
    mutating func forgetClock(of feed: Int, at time: UTCInstant?) {
        for index in roster.indices where roster[index].feed == feed {
            roster[index].forgetTime()
            if let time { roster[index].reviveFences(at: time) }
            guard roster[index].clockEdge != .none else { continue }
            roster[index].clockEdge = .atFirstTime
            feeds[feed].safeDistance.heed(.atFirstTime)
        }
    }
}
