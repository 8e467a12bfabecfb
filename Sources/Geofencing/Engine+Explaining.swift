public import Chronology
import Geodesy

extension Engine {
    /// Why the fence is as it is: for the last fix of each monitor that judges it, or for the fix
    /// at or just before `time` while it is still remembered. Empty when nothing is known.
    public func explain(fence: String, monitor: String?, at time: UTCInstant?) -> [Explanation] {
        roster.compactMap { candidate in
            guard monitor == nil || candidate.name == monitor, candidate.isJudging,
                let number = catalogs[candidate.catalog].number(of: fence),
                let (step, entry) = feeds[candidate.feed].ring.step(at: time)
            else { return nil }
            var judge = candidate
            return judge.explanation(
                of: number, step, fixNumber: entry.number, in: catalogs[candidate.catalog])
        }
    }
}
