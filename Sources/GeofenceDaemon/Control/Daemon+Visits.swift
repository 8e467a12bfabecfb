import Chronology
import ControlProtocol
import EventStore
import Geofencing
import NIOCore

extension Daemon {
    /// Answers with a page of stays and their durations.
    func listVisits(
        _ query: VisitQuery, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        // Nobody waits for the answer.
        guard request.id != nil else { return }
        let since = try UTCInstant.given(query.since_time, as: "since_time")
        let last = try Int.given(query.last, as: "last")
        let after = try query.after.map { text throws(Failure) in try seq(of: text, as: "after") }
        let filter = LogFilter(
            types: nil, monitors: query.monitor.map { [$0] }, fences: query.fence.map { [$0] })
        log.store.visits(
            filter: filter, since: since, last: last, after: after ?? 0, limit: VisitPage.asked,
            as: { VisitPage.Entry(place: $0.first, visit: VisitRecord($0)) }
        ) { answer in
            Loop.eventLoop.execute {
                Loop.assume {
                    switch answer {
                    case .success(let entries):
                        let page = VisitPage(of: entries)
                        let next = page.next.map { Cursor(epoch: self.log.bounds.epoch, seq: $0) }
                        client.reply(
                            VisitList(visits: page.visits, next: next?.description), to: request)
                    case .failure(let failure):
                        client.fail(Failure(.storageUnavailable, "\(failure)"), id: request.id)
                    }
                }
            }
        }
    }
}

extension VisitRecord {
    /// A stay as everyone outside sees it.
    fileprivate init(_ visit: Visit) {
        func record(_ stored: StoredEvent?) -> EventRecord? {
            stored.flatMap { stored in
                let bytes = EventRecordBytes.complete(stored, "")
                return try? Wire.value(EventRecord.self, from: bytes)
            }
        }
        let (entered, exited) = (record(visit.entered), record(visit.exited))
        self.init(
            visit: visit.id, monitor: visit.monitor ?? "", fence: visit.fence ?? "",
            fence_name: (entered ?? exited)?.fence_name ?? visit.fence ?? "")
        entered_at = entered?.crossed_at ?? exited?.entered_at
        entered_at_error_s = entered?.crossed_at_error_s
        exited_at = exited?.crossed_at ?? exited?.decided_at
        exited_at_error_s = exited?.crossed_at_error_s
        duration_s = visit.duration_s
        if let from = entered_at_error_s, let to = exited_at_error_s {
            duration_error_s = from + to
        }
        inferred = entered?.inferred ?? false
        dwelled = visit.dwells > 0
        suppressed_toggles = exited?.suppressed_toggles ?? 0
        if exited != nil {
            end = "exited"
        } else if let closed = visit.closed {
            end = record(closed)?.cause ?? Diagnostic.VisitEnd.unfinished.rawValue
        }
    }
}
