import Composition
import ControlProtocol
import EventStore
import Geofencing
import NIOCore
import Settings
import Spelling
import SystemServices

extension Daemon {
    /// For the log to write the last event, so that clients have it.
    private static let drain = TimeAmount.milliseconds(500)
    /// For the log to get on with what waits, each time: a disk that hangs must not keep systemd
    /// waiting.
    private static let patience = TimeAmount.seconds(2)
    /// Microseconds that systemd is to leave us for the next word of that.
    private static let extension_us: Int64 = 10_000_000
    /// For clients and the journal to take what is theirs, each time.
    private static let farewell = TimeAmount.milliseconds(250)

    /// Ends in order: nothing new comes in, what is known is saved, clients get what is theirs.
    func stop() async {
        notifier.tell(.stopping)
        isStopping = true
        for source in sources.values { source.stop() }
        histories.close()
        watchdog?.stop()
        checkpoint?.cancel()
        await tellLastEvent()
        consumers.close()
        let state = desk.read { $0.savedState(at: $1) }
        desk.close()
        await within(Self.patience) { [recorder] done in recorder.close { done.succeed() } }
        await closeLog(saving: state)
        await within(Self.farewell) { [journal] done in journal.close { done.succeed() } }
        await within(Self.farewell) { [server] done in server?.close().cascade(to: done) }
        removeSocket(settings)
    }

    /// Ends the log as long as it takes what waits, and says what is lost with the memory: it was
    /// never told as durable, and neither is the state that goes with it.
    private func closeLog(saving state: SavedState) async {
        let closed = Loop.eventLoop.makePromise(of: Void.self)
        log.store.close(saving: state) { _ in closed.succeed() }
        var waiting: Int
        repeat {
            waiting = log.store.waitingEvents
            notifier.tell(.extendTimeout(microseconds: Self.extension_us))
            await within(Self.patience) { [closed] done in
                closed.futureResult.cascade(to: done)
            }
        } while log.store.waitingEvents < waiting
        closed.succeed()
        let lost = log.store.missedEvents
        guard lost > 0 else { return }
        let number = log.store.bounds.map { ", from number \($0.head + 1) on" } ?? ""
        journal.post(
            JournalEntry(
                .error,
                "the event log lacks \(counted(lost, "event"))\(number): what could not "
                    + "be written before the end is lost", messageID: MessageID.of(.gap)))
    }

    /// Writes the last event and waits until everybody who keeps up has it.
    private func tellLastEvent() async {
        let last = NewEvent(.daemonStopped, message: "geofenced \(Version.text) stops")
        await within(Self.drain) { [log] done in
            log.append(EventBatch(events: [last]))
            log.whenSettled { done.succeed() }
        }
        await within(Self.farewell) { [self] done in
            Loop.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) {
                task in
                Loop.assume {
                    guard self.sinks.allSatisfy(\.isComplete), self.server?.isDelivered ?? true
                    else { return }
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
