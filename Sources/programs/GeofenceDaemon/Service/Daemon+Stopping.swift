import ControlProtocol
import EventStore
import Geofencing
import NIOCore
import Suggestions
import SystemServices
import Systemd

extension Daemon {
    /// The limit for the log to write the last event, so that clients receive it.
    private static let drain = TimeAmount.milliseconds(500)
    /// The limit for each commit of waiting events: systemd must not wait for a disk that hangs.
    private static let patience = TimeAmount.seconds(2)
    /// The microseconds that systemd is asked to wait until the next report of progress.
    private static let extension_us: Int64 = 10_000_000
    /// The limit for clients and the journal, each time, to receive what was written for them.
    private static let farewell = TimeAmount.milliseconds(250)

    /// The limit for the programs of sources, beyond the longest `stop_timeout_s`: they are killed after it,
    /// and those that survive that are left.
    private static let programs = TimeAmount.seconds(66)

    /// Shuts down: takes no new input, saves the state, and sends clients and journal the last events. The
    /// programs of sources end meanwhile.
    func stop() async {
        notifier.tell(.stopping)
        controls.status.isStopping = true
        sources.stop()
        histories.close()
        watchdog?.stop()
        checkpoint?.cancel()
        await emitLastEvent()
        consumers.close()
        let state = engine.savedState
        engine.close()
        await within(Self.patience) { [recorder] done in recorder.close { done.succeed() } }
        await closeLog(saving: state)
        await within(Self.farewell) { [journal] done in journal.close { done.succeed() } }
        await within(Self.farewell) { [server] done in server?.close().cascade(to: done) }
        ControlSocket.remove(active.settings)
        notifier.tell(.extendTimeout(microseconds: Self.programs.nanoseconds / 1000))
        await within(Self.programs) { [sources] done in
            sources.whenProgramsEnded { done.succeed() }
        }
    }

    /// Closes the log, and waits while it makes progress. Reports the events that are lost with the memory:
    /// they were never reported as durable, and the state after them is not durable either.
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
                "the event log lacks \(counted(lost, "event"))\(number): what the disk did not "
                    + "write before the end is lost", messageID: MessageID.of(.gap)))
    }

    /// Writes the last event and waits until every sink and client that keeps up has it.
    private func emitLastEvent() async {
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

    /// Starts some work and waits for its end, at most until the limit.
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
