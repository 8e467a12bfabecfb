import Composition
import ControlProtocol
import EventStore
import Geofencing
import NIOCore
import Settings
import SystemServices

extension Daemon {
    /// For what the log still has to write, each time.
    private static let drain = TimeAmount.milliseconds(500)
    /// For clients and the journal to take what is theirs, each time.
    private static let farewell = TimeAmount.milliseconds(250)

    /// Ends in order: nothing new comes in, what is known is saved, clients get what is theirs.
    func stop() async {
        notifier.tell(.stopping)
        isStopping = true
        for source in sources.values { source.stop() }
        watchdog?.stop()
        checkpoint?.cancel()
        await tellLastEvent()
        let now = BootClock.now()
        let state = desk.read { $0.savedState(at: now) }
        desk.close()
        // A disk that hangs must not keep systemd waiting: what is not durable by then was never
        // acknowledged.
        await within(Self.drain) { [log] done in
            log.store.close(saving: state) { _ in done.succeed() }
        }
        await within(Self.farewell) { [server] done in server?.close().cascade(to: done) }
        removeSocket(settings)
    }

    /// Writes the last event and waits until everybody who keeps up has it.
    private func tellLastEvent() async {
        let last = NewEvent(
            .daemonStopped, message: "geofenced \(Version.text) stops", at: BootClock.now())
        await within(Self.drain) { [log] done in
            log.append(EventBatch(events: [last]))
            log.whenSettled { done.succeed() }
        }
        await within(Self.farewell) { [self] done in
            Loop.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) {
                task in
                Loop.assume {
                    guard self.delivery.isComplete, self.server?.isDelivered ?? true else { return }
                    task.cancel()
                    done.succeed()
                }
            }
        }
        await within(Self.farewell) { [journal] done in journal.close { done.succeed() } }
    }

    /// Waits for some work, but not longer than that.
    private func within(
        _ limit: TimeAmount, _ work: (EventLoopPromise<Void>) -> Void
    ) async {
        let done = Loop.eventLoop.makePromise(of: Void.self)
        let patience = Loop.eventLoop.scheduleTask(in: limit) { done.succeed() }
        work(done)
        try? await done.futureResult.get()
        patience.cancel()
    }
}
