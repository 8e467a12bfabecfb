public import Chronology

extension Engine {
    /// Why a fence has its state under each monitor that has it: for the last fix, or for the one at or
    /// just before `time` while it is still remembered, evaluated or refused. Where there is no such fix,
    /// nothing for a `time`, else why there is none.
    ///
    /// - Parameter now: the present instant; nil is that of the last input.
    public func explain(
        fence: String, monitor: String?, at time: UTCInstant?, now: BootInstant? = nil
    ) -> [Explanation] {
        roster.compactMap { candidate in
            let catalog = catalogs[candidate.catalog]
            guard monitor == nil || candidate.name == monitor,
                let number = catalog.number(of: fence)
            else { return nil }
            var explainer = FenceExplainer(candidate, of: feeds[candidate.feed], in: catalog)
            return explainer.explain(number, at: time, now: now ?? sink.now)
        }
    }
}
