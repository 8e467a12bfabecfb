public import Chronology

extension Engine {
    /// Explains the state of the fence with id `fence` under `monitor`, or under each monitor when
    /// nil. The subject is the last fix, or the fix at or just before `time`, evaluated or
    /// refused, while the engine remembers it. Without such a fix the result is empty for a
    /// `time`; otherwise it explains why there is no fix.
    ///
    /// - Parameter now: the present instant; nil means the instant of the last input.
    public func explain(
        fence: String, monitor: String?, at time: UTCInstant?, now: BootInstant? = nil
    ) -> [Explanation] {
        monitors.compactMap { candidate in
            let catalog = catalogs[candidate.catalog]
            guard monitor == nil || candidate.name == monitor,
                let number = catalog.number(of: fence)
            else { return nil }
            var explainer = FenceExplainer(candidate, of: feeds[candidate.feed], in: catalog)
            return explainer.explain(number, at: time, now: now ?? sink.now)
        }
    }
}
