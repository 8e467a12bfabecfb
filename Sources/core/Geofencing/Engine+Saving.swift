import Chronology
import Fixes

extension Engine {
    /// Ends the present instant. Saves the last fix of a source together with the events or records
    /// of its monitors. With an older fix, the next run would count the time up to this fix as
    /// downtime; without any fix it could not detect that anything was missed.
    mutating func endInstant() {
        for index in feeds.indices {
            let source = feeds[index].name
            guard sink.eventContexts.contains(where: { $0.monitor.source == source }),
                let fix = feeds[index].lastFix(in: boot)
            else { continue }
            sink.outbox.save(.lastFix(fix, source: source))
        }
        sink.eventContexts.removeAll(keepingCapacity: true)
        sink.outbox.endInstant()
    }

    /// Saves all visits that continue from an earlier run, or from before a reset of receiver time,
    /// as of the present fix.
    ///
    /// So the next run does not count the downtime before this run again. Because all records then
    /// belong to the same boot, the next run does not count that downtime as time spent inside
    /// either.
    mutating func saveAgain(of feed: Int) {
        for index in monitors.indices where monitors[index].feed == feed {
            monitors[index].saveAgain(in: catalogs[monitors[index].catalog], into: &sink)
        }
    }
}
