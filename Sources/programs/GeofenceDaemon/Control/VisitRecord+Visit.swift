import Chronology
import ControlProtocol
import EventStore
import Geofencing

extension VisitRecord {
    /// Creates the record of a visit for the wire.
    init(_ visit: Visit) {
        func record(_ stored: StoredEvent?) -> EventRecord? {
            stored.flatMap { stored in
                let bytes = EventRecordBytes.complete(stored, "")
                return try? EventRecord(withoutPropertiesOf: bytes)
            }
        }
        let (entered, exited) = (record(visit.entered), record(visit.exited))
        let named = entered ?? exited
        self.init(
            visit: visit.id, monitor: named?.monitor ?? visit.monitor ?? "",
            fence: visit.fence ?? "",
            fence_name: named?.fence_name ?? visit.fence ?? "")
        monitor_id = named?.monitor_id
        let begin = entered.flatMap(Moment.init(of:)) ?? exited.flatMap(Moment.init(enteredBefore:))
        let end = exited.flatMap(Moment.init(of:))
        let before = begin == nil ? entered.flatMap(UTCInstant.init(ofFixOf:)) : nil
        entered_before = before?.rfc3339
        if begin == nil, before == nil { entered_emitted_at = entered?.emitted_at }
        if end == nil, exited.flatMap(UTCInstant.init(ofFixOf:)) == nil {
            exited_emitted_at = exited?.emitted_at
        }
        if let before, let end, before <= end.time {
            duration_min_s = end.time.seconds(since: before)
        }
        entered_at = begin?.time.rfc3339
        entered_at_error_s = begin?.error_s
        exited_at = end?.time.rfc3339
        exited_at_error_s = end?.error_s
        // An exit without `entered_at` after an entry with a time: receiver time restarted in between.
        let isOfOneTime = entered?.crossed_at == nil || exited?.entered_at != nil
        if let begin, let end, isOfOneTime, begin.time <= end.time {
            duration_s = end.time.seconds(since: begin.time)
            let errors_s = [begin.error_s, end.error_s].compactMap(\.self)
            duration_error_s = errors_s.isEmpty ? nil : errors_s.reduce(0, +)
        }
        inferred = entered?.inferred ?? false
        dwelled = visit.dwells > 0
        suppressed_toggles = exited?.suppressed_toggles ?? 0
        if exited != nil {
            self.end = "exited"
        } else if let closed = visit.closed {
            self.end = record(closed)?.cause ?? Diagnostic.VisitEnd.unfinished.rawValue
        }
    }
}

/// The instant when a visit began or ended, as precisely as its events show.
private struct Moment {
    var time: UTCInstant
    /// Half-width of the uncertainty of `time`, seconds; nil when unknown.
    var error_s: Double?

    /// Creates the instant at which the receiver entered or exited; nil when no fix shows it, for example
    /// when the receiver was inside from the first fix on. The time of the decision is no substitute: after
    /// a gap of the source, it may be hours later.
    init?(of event: EventRecord) {
        if let crossed = UTCInstant(event.crossed_at) {
            time = crossed
            error_s = event.crossed_at_error_s
        } else if let bracket = event.bracket, let before = UTCInstant(bracket.before),
            let after = UTCInstant(bracket.after), before <= after
        {
            let half_s = after.seconds(since: before) / 2
            time = before.advanced(bySeconds: half_s)
            error_s = half_s
        } else if event.cause != nil, let decided = UTCInstant(event.decided_at) {
            // The receiver did not move: its fence was added or removed, at the time of the decision.
            time = decided
        } else {
            return nil
        }
    }

    /// Creates the begin of a visit from its exit event, for when the enter event is not retained.
    init?(enteredBefore exit: EventRecord) {
        guard let begin = UTCInstant(exit.entered_at) else { return nil }
        time = begin
    }
}

extension UTCInstant {
    /// Creates the receiver time of the fix that decided an event; nil when the fixes have no time.
    fileprivate init?(ofFixOf event: EventRecord) {
        self.init(event.fix_time ?? event.decided_at)
    }

    fileprivate init?(_ text: String?) {
        guard let text else { return nil }
        self.init(rfc3339: text)
    }
}
