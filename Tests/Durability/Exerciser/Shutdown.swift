import EventStore
import Glibc

/// Ends the process according to the plan, once everything is durable.
final class Shutdown: Sendable {
    private let store: EventStore
    private let plan: Plan

    /// The shutdown of that store.
    init(store: EventStore, plan: Plan) {
        self.store = store
        self.plan = plan
    }

    /// Called when all planned events are durable or refused.
    func appenderDone() {
        if plan.crash != 0 { _exit(0) }
        guard plan.read != 0, let bounds = store.bounds else { return close() }
        read(after: bounds.beginning)
    }

    /// Waits forever; the store's thread ends the process.
    func wait() {
        while true { pause() }
    }

    private func read(after cursor: LogCursor) {
        store.read(after: cursor, limit: 1_000) { result in
            switch result {
            case .success(let page) where page.events.isEmpty:
                self.close()
            case .success(let page):
                say("read \(page.events.count) to \(page.next.seq)")
                self.read(after: page.next)
            case .failure(let failure):
                say("unread \(failure)")
                self.close()
            }
        }
    }

    private func close() {
        store.close(saving: nil) { result in
            switch result {
            case .success: say("closed")
            case .failure(let failure): say("unclosed \(failure.code) \(failure.detail)")
            }
            _exit(0)
        }
    }
}
