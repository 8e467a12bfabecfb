public import ControlProtocol

extension EventRecord {
    /// Whether the event is late by more than so many seconds, so that it must move nothing: a gate must not open
    /// two hours late.
    public func isPast(now_s: Double, after age_s: Double) -> Bool {
        guard late, let time = EventTime.seconds(decided_at ?? fix_time) else { return false }
        return now_s - Double(time) > age_s
    }
}
