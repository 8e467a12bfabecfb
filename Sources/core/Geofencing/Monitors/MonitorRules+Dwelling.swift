import Chronology
import Fixes

extension MonitorRules {
    /// Returns the dwell clock to save. It is paused where the time without evidence is too long to
    /// count, because the next run does not know that time.
    ///
    /// - Parameter heldSince: the last determinate fix of the fence, if the fixes after it were
    ///   indeterminate.
    func dwellToSave(
        _ clock: DwellClock?, settings: Int, heldSince: BootInstant?,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant
    ) -> DwellClock? {
        guard var dwell = clock, let evidence = heldSince ?? lastFix?.boot else { return clock }
        let pause = evidence.advanced(bySeconds: self[settings].dwellGap_s(staleLimit_s))
        if pause < now { dwell.pause(at: pause) }
        return dwell
    }

    /// Sets the timer for the end of an ignore period. Called only while a change is suppressed,
    /// because otherwise no timer is needed.
    func awaitEnd(of window: IgnoreWindow, of number: FenceNumber, into sink: inout Sink) {
        guard let end = window.end else { return }
        sink.timers.insert(
            Timer(deadline: end, kind: .windowEnd, monitor: index, fence: number))
    }

    /// Sets the timer for the next `dwelled` event.
    func awaitDwell(until deadline: BootInstant, of number: FenceNumber, into sink: inout Sink) {
        sink.timers.insert(
            Timer(deadline: deadline, kind: .dwell, monitor: index, fence: number))
    }

    /// Whether the time since the previous fix counts as part of a visit for every fence.
    func isUnbroken(_ segment: Segment) -> Bool {
        segment.bootInterval_s <= Swift.min(leastDwellGap_s, segment.staleLimit_s)
    }
}

extension FenceRules {
    /// Returns the longest time between two fixes that counts as dwelling, in seconds.
    ///
    /// - Parameter staleLimit_s: the stale limit of the source.
    func dwellGap_s(_ staleLimit_s: Double) -> Double { dwellMaxGap_s ?? staleLimit_s }
}
