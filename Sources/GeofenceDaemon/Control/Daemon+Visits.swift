import Chronology
import ControlProtocol
import EventStore
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
            monitors: Set([query.monitor].compactMap(\.self)),
            fences: Set([query.fence].compactMap(\.self)))
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
                        VisitList.Encoded(visits: page.visits, next: next?.description),
                        to: request)
                case .failure(let failure):
                    client.fail(Failure(.storageUnavailable, "\(failure)"), id: request.id)
                }
            }
        }
    }
}
