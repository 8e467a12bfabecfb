public import Chronology
import Geodesy

extension Engine {
    /// Why the fence is as it is under each monitor that watches it: for the last fix, or for the
    /// one at or just before `time` while it is still remembered, judged or refused. Where there
    /// is no such fix, nothing for a `time`, else why there is none.
    ///
    /// - Parameter now: when it is asked; nil is the instant of the last input.
    public func explain(
        fence: String, monitor: String?, at time: UTCInstant?, now: BootInstant? = nil
    ) -> [Explanation] {
        roster.compactMap { candidate in
            guard monitor == nil || candidate.name == monitor,
                let number = catalogs[candidate.catalog].number(of: fence)
            else { return nil }
            let found =
                candidate.isJudging ? explanation(of: number, under: candidate, at: time) : nil
            guard time == nil else { return found }
            var explanation =
                found
                ?? Explanation(
                    monitor: candidate.name, fence: fence, time: nil, steps: [], result: "none")
            if let silence = silence(of: candidate, until: now ?? sink.now) {
                explanation.put(silence.subject, silence.finding)
            }
            return explanation
        }
    }

    /// Why a monitor judges no fix at present; nil when it does.
    private func silence(of monitor: Monitor, until now: BootInstant) -> Explanation.Step? {
        if monitor.status != .started { return monitor.idleness }
        let feed = feeds[monitor.feed]
        guard feed.last != nil else {
            return Explanation.Step(
                subject: "source", finding: "\(feed.name) has given no fix that could be believed")
        }
        guard feed.isStale else { return nil }
        let silent_s = feed.elapsed_s(until: now)
        return Explanation.Step(subject: "source", finding: feed.words(ofSilence: silent_s))
    }

    private func explanation(
        of number: FenceNumber, under monitor: Monitor, at time: UTCInstant?
    ) -> Explanation? {
        let feed = feeds[monitor.feed]
        let catalog = catalogs[monitor.catalog]
        var finding = feed.ring.finding(at: time, of: feed.health.accepted)
        finding?.step.staleLimit_s = feed.staleLimit_s
        if let refusal = feed.refusal(at: time, unlessJudged: finding) {
            return monitor.explanation(of: number, refusal, after: finding, in: catalog)
        }
        guard let finding else { return nil }
        if time != nil, !monitor.judged(finding.step.fix) {
            return monitor.explanation(
                of: number, finding, onlyBy: monitor.idleness, result: "none", in: catalog)
        }
        if time != nil, let loss = monitor.journal.loss(ofFix: finding.number) {
            return monitor.explanation(
                of: number, finding, onlyBy: loss.step, result: "forgotten", in: catalog)
        }
        var judge = monitor
        var explanation = judge.explanation(
            of: number, finding, limit_mps: feed.settings.maxSpeed_mps ?? .infinity, in: catalog)
        let refused = feed.refusals.entries(from: finding.step.fix.boot, before: finding.next)
        if let last = refused.last {
            let fixes = refused.count == 1 ? "1 fix" : "\(refused.count) fixes, the last"
            explanation.put("refused", "since then \(fixes) because \(last.reason.words)")
        }
        return explanation
    }
}

extension StateJournal.Loss {
    /// That it is not known any more what a fix met.
    fileprivate var step: Explanation.Step {
        Explanation.Step(
            subject: "state",
            finding: "what this fix met is not known any more: \(rawValue); what came of it is in "
                + "the log")
    }
}

extension Monitor {
    /// That it judges nothing.
    fileprivate var idleness: Explanation.Step {
        Explanation.Step(
            subject: "monitor", finding: "is \(status.rawValue), so that nothing is judged")
    }

    /// Whether it was not paused yet when a fix came.
    fileprivate func judged(_ fix: AcceptedFix) -> Bool {
        status != .paused || interruption.map { fix.boot <= $0.boot } ?? false
    }
}

extension SourceState {
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
