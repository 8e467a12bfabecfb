import Chronology
import ControlProtocol
import EventStore
import NIOCore

extension Daemon {
    /// Answers with a page of visits and their durations.
    func listVisits(
        _ query: VisitQuery, _ request: Request, _ client: ControlClient
    ) throws {
        // Without an id there is no answer.
        guard request.id != nil else { return }
        let fences = [query.fence].compactMap(\.self)
        try resolve(fences, in: fenceSets, request, client) { [self] names in
            let monitors = [query.monitor].compactMap(\.self)
            let filter = LogFilter(
                monitors: Set(monitors.map(logged)), fences: Set(try fences.ids(by: names)))
            let unknown = unknown(monitors: monitors, fences: names)
            try listVisits(query, filter, unknown, request, client)
        }
    }

    private func listVisits(
        _ query: VisitQuery, _ filter: LogFilter, _ unknown: [UnknownName]?, _ request: Request,
        _ client: ControlClient
    ) throws(Failure) {
        let since = try UTCInstant.given(query.since_time, as: "since_time")
        let last = try Int.given(query.last, as: "last")
        let after = try query.after.map { text throws(Failure) in try seq(of: text, as: "after") }
        log.store.visits(
            filter: filter, since: since, last: last, after: after ?? 0, limit: VisitPage.asked,
            as: { VisitPage.Entry(place: $0.first, visit: VisitRecord($0)) }
        ) { answer in
            Loop.soon {
                switch answer {
                case .success(let entries):
                    let page = VisitPage(of: entries)
                    let next = page.next.map { Cursor(epoch: self.log.bounds.epoch, seq: $0) }
                    client.reply(
                        VisitList.Encoded(
                            visits: page.visits, next: next?.description, unknown: unknown),
                        to: request)
                case .failure(let failure):
                    client.fail(Failure(.storageUnavailable, "\(failure)"), id: request.id)
                }
            }
        }
    }
}
