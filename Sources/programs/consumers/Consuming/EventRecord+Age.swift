public import ControlProtocol

extension EventRecord {
    /// The age of what the event reports, in seconds; 0 where it is not known.
    ///
    /// The time of a late event, or of one of a history, is when it happened. That of any other event is when it was
    /// emitted, because the clock of the receiver may differ.
    public func age_s(now_s: Double) -> Double {
        let isPast = late || history
        let time = isPast ? crossed_at ?? decided_at ?? fix_time : emitted_at
        return EventTime.seconds(time).map { now_s - Double($0) } ?? 0
    }

    /// Whether the event is late by more than so many seconds, so that it must move nothing: a gate must not open
    /// two hours late.
    public func isPast(now_s: Double, after age_s: Double) -> Bool {
        guard late, let time = EventTime.seconds(decided_at ?? fix_time) else { return false }
        return now_s - Double(time) > age_s
    }
}
