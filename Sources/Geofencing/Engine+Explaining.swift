public import Chronology
import Geodesy

extension Engine {
    /// Why the fence is as it is: for the last fix of each monitor that judges it, or for the fix
    /// at or just before `time` while it is still remembered, judged or refused. Empty when nothing
    /// is known.
    public func explain(fence: String, monitor: String?, at time: UTCInstant?) -> [Explanation] {
        roster.compactMap { candidate in
            guard monitor == nil || candidate.name == monitor, candidate.isJudging,
                let number = catalogs[candidate.catalog].number(of: fence)
            else { return nil }
            return explanation(of: number, under: candidate, at: time)
        }
    }

    private func explanation(
        of number: FenceNumber, under monitor: Monitor, at time: UTCInstant?
    ) -> Explanation? {
        let feed = feeds[monitor.feed]
        let catalog = catalogs[monitor.catalog]
        let finding = feed.ring.finding(at: time)
        if let refusal = feed.refusal(at: time, unlessJudged: finding) {
            return monitor.explanation(of: number, refusal, after: finding, in: catalog)
        }
        guard var finding else { return nil }
        finding.step.staleLimit_s = feed.staleLimit_s
        var judge = monitor
        var explanation = judge.explanation(
            of: number, finding, limit_mps: feed.settings.maxSpeed_mps, in: catalog)
        let refused = feed.refusals.entries(from: finding.step.fix.boot, before: finding.next)
        if let last = refused.last {
            explanation.steps.append(
                Explanation.Step(
                    subject: "refused",
                    finding: "since then \(refused.count) fixes, the last because "
                        + last.reason.words))
        }
        return explanation
    }
}

extension Feed {
    /// The refused fix that is asked for: the last one at or before `time`, if none was judged
    /// since; without a time the last one, if none was judged at all.
    fileprivate func refusal(
        at time: UTCInstant?, unlessJudged finding: FixRing.Finding?
    ) -> RefusalRing.Entry? {
        guard let time else { return finding == nil ? refusals.last : nil }
        guard let refusal = refusals.last(at: time), let refused = refusal.time else { return nil }
        guard let judged = finding?.step.fix.update.time else { return refusal }
        return judged < refused ? refusal : nil
    }
}
